/** Counts of a set of neighbors. */
import type { NeighborhoodResponse } from "../../contract/api/neighborhood.ts";
import { projectCount, projectFacet } from "../../corpus/projects/project-facets.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countByYear } from "../../corpus/projects/project-years.ts";
import { shareOf, totalsOf } from "../cohort-rows.ts";
import { rankTechnologies } from "../technologies/technology-ranking.ts";

const technologiesListed = 20;

type Counts = Pick<
  NeighborhoodResponse,
  "total" | "winners" | "byYear" | "byAward" | "categories" | "technologies" | "clusters"
>;

export function countNeighbors(projects: ProjectIndex, rows: Uint8Array): Counts {
  const { projects: total, winners } = totalsOf(projects, rows);
  const mentions = projectCount(projects, rows, { column: "flags", key: "honorable_mention" });
  return {
    total,
    winners,
    byYear: countByYear(projects, rows),
    byAward: [
      { award: "winner", count: winners },
      { award: "honorable_mention", count: mentions },
      { award: null, count: total - winners - mentions },
    ],
    categories: projectFacet(projects, rows, { column: "categories" }).map(({ key, label, count }) => ({
      key,
      label,
      count,
      share: shareOf(count, total),
    })),
    technologies: rankTechnologies(projects, [rows], { topK: technologiesListed }).map(
      ({ technology, counts: [count = 0] }) => ({ ...technology, count, share: shareOf(count, total) }),
    ),
    clusters: projectFacet(projects, rows, { column: "clusters" }).map(({ key, label, count }) => ({
      key,
      label,
      count,
    })),
  };
}
