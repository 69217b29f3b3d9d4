/** POST /compare */
import type {
  CompareDimension,
  CompareRequest,
  CompareResponse,
  CompareRow,
} from "../contract/api/analysis.ts";
import { projectBuckets } from "../corpus/projects/project-facets.ts";
import { cohortRows, shareOf, totalsOf } from "./cohort-rows.ts";
import type { ProjectContext } from "./context.ts";

const examples = 2;

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function compare(
  { snapshot }: Pick<ProjectContext, "snapshot">,
  { cohortA, cohortB, dimensions, topK }: CompareRequest,
): CompareResponse {
  const { projects } = snapshot;
  const a = cohortRows(snapshot, cohortA, "cohortA");
  const b = cohortRows(snapshot, cohortB, "cohortB");
  const totalsA = totalsOf(projects, a);
  const totalsB = totalsOf(projects, b);
  const rowsOf = (column: CompareDimension): CompareRow[] =>
    projectBuckets(projects, [a, b], { column, topK, samples: examples }).map(
      ({ key, label, counts, samples }): CompareRow => {
        const [countA, countB] = counts as [number, number];
        const shareA = shareOf(countA, totalsA.projects);
        const shareB = shareOf(countB, totalsB.projects);
        return {
          key,
          label,
          countA,
          shareA,
          countB,
          shareB,
          lift: lift(shareA, countB, totalsB.projects),
          delta: shareA - shareB,
          examplesA: samples[0]!,
          examplesB: samples[1]!,
        };
      },
    );
  return {
    totalsA,
    totalsB,
    results: Object.fromEntries(dimensions.map((dimension) => [dimension, rowsOf(dimension)])),
  };
}

/** Finite where B lacks the bucket: its share is then taken as that of half a project. 0 for an empty B. */
function lift(shareA: number, countB: number, projectsB: number): number {
  if (projectsB === 0) return 0;
  return shareA / ((countB || 0.5) / projectsB);
}
