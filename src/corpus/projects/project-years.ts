/** The year of a project: in which its hackathon started. */
import { bitsetBytes, forEachBit, hasBit } from "../../search/bitset.ts";
import { instantOf, timeOf } from "./dates.ts";
import type { ProjectIndex } from "./project-index.ts";

/** Computed once per index. */
const known = new WeakMap<ProjectIndex, (number | null)[]>();

/** By row; null where the start is unknown. */
export function rowYears(index: ProjectIndex): readonly (number | null)[] {
  const years = known.get(index) ?? readYears(index);
  known.set(index, years);
  return years;
}

function readYears({ count, columns, hackathons }: ProjectIndex): (number | null)[] {
  const years = new Array<number | null>(count).fill(null);
  for (const { key } of columns.hackathons.values) {
    const start = hackathons.get(key)?.startDate ?? null;
    const year = yearOf(start);
    if (year === null) continue;
    const bits = new Uint8Array(bitsetBytes(count));
    columns.hackathons.markRows([key], bits);
    forEachBit(bits, (row) => {
      years[row] = year;
    });
  }
  return years;
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
  const years = rowYears(index);
  const winners = new Uint8Array(rows.length);
  index.columns.flags.markRows(["winner"], winners);
  const found = new Map<number | null, YearCount>();
  forEachBit(rows, (row) => {
    const year = years[row]!;
    const counted = found.get(year) ?? { year, count: 0, winners: 0 };
    counted.count++;
    if (hasBit(winners, row)) counted.winners++;
    found.set(year, counted);
  });
  const order = (year: number | null) => year ?? Number.POSITIVE_INFINITY;
  return [...found.values()].sort((a, b) => order(a.year) - order(b.year));
}
