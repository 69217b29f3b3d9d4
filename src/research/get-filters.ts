/** GET /filters */
import type { FiltersResponse, TagCount } from "../contract/api/filters.ts";
import type { FacetBucket } from "../contract/api/shared.ts";
import { projectFacet } from "../corpus/projects/project-facets.ts";
import { selectProjects } from "../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../corpus/projects/project-index.ts";
import type { ProjectColumnName } from "../corpus/projects/project-layout.ts";
import { byKey, oldestFirst } from "../corpus/projects/project-order.ts";
import type { ProjectContext } from "./context.ts";

const tagsListed = 25;

/** Every value that the filters accept and that some project has, with counts, and all hackathons. */
export function getFilters({ snapshot }: Pick<ProjectContext, "snapshot">): FiltersResponse {
  const { projects } = snapshot;
  const live = projects.liveRows();
  const buckets = (column: ProjectColumnName, topK?: number) =>
    projectFacet(projects, live, { column, topK });
  const sorted = (column: ProjectColumnName) => buckets(column).toSorted(byKey);
  const topTags = (column: ProjectColumnName): TagCount[] =>
    buckets(column, tagsListed).map(({ key, count }) => ({ tag: key, count }));
  return {
    tracks: sorted("tracks").map((bucket) => choice(bucket, "")),
    labels: sorted("labels").map((bucket) => choice(bucket, "label:")),
    hackathons: hackathons(projects, live),
    acceleratorBatches: batches(sorted("batches"), buckets("companies")),
    prizeTypes: sorted("prizes").map(({ key }) => key),
    prizePlacements: buckets("placements")
      .map(({ key }) => Number(key))
      .sort((x, y) => x - y),
    problemTags: topTags("problemTags"),
    solutionTags: topTags("solutionTags"),
    primitives: topTags("primitives"),
    techStack: topTags("techStack"),
    targetUsers: topTags("targetUsers"),
    archiveSources: snapshot.archiveSources(),
    clusters: buckets("clusters").map(({ key, label, count }) => ({ key, label, projectCount: count })),
  };
}

function choice({ key, label, count }: FacetBucket, keyStart: string) {
  const hackathonSlug = key.slice(keyStart.length, key.indexOf("/"));
  return { key, name: label, hackathonSlug, projectCount: count };
}

/** Oldest first, unknown dates before all others. */
function hackathons(projects: ProjectIndex, live: Uint8Array): FiltersResponse["hackathons"] {
  const winners = new Uint8Array(live.length);
  selectProjects(projects, { winnersOnly: true }, winners);
  const countsOf = (rows: Uint8Array) => {
    const found = projectFacet(projects, rows, { column: "hackathons" });
    return new Map(found.map(({ key, count }) => [key, count]));
  };
  const projectCounts = countsOf(live);
  const winnerCounts = countsOf(winners);
  return oldestFirst([...projects.hackathons.values()]).map(({ slug, name, startDate }) => ({
    slug,
    name,
    startDate: startDate ?? "",
    projectCount: projectCounts.get(slug) ?? 0,
    winnerCount: winnerCounts.get(slug) ?? 0,
  }));
}

/** A company's label is its batch. */
function batches(
  found: readonly FacetBucket[],
  companies: readonly FacetBucket[],
): FiltersResponse["acceleratorBatches"] {
  return found.map(({ key, label }) => ({
    key,
    name: label,
    companyCount: companies.filter((company) => company.label === key).length,
  }));
}
