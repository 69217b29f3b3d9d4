/**
 * GET /projects/by-slug/:slug/similar: what is near to the project's vector, fused by rank with what a search for its
 * one-liner finds.
 */
import { ApiError } from "../contract/api/errors.ts";
import type { OperationInput } from "../contract/api/operations.ts";
import type { SimilarProjectsResponse } from "../contract/api/similar.ts";
import { clearBit } from "../search/bitset.ts";
import { fuse } from "../search/fusion.ts";
import { firstCharacters } from "../search/snippet.ts";
import { prepareRotated } from "../search/vector/vector-index.ts";
import type { ProjectContext } from "./context.ts";
import { findCandidates } from "./search-projects/candidates.ts";
import { embedQuery } from "./search-projects/embed-query.ts";
import { presentResults } from "./search-projects/presentation.ts";
import { rankProjects, readOwnText } from "./search-projects/rank-projects.ts";
import { storedResults } from "./search-projects/stored-results.ts";

/** Best candidates of the one-bit scan that are rescored by their int8 codes. */
const scanned = 400;
/** Projects of each of the two lists. */
const pool = 50;
/** Smaller than usual for reciprocal rank fusion: the first of either list count more (decision 15). */
const rankConstant = 10;
/** Code points of the text that is searched for. */
const longestQuery = 400;

/** Throws NOT_FOUND for an unknown or withdrawn project. */
export async function similarProjects(
  context: ProjectContext,
  { slug, limit }: OperationInput<"similarProjects">,
): Promise<SimilarProjectsResponse> {
  const { snapshot } = context;
  const { projects } = snapshot;
  const row = projects.find(slug);
  if (row < 0) throw new ApiError("NOT_FOUND", "No project has this slug; search for it by its name.");
  if (!projects.vectors.has(row)) return { results: [] };
  const stored = storedResults(projects);
  const { record, text } = stored(row);
  const query = readOwnText(firstCharacters(record.oneLiner || text || record.name, longestQuery), context);
  const vector = await embedQuery(context, query);
  // No `await` from here on: the selection's scratch space must not be shared with another request of this thread.
  projects.copyLive(projects.selection);
  clearBit(projects.selection, row);
  const own = prepareRotated(projects.vectors.rotatedVector(row));
  const { ids } = projects.vectors.search(own, {
    k: pool,
    candidates: scanned,
    mask: projects.selectionAt,
    scratch: projects.scratch,
  });
  const near = Array.from(ids);
  const ranking = rankProjects(snapshot, query, {
    candidates: findCandidates(projects, query, vector),
    stored,
  });
  const found = ranking.projects.map((project) => project.row).filter((at) => projects.vectors.has(at));
  const lists = [near, found.slice(0, pool)].map((items) => ({ weight: 1, items }));
  const rows = fuse(lists, rankConstant)
    .slice(0, limit)
    .map(({ item }) => item);
  const cosines = projects.vectors.similarities(own, Uint32Array.from(rows), projects.scratch);
  const page = rows.map((at, i) => ({ row: at, similarity: snapshot.calibrated(cosines[i]!) }));
  return { results: presentResults(snapshot, page, { query: null, stored }) };
}
