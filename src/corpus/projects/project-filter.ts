/** Evaluates a request's filters to a bitset of projects. Filters combine with AND, the values of one with OR. */
import { type BuiltWithFilters, builtWithKinds } from "../../contract/api/built-with.ts";
import type { ProjectFilters } from "../../contract/api/project-filters.ts";
import { intersect, subtract } from "../../search/bitset.ts";
import type { Column } from "../../search/columns/column.ts";
import { toolKey } from "./project-built-with.ts";
import type { ProjectIndex } from "./project-index.ts";
import { type ProjectColumnName, type ProjectFlag, tagKinds } from "./project-layout.ts";

export interface ProjectSelection extends Partial<ProjectFilters> {
  hackathons?: readonly string[] | undefined;
  trackKeys?: readonly string[] | undefined;
  labelKeys?: readonly string[] | undefined;
  /** With `winnersOnly`: includes honorable mentions. */
  includeHonorableMentions?: boolean | undefined;
}

interface Clause {
  column: Column;
  keys: readonly string[];
  /** Keeps the rows that contain none of the keys. */
  without?: boolean;
}

/** Sets exactly the bits of the live projects that pass; unknown keys match nothing. */
export function selectProjects(index: ProjectIndex, selection: ProjectSelection, into: Uint8Array): void {
  index.copyLive(into);
  const matching = new Uint8Array(into.length);
  for (const { column, keys, without } of clausesOf(index, selection)) {
    matching.fill(0);
    column.markRows(keys, matching);
    if (without) subtract(into, matching);
    else intersect(into, matching);
  }
}

function clausesOf({ columns }: ProjectIndex, selection: ProjectSelection): Clause[] {
  const clauses: Clause[] = [];
  const require = (column: Column, keys: readonly string[] | undefined) => {
    if (keys) clauses.push({ column, keys });
  };
  const flag = (name: ProjectFlag, wanted: boolean | undefined) => {
    if (wanted !== undefined) clauses.push({ column: columns.flags, keys: [name], without: !wanted });
  };
  require(columns.hackathons, selection.hackathons);
  require(columns.tracks, selection.trackKeys);
  require(columns.labels, selection.labelKeys);
  require(columns.clusters, selection.clusterKeys);
  require(columns.prizes, selection.prizeTypes);
  require(columns.placements, selection.prizePlacements?.map(String));
  require(columns.batches, selection.acceleratorBatchKeys);
  require(selection.includeSecondaryCategories
    ? columns.allCategories
    : columns.categories, selection.categoryKeys);
  for (const kind of tagKinds) require(columns[kind], spellingsOf(columns[kind], selection[kind]));
  for (const kind of builtWithKinds) require(columns[`tools.${kind}`], toolKeys(selection.builtWith, kind));
  if (selection.acceleratorOnly) require(columns.batches, columns.batches.values.map(({ key }) => key));
  if (selection.winnersOnly) {
    const awards: ProjectFlag[] = selection.includeHonorableMentions
      ? ["winner", "honorable_mention"]
      : ["winner"];
    require(columns.flags, awards);
  }
  flag("university", selection.isUniversityProject);
  flag("mobile", selection.isSolanaMobile);
  return clauses;
}

/** Of tags, which people write in any case. */
function spellingsOf(column: Column, tags: readonly string[] | undefined): string[] | undefined {
  return tags?.flatMap((tag) => column.spellingsOf(tag));
}

function toolKeys(filters: BuiltWithFilters | undefined, kind: (typeof builtWithKinds)[number]) {
  return filters?.[kind]?.map(toolKey);
}

/** Those of the given rows that contain any of the keys, as a new bitset. */
export function rowsWithin(
  { columns }: ProjectIndex,
  rows: Uint8Array,
  { column, keys }: { column: ProjectColumnName; keys: readonly string[] },
): Uint8Array {
  const bits = new Uint8Array(rows.length);
  columns[column].markRows(keys, bits);
  intersect(bits, rows);
  return bits;
}
