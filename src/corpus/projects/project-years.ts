/** The year of a project: in which its hackathon started. */
import { bitsetBytes, forEachBit, hasBit } from "../../search/bitset.ts";
import { instantOf, timeOf } from "./dates.ts";
import type { ProjectIndex } from "./project-index.ts";

interface Known {
  /** By row; null where the start is unknown. */
  years: (number | null)[];
  /** Bits of the winners, honorable mentions left out. */
  winners: Uint8Array;
}

/** Computed once per index. */
const knownOf = new WeakMap<ProjectIndex, Known>();

/** By row; null where the start is unknown. */
export function rowYears(index: ProjectIndex): readonly (number | null)[] {
  return know(index).years;
}

function know(index: ProjectIndex): Known {
  const known = knownOf.get(index) ?? { years: readYears(index), winners: readWinners(index) };
  knownOf.set(index, known);
  return known;
}

function readYears({ count, columns, hackathons }: ProjectIndex): (number | null)[] {
  const years = new Array<number | null>(count).fill(null);
  for (const { key } of columns.hackathons.values) {
    const year = yearOf(hackathons.get(key)?.startDate ?? null);
    for (const row of columns.hackathons.rowsOf(key)) years[row] = year;
  }
  return years;
}

function readWinners({ count, columns }: ProjectIndex): Uint8Array {
  const bits = new Uint8Array(bitsetBytes(count));
  columns.flags.markRows(["winner"], bits);
  return bits;
}

/** In UTC; null for an unknown date. */
export function yearOf(date: string | null): number | null {
  return date === null || timeOf(date) === timeOf(null) ? null : Number(instantOf(date).slice(0, 4));
}

export interface YearCount {
  year: number | null;
  count: number;
  /** Without honorable mentions. */
  winners: number;
}

/** The projects of a set and the winners among them by year, oldest first, unknown years last. */
export function countByYear(index: ProjectIndex, rows: Uint8Array): YearCount[] {
  return countYears(index, (visit) => forEachBit(rows, visit));
}

/** The same for those of some projects that are in the set. */
export function countByYearAmong(index: ProjectIndex, among: Uint32Array, rows: Uint8Array): YearCount[] {
  return countYears(index, (visit) => {
    for (const row of among) if (hasBit(rows, row)) visit(row);
  });
}

function countYears(index: ProjectIndex, forEach: (visit: (row: number) => void) => void): YearCount[] {
  const { years, winners } = know(index);
  const found = new Map<number | null, YearCount>();
  forEach((row) => {
    const year = years[row]!;
    let counted = found.get(year);
    if (!counted) {
      counted = { year, count: 0, winners: 0 };
      found.set(year, counted);
    }
    counted.count++;
    if (hasBit(winners, row)) counted.winners++;
  });
  const order = (year: number | null) => year ?? Number.POSITIVE_INFINITY;
  return [...found.values()].sort((a, b) => order(a.year) - order(b.year));
}
