/** POST /technologies/top and POST /technologies/co-usage: lists of technologies, each under its most common kind. */
import type { BuiltWithKind } from "../../contract/built-with.ts";
import type {
  CoUsageRequest,
  CoUsageResponse,
  Technology,
  TopTechnologiesRequest,
  TopTechnologiesResponse,
} from "../../contract/technologies.ts";
import { projectFacet } from "../../corpus/projects/project-facets.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { compareKeys } from "../../search/columns/facets.ts";
import { shareOf } from "../cohort-rows.ts";
import type { ProjectContext } from "../context.ts";
import { carriers, echo, technologyCohortRows, usageTotals } from "./technology-rows.ts";

type Context = Pick<ProjectContext, "snapshot">;

interface Counted {
  technology: Technology;
  count: number;
}

/** Throws INVALID_QUERY for keys that the corpus refuses. */
export function listTopTechnologies(
  { snapshot }: Context,
  { cohort, technologyCategory, topK }: TopTechnologiesRequest,
): TopTechnologiesResponse {
  const { projects } = snapshot;
  const rows = technologyCohortRows(snapshot, cohort);
  const totals = usageTotals(projects, rows, rows);
  const found = countTechnologies(projects, rows).filter(
    ({ technology }) => technologyCategory === undefined || technology.category === technologyCategory,
  );
  return {
    totals: { projects: totals.projects, projectsWithRepositoryTags: totals.projectsWithRepositoryTags },
    results: found
      .slice(0, topK)
      .map(({ technology, count }) => ({ technology, count, share: shareOf(count, totals.projects) })),
  };
}

/** Throws INVALID_QUERY for keys that the corpus refuses. */
export function findCoUsage(
  { snapshot }: Context,
  { technology, cohort, topK }: CoUsageRequest,
): CoUsageResponse {
  const { projects } = snapshot;
  const rows = technologyCohortRows(snapshot, cohort);
  const carrying = carriers(projects, rows, technology);
  const totals = usageTotals(projects, rows, carrying);
  const asked = echo(technology);
  const inCohort = new Map(
    countTechnologies(projects, rows).map(({ technology: other, count }) => [other.name, count]),
  );
  const results = countTechnologies(projects, carrying)
    .filter(({ technology: other }) => other.name !== asked.name)
    .slice(0, topK)
    .map(({ technology: other, count }) => {
      const share = shareOf(count, totals.count);
      const cohortCount = inCohort.get(other.name)!;
      return { technology: other, count, share, cohortCount, lift: share / (cohortCount / totals.projects) };
    });
  return { technology: asked, totals, results };
}

/** By count descending, then category, then name. */
function countTechnologies(projects: ProjectIndex, rows: Uint8Array): Counted[] {
  return projectFacet(projects, rows, { column: "technologies" })
    .map(({ key, label, count }) => ({ technology: { category: label as BuiltWithKind, name: key }, count }))
    .sort(
      (x, y) =>
        y.count - x.count ||
        compareKeys(x.technology.category, y.technology.category) ||
        compareKeys(x.technology.name, y.technology.name),
    );
}
