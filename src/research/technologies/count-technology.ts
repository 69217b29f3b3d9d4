/** POST /technologies/counts and POST /technologies/trends */
import type {
  TechnologyCountsResponse,
  TechnologyRequest,
  TechnologyTrendsResponse,
} from "../../contract/api/technologies.ts";
import type { ProjectContext } from "../context.ts";
import { hackathonUsage } from "./hackathon-usage.ts";
import { carriers, echo, technologyCohortRows, usageTotals } from "./technology-rows.ts";

type Context = Pick<ProjectContext, "snapshot">;

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function countTechnology(
  { snapshot }: Context,
  { technology, cohort }: TechnologyRequest,
): TechnologyCountsResponse {
  const { projects } = snapshot;
  const rows = technologyCohortRows(snapshot, cohort);
  const carrying = carriers(projects, rows, technology);
  return {
    technology: echo(technology),
    totals: usageTotals(projects, rows, carrying),
    hackathons: hackathonUsage(projects, { rows, technology: carrying }, cohort),
  };
}

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export function trendTechnology(context: Context, request: TechnologyRequest): TechnologyTrendsResponse {
  const { technology, hackathons } = countTechnology(context, request);
  return { technology, hackathons };
}
