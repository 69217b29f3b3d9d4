/** GET /projects/by-slug/:slug/similar */
import { ApiError } from "../contract/api/errors.ts";
import type { OperationInput } from "../contract/api/operations.ts";
import type { SimilarProjectsResponse } from "../contract/api/similar.ts";
import { clearBit } from "../search/bitset.ts";
import { prepareRotated } from "../search/vector/vector-index.ts";
import type { ProjectContext } from "./context.ts";
import { presentResults } from "./search-projects/presentation.ts";
import { storedResults } from "./search-projects/stored-results.ts";

/** Best candidates of the one-bit scan that are rescored by their int8 codes. */
const scanned = 400;

/** Throws NOT_FOUND for an unknown or withdrawn project. */
export function similarProjects(
  { snapshot }: Pick<ProjectContext, "snapshot">,
  { slug, limit }: OperationInput<"similarProjects">,
): SimilarProjectsResponse {
  const { projects } = snapshot;
  const row = projects.find(slug);
  if (row < 0) throw new ApiError("NOT_FOUND", "No project has this slug; search for it by its name.");
  if (!projects.vectors.has(row)) return { results: [] };
  projects.copyLive(projects.selection);
  clearBit(projects.selection, row);
  const { ids, similarities } = projects.vectors.search(prepareRotated(projects.vectors.rotatedVector(row)), {
    k: limit,
    candidates: scanned,
    mask: projects.selectionAt,
    scratch: projects.scratch,
  });
  const page = Array.from(ids, (id, i) => ({ row: id, similarity: snapshot.calibrated(similarities[i]!) }));
  return { results: presentResults(snapshot, page, { query: null, stored: storedResults(projects) }) };
}
