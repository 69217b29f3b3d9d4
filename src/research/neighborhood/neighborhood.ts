/** POST /neighborhood: neighbors → filters → counts → ranking → presentation. */
import { ApiError } from "../../contract/api/errors.ts";
import {
  maxKeys,
  type NeighborhoodRequest,
  type NeighborhoodResponse,
} from "../../contract/api/neighborhood.ts";
import { type Neighbors, neighborCloseness, neighborsOf } from "../../corpus/projects/neighbors.ts";
import { selectProjects } from "../../corpus/projects/project-filter.ts";
import { bitsetBytes, hasBit, setBit } from "../../search/bitset.ts";
import { prepareQuery } from "../../search/vector/vector-index.ts";
import { checkCategoryKeys, checkTrackKeys } from "../check-keys.ts";
import type { ProjectContext } from "../context.ts";
import type { ReadQuery } from "../read-query.ts";
import { selectionOf } from "../search-projects/applied-filters.ts";
import { findCandidates } from "../search-projects/candidates.ts";
import { presentResults } from "../search-projects/presentation.ts";
import { rankProjects, readProjectQuery } from "../search-projects/rank-projects.ts";
import { storedResults } from "../search-projects/stored-results.ts";
import { countNeighbors } from "./counts.ts";
import { crowdednessOf } from "./crowdedness.ts";

/** Throws INVALID_QUERY for keys that are invalid for this corpus, SERVICE_UNAVAILABLE when the embedder fails. */
export async function neighborhood(
  context: ProjectContext,
  request: NeighborhoodRequest,
): Promise<NeighborhoodResponse> {
  const { snapshot } = context;
  const { projects } = snapshot;
  checkCategoryKeys(request.filters?.categoryKeys, "filters.categoryKeys", snapshot);
  checkTrackKeys(request.trackKeys, "trackKeys", snapshot);
  const query = readProjectQuery(request.query, context);
  const vector = await embed(context, query);
  // No `await` from here on: the selection's scratch space must not be shared with another request of this thread.
  const all = vector
    ? neighborsOf(snapshot, prepareQuery(vector, projects.rotation), projects.liveRows())
    : { rows: new Uint32Array(0), closeness: new Float64Array(0) };
  selectProjects(projects, selectionOf(request).effective, projects.selection);
  const closeness = within(all, projects.selection);
  const members = new Uint8Array(bitsetBytes(projects.count));
  for (const row of closeness.keys()) setBit(members, row);
  const stored = storedResults(projects);
  const candidates = findCandidates(projects, query, vector);
  const ranking = rankProjects(snapshot, query, { candidates, stored });
  const ranked = ranking.projects.map(({ row }) => row).filter((row) => closeness.has(row));
  const rows = [...new Set([...ranked, ...closeness.keys()])];
  const best = rows.slice(0, request.limit).map((row) => ({ row, similarity: closeness.get(row)! }));
  return {
    ...countNeighbors(projects, members),
    threshold: neighborCloseness,
    crowdedness: crowdednessOf(all.rows.length, snapshot.landscape?.neighbourhoods ?? null),
    results: presentResults(snapshot, best, { query, stored }),
    keys: rows.slice(0, maxKeys).map((row) => projects.slug(row)),
  };
}

/** Null when the embedder knows no word of the text, or the corpus has no vectors. */
async function embed(
  { snapshot, embedQuery }: ProjectContext,
  query: ReadQuery,
): Promise<Float32Array | null> {
  if (snapshot.projects.meta.dimensions === 0) return null;
  try {
    return await embedQuery(query.embedded);
  } catch (cause) {
    throw new ApiError("SERVICE_UNAVAILABLE", "The text cannot be compared right now; try again shortly", {
      cause,
    });
  }
}

/** Closeness by row of those that the filters allow, the nearest first. */
function within({ rows, closeness }: Neighbors, allowed: Uint8Array): Map<number, number> {
  const near = new Map<number, number>();
  for (const [at, row] of rows.entries()) if (hasBit(allowed, row)) near.set(row, closeness[at]!);
  return near;
}
