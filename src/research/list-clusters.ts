/** GET /clusters */
import type { ClusterOverview, ClustersResponse } from "../contract/api/clusters.ts";
import { clusterCloseness } from "../corpus/projects/cluster-closeness.ts";
import { countByYearAmong } from "../corpus/projects/project-years.ts";
import { compareKeys } from "../search/columns/compare-keys.ts";
import { shareOf } from "./cohort-rows.ts";
import type { ProjectContext } from "./context.ts";

/** Every cluster, also one whose projects were all withdrawn. */
export function listClusters({ snapshot }: Pick<ProjectContext, "snapshot">): ClustersResponse {
  const { projects } = snapshot;
  const live = projects.liveRows();
  const closeness = clusterCloseness(snapshot);
  const clusters = [...projects.clusters.values()].map(({ key, label, summary }): ClusterOverview => {
    const years = countByYearAmong(projects, projects.columns.clusters.rowsOf(key), live);
    const projectCount = years.reduce((sum, { count }) => sum + count, 0);
    const winnerCount = years.reduce((sum, { winners }) => sum + winners, 0);
    return {
      key,
      label,
      summary,
      projectCount,
      winnerCount,
      winnerShare: shareOf(winnerCount, projectCount),
      crowdedness: closeness.get(key) ?? 0,
      byYear: years.map(({ year, count, winners }) => ({ year, projects: count, winners })),
    };
  });
  return {
    clusters: clusters.sort((a, b) => b.projectCount - a.projectCount || compareKeys(a.key, b.key)),
  };
}
