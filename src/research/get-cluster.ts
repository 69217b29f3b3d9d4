/** GET /clusters/:key */
import type { Cluster } from "../contract/api/clusters.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { TagCount } from "../contract/api/filters.ts";
import { projectFacet } from "../corpus/projects/project-facets.ts";
import { selectProjects } from "../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../corpus/projects/project-index.ts";
import type { TagKind } from "../corpus/projects/project-layout.ts";
import { totalsOf } from "./cohort-rows.ts";
import type { ProjectContext } from "./context.ts";

const representatives = 5;
const tagsListed = 10;

/** Throws NOT_FOUND for a cluster of another generation, or one that never existed. */
export function getCluster(
  { snapshot }: Pick<ProjectContext, "snapshot">,
  { key }: { key: string },
): Cluster {
  const { projects } = snapshot;
  const cluster = projects.clusters.get(key);
  if (!cluster)
    throw new ApiError("NOT_FOUND", `There is no cluster ${key}; list the clusters to find its key`);
  const rows = projects.liveRows();
  selectProjects(projects, { clusterKeys: [key] }, rows);
  const totals = totalsOf(projects, rows);
  const topTags = (column: TagKind): TagCount[] =>
    projectFacet(projects, rows, { column, topK: tagsListed }).map((bucket) => ({
      tag: bucket.key,
      count: bucket.count,
    }));
  return {
    key,
    label: cluster.label,
    summary: cluster.summary,
    projectCount: totals.projects,
    winnerCount: totals.winners,
    representativeProjects: nearest(projects, cluster.representatives),
    topTags: {
      problemTags: topTags("problemTags"),
      primitives: topTags("primitives"),
      techStack: topTags("techStack"),
    },
  };
}

/** The first of those that are not withdrawn. */
function nearest(projects: ProjectIndex, slugs: readonly string[]): Cluster["representativeProjects"] {
  return slugs
    .map((slug) => projects.find(slug))
    .filter((row) => row >= 0)
    .slice(0, representatives)
    .map((row) => {
      const { slug, name, oneLiner, award } = projects.record(row);
      return { slug, name, oneLiner, isWinner: award === "winner" };
    });
}
