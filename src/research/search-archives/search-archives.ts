/** POST /search/archives: candidates → fusion → rules → presentation. */
import type { SearchArchivesRequest, SearchArchivesResponse } from "../../contract/api/archive.ts";
import { maxArchiveOffset } from "../../contract/values/bounds.ts";
import { type ArchiveContext, openArchive } from "../archive-context.ts";
import { searchBroadly } from "./ideation.ts";
import { present } from "./presentation.ts";
import type { RankedDocument } from "./ranking.ts";
import { collapseThreads } from "./threads.ts";
import { searchTiers } from "./tiers.ts";

export async function searchArchives(
  context: ArchiveContext,
  request: SearchArchivesRequest,
): Promise<SearchArchivesResponse> {
  const { query, sources, limit, offset, minSimilarity, maxChunksPerDoc } = request;
  const search = request.intent === "ideation" ? searchBroadly : searchTiers;
  const session = openArchive(context);
  const { tier, terms, expanded, ...found } = await search(context, session, {
    query,
    minSimilarity,
    sources,
  });
  const { documents, siblings } = collapseThreads(context, withoutCopies(context, found.documents));
  const capped = capPerSource(context, documents, request.maxDocsPerSource);
  const end = offset + limit;
  return {
    results: await present({ context, session }, capped.slice(offset, end), {
      maxChunks: maxChunksPerDoc,
      limit,
      terms,
      tier,
      siblings,
      explain: request.explain,
    }),
    filtersApplied: sources ? { sources } : {},
    searchTier: tier,
    totalFound: capped.length,
    totalMatched: documents.length,
    hasMore: end < capped.length && end <= maxArchiveOffset,
    ...(expanded !== query && { queryExpanded: expanded }),
  };
}

/** Of documents whose texts are nearly the same, the best; it names the others. */
function withoutCopies(
  { snapshot }: ArchiveContext,
  documents: readonly RankedDocument[],
): readonly RankedDocument[] {
  const copies = new Set<number>();
  return documents.filter(({ document }) => {
    if (copies.has(document)) return false;
    for (const copy of snapshot.archive.duplicatesOf(document)) copies.add(copy);
    return true;
  });
}

/** The best `cap` documents of each source, in rank order; 0 keeps all. */
function capPerSource(
  context: ArchiveContext,
  documents: readonly RankedDocument[],
  cap: number,
): readonly RankedDocument[] {
  if (cap === 0) return documents;
  const taken = new Map<string, number>();
  return documents.filter(({ document }) => {
    const source = context.snapshot.archive.sourceOf(document);
    const count = taken.get(source) ?? 0;
    taken.set(source, count + 1);
    return count < cap;
  });
}
