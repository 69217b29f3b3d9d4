/** The year of a project: in which its hackathon started. */
import { bitsetBytes, forEachBit, hasBit } from "../../search/bitset.ts";
import { instantOf, timeOf } from "./dates.ts";
import type { ProjectIndex } from "./project-index.ts";

interface Known {
  /** Oldest first; null, where a start is unknown, last. */
  years: (number | null)[];
  /** Row → place in `years`. */
  placeOf: Uint16Array;
  /** Bits of the winners, honorable mentions left out. */
  winners: Uint8Array;
}

/** Computed once per index. */
const knownOf = new WeakMap<ProjectIndex, Known>();

/** Null where the start is unknown. */
export function yearOfRow(index: ProjectIndex): (row: number) => number | null {
  const { years, placeOf } = know(index);
  return (row) => years[placeOf[row]!]!;
}

function know(index: ProjectIndex): Known {
  const known = knownOf.get(index) ?? { ...readYears(index), winners: readWinners(index) };
  knownOf.set(index, known);
  return known;
}

function readYears({ count, columns, hackathons }: ProjectIndex): Pick<Known, "years" | "placeOf"> {
  const started = columns.hackathons.values.map(({ key }) => ({
    rows: columns.hackathons.rowsOf(key),
    year: yearOf(hackathons.get(key)?.startDate ?? null),
  }));
  const order = (year: number | null) => year ?? Number.POSITIVE_INFINITY;
  const years = [...new Set([...started.map(({ year }) => year), null])].sort((a, b) => order(a) - order(b));
  const placeOf = new Uint16Array(count).fill(years.length - 1);
  for (const { rows, year } of started) {
    const place = years.indexOf(year);
    for (const row of rows) placeOf[row] = place;
  }
  return { years, placeOf };
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
  const { years, placeOf, winners } = know(index);
  const counts = new Uint32Array(years.length);
  const won = new Uint32Array(years.length);
  forEach((row) => {
    const place = placeOf[row]!;
    counts[place]!++;
    if (hasBit(winners, row)) won[place]!++;
  });
  return years.flatMap((year, place) =>
    counts[place] === 0 ? [] : [{ year, count: counts[place]!, winners: won[place]! }],
  );
}
