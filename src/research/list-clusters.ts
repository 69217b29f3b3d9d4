/** GET /clusters */
import type { ClusterOverview, ClustersResponse } from "../contract/api/clusters.ts";
import { clusterCloseness } from "../corpus/projects/cluster-closeness.ts";
import { rowsWithin } from "../corpus/projects/project-filter.ts";
import { countByYear } from "../corpus/projects/project-years.ts";
import { compareKeys } from "../search/columns/compare-keys.ts";
import { shareOf, totalsOf } from "./cohort-rows.ts";
import type { ProjectContext } from "./context.ts";

/** Every cluster, also one whose projects were all withdrawn. */
export function listClusters({ snapshot }: Pick<ProjectContext, "snapshot">): ClustersResponse {
  const { projects } = snapshot;
  const live = projects.liveRows();
  const closeness = clusterCloseness(snapshot);
  const clusters = [...projects.clusters.values()].map(({ key, label, summary }): ClusterOverview => {
    const rows = rowsWithin(projects, live, { column: "clusters", keys: [key] });
    const totals = totalsOf(projects, rows);
    return {
      key,
      label,
      summary,
      projectCount: totals.projects,
      winnerCount: totals.winners,
      winnerShare: shareOf(totals.winners, totals.projects),
      crowdedness: closeness.get(key) ?? 0,
      byYear: countByYear(projects, rows).map(({ year, count, winners }) => ({
        year,
        projects: count,
        winners,
      })),
    };
  });
  return {
    clusters: clusters.sort((a, b) => b.projectCount - a.projectCount || compareKeys(a.key, b.key)),
  };
}
