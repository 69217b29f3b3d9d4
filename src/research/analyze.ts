/** POST /analyze */
import type { AnalyzeDimension, AnalyzeRequest, AnalyzeResponse } from "../contract/api/analysis.ts";
import { projectFacet } from "../corpus/projects/project-facets.ts";
import type { ProjectColumnName } from "../corpus/projects/project-layout.ts";
import { cohortRows, shareOf, totalsOf } from "./cohort-rows.ts";
import type { ProjectContext } from "./context.ts";

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function analyze(
  { snapshot }: Pick<ProjectContext, "snapshot">,
  { cohort, dimensions, topK, samplePerBucket }: AnalyzeRequest,
): AnalyzeResponse {
  const { projects } = snapshot;
  const rows = cohortRows(snapshot, cohort, "cohort");
  const totals = totalsOf(projects, rows);
  const overlap = cohort.includeSecondaryCategories;
  const columnOf = (dimension: AnalyzeDimension): ProjectColumnName =>
    dimension === "categories" && overlap ? "allCategories" : dimension;
  const bucketsOf = (dimension: AnalyzeDimension) =>
    projectFacet(projects, rows, { column: columnOf(dimension), topK, samples: samplePerBucket }).map(
      ({ key, label, count, sampleProjectSlugs }) => ({
        key,
        label,
        count,
        share: shareOf(count, totals.projects),
        sampleProjectSlugs,
      }),
    );
  return {
    ...(dimensions.includes("categories") && { categoryCountsOverlap: overlap }),
    totals,
    buckets: Object.fromEntries(dimensions.map((dimension) => [dimension, bucketsOf(dimension)])),
  };
}
