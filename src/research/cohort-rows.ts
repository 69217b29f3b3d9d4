/** The projects of a cohort, and how many of them won. */
import type { Totals } from "../contract/api/shared.ts";
import type { ProjectCorpus } from "../corpus/projects/project-corpus.ts";
import { projectCount } from "../corpus/projects/project-facets.ts";
import { type ProjectSelection, selectProjects } from "../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../corpus/projects/project-index.ts";
import { countBits } from "../search/bitset.ts";
import { checkCategoryKeys, checkTrackKeys } from "./check-keys.ts";

/**
 * Bits of the cohort's projects. Throws INVALID_QUERY, naming the field below `field`, for keys that are invalid for
 * this corpus.
 */
export function cohortRows(snapshot: ProjectCorpus, selection: ProjectSelection, field: string): Uint8Array {
  checkCategoryKeys(selection.categoryKeys, `${field}.categoryKeys`, snapshot);
  checkTrackKeys(selection.trackKeys, `${field}.trackKeys`, snapshot);
  const rows = snapshot.projects.liveRows();
  selectProjects(snapshot.projects, selection, rows);
  return rows;
}

export function totalsOf(projects: ProjectIndex, rows: Uint8Array): Totals {
  return {
    projects: countBits(rows),
    winners: projectCount(projects, rows, { column: "flags", key: "winner" }),
  };
}

/** `part / whole`; 0 when the whole is 0. */
export const shareOf = (count: number, whole: number): number => (whole === 0 ? 0 : count / whole);
