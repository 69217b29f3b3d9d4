/** Shared by the technology operations: the cohort, the projects that use a technology, and counts of both. */
import type { Technology, TechnologyRequest, TechnologyTotals } from "../../contract/api/technologies.ts";
import { toolKey } from "../../corpus/projects/project-built-with.ts";
import type { ProjectCorpus } from "../../corpus/projects/project-corpus.ts";
import { projectCount } from "../../corpus/projects/project-facets.ts";
import { rowsWithin } from "../../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countBits } from "../../search/bitset.ts";
import { cohortRows, shareOf } from "../cohort-rows.ts";

type TechnologyCohort = TechnologyRequest["cohort"];

/** Bits of the cohort's projects; all projects when there is no cohort. */
export function technologyCohortRows(snapshot: ProjectCorpus, cohort: TechnologyCohort): Uint8Array {
  const { hackathonSlugs, ...rest } = cohort ?? {};
  return cohortRows(snapshot, { ...rest, hackathons: hackathonSlugs }, "cohort");
}

/** Bits of the projects that use the technology, under any kind. */
export function carriers(projects: ProjectIndex, rows: Uint8Array, { name }: Technology): Uint8Array {
  return rowsWithin(projects, rows, { column: "technologies", keys: [toolKey(name)] });
}

/** As it is echoed. */
export const echo = ({ category, name }: Technology): Technology => ({ category, name: toolKey(name) });

export function usageTotals(
  projects: ProjectIndex,
  rows: Uint8Array,
  technology: Uint8Array,
): TechnologyTotals {
  const all = countBits(rows);
  const count = countBits(technology);
  return {
    projects: all,
    projectsWithRepositoryTags: projectCount(projects, rows, { column: "flags", key: "built_with" }),
    count,
    share: shareOf(count, all),
  };
}
