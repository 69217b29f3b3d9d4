/**
 * Ideation, for broader recall: searches the query and its parts separately and fuses their rankings; prefers essays
 * and research notes.
 */
import type { ArchiveSession } from "../../archive-search/archive-session.ts";
import type { ExplanationChannel } from "../../contract/api/explanation.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { fuse } from "../../search/fusion.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { pinned, type RankedDocument, type ShownChunk } from "./ranking.ts";
import { searchTiers, type TierRequest, type TierResult } from "./tiers.ts";

const maxParts = 4;
const wordsPerPart = 2;
const partWeight = 0.5;
const fusionConstant = 20;
const preferredKinds: ReadonlySet<string> = new Set(["essays", "research"]);
const preference = 1.2;

/** Overlapping pairs of the query's words, stop words left out, evenly spread; none for a short query. */
export function decompose(query: string): string[] {
  const words = tokenize(query)
    .map(({ text }) => text)
    .filter((word) => queryTerms(word).length > 0);
  if (words.length <= wordsPerPart) return [];
  const pairs = words.slice(0, -1).map((word, i) => `${word} ${words[i + 1]}`);
  const step = Math.max(1, pairs.length / maxParts);
  const chosen = Array.from(
    { length: Math.min(maxParts, pairs.length) },
    (_, i) => pairs[Math.floor(i * step)]!,
  );
  return [...new Set(chosen)];
}

export async function searchBroadly(
  context: ArchiveContext,
  session: ArchiveSession,
  request: TierRequest,
): Promise<TierResult> {
  const main = await searchTiers(context, session, request);
  const results = [main];
  const { text, ...operators } = main.syntax;
  for (const query of decompose(text)) {
    const part = await searchTiers(context, session, { ...request, query, operators });
    if (part.tier === main.tier) results.push(part);
  }
  const fused = fuse(
    results.map(({ documents }, i) => ({
      weight: i === 0 ? 1 : partWeight,
      items: documents.map(({ document }) => document),
    })),
    fusionConstant,
  );
  const preferred = preferredSources(context);
  const documents = fused
    .map(({ item, score }): RankedDocument => {
      const bonus = preferred.has(context.snapshot.archive.sourceOf(item)) ? preference : 1;
      return {
        document: item,
        score: score * bonus,
        chunks: () => mergeChunks(results, item),
        channels: () => channelsIn(results, item),
      };
    })
    .sort((x, y) => y.score - x.score || x.document - y.document);
  return { ...main, documents: pinned(documents, main) };
}

function preferredSources(context: ArchiveContext): ReadonlySet<string> {
  const { sources } = context.snapshot.manifest;
  return new Set(sources.filter(({ kind }) => preferredKinds.has(kind)).map(({ key }) => key));
}

/** In the ranking of the whole query, or of the first part that found the document. */
function channelsIn(results: readonly TierResult[], document: number): ExplanationChannel[] {
  for (const { documents } of results) {
    const ranked = documents.find((one) => one.document === document);
    if (ranked) return ranked.channels();
  }
  return [];
}

/** A document's chunks from all parts, each once with its best similarity; those of the whole query first. */
function mergeChunks(results: readonly TierResult[], document: number): ShownChunk[] {
  const merged = new Map<number, ShownChunk>();
  for (const { documents } of results)
    for (const chunk of documents.find((ranked) => ranked.document === document)?.chunks() ?? []) {
      const known = merged.get(chunk.chunk);
      if (!known) merged.set(chunk.chunk, chunk);
      else if (chunk.similarity > known.similarity)
        merged.set(chunk.chunk, { ...known, similarity: chunk.similarity });
    }
  return [...merged.values()];
}
