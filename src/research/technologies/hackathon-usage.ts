/** Usage of a technology per hackathon, in chronological order. */
import type { HackathonUsage, TechnologyRequest } from "../../contract/api/technologies.ts";
import { projectFacet } from "../../corpus/projects/project-facets.ts";
import { rowsWithin } from "../../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { oldestFirst } from "../../corpus/projects/project-order.ts";
import { shareOf } from "../cohort-rows.ts";

/**
 * The selected hackathons that the catalog knows, with zero rows where nothing matches; without a selection,
 * those that have a project in the cohort.
 */
export function hackathonUsage(
  projects: ProjectIndex,
  { rows, technology }: { rows: Uint8Array; technology: Uint8Array },
  cohort: TechnologyRequest["cohort"],
): HackathonUsage[] {
  const counts = (of: Uint8Array) =>
    new Map(projectFacet(projects, of, { column: "hackathons" }).map(({ key, count }) => [key, count]));
  const all = counts(rows);
  const tagged = counts(rowsWithin(projects, rows, { column: "flags", keys: ["built_with"] }));
  const carrying = counts(technology);
  const selected = cohort?.hackathonSlugs ?? [...all.keys()];
  const known = selected.flatMap((slug) => projects.hackathons.get(slug) ?? []);
  return oldestFirst(known).map(({ slug, name, startDate }) => {
    const inHackathon = all.get(slug) ?? 0;
    const count = carrying.get(slug) ?? 0;
    return {
      hackathon: { slug, name, startDate },
      projects: inHackathon,
      projectsWithRepositoryTags: tagged.get(slug) ?? 0,
      count,
      share: shareOf(count, inHackathon),
    };
  });
}
