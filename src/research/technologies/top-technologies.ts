/** POST /technologies/top and POST /technologies/co-usage: lists of technologies, each under its most common kind. */
import type {
  CoUsageRequest,
  CoUsageResponse,
  TopTechnologiesRequest,
  TopTechnologiesResponse,
} from "../../contract/api/technologies.ts";
import { shareOf } from "../cohort-rows.ts";
import type { ProjectContext } from "../context.ts";
import { rankTechnologies } from "./technology-ranking.ts";
import { carriers, echo, technologyCohortRows, usageTotals } from "./technology-rows.ts";

type Context = Pick<ProjectContext, "snapshot">;

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function listTopTechnologies(
  { snapshot }: Context,
  { cohort, technologyCategory, topK }: TopTechnologiesRequest,
): TopTechnologiesResponse {
  const { projects } = snapshot;
  const rows = technologyCohortRows(snapshot, cohort);
  const totals = usageTotals(projects, rows, rows);
  return {
    totals: { projects: totals.projects, projectsWithRepositoryTags: totals.projectsWithRepositoryTags },
    results: rankTechnologies(projects, [rows], { topK, kind: technologyCategory }).map(
      ({ technology, counts }) => {
        const [count] = counts as [number];
        return { technology, count, share: shareOf(count, totals.projects) };
      },
    ),
  };
}

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function findCoUsage(
  { snapshot }: Context,
  { technology, cohort, topK }: CoUsageRequest,
): CoUsageResponse {
  const { projects } = snapshot;
  const rows = technologyCohortRows(snapshot, cohort);
  const carrying = carriers(projects, rows, technology);
  const totals = usageTotals(projects, rows, carrying);
  const asked = echo(technology);
  const others = rankTechnologies(projects, [carrying, rows], { topK, except: asked.name });
  const results = others.map(({ technology: other, counts }) => {
    const [count, cohortCount] = counts as [number, number];
    const share = shareOf(count, totals.count);
    return { technology: other, count, share, cohortCount, lift: share / (cohortCount / totals.projects) };
  });
  return { technology: asked, totals, results };
}
