/** Counts of a column's values over a set of rows. */
import { countBits, hasBit } from "../bitset.ts";
import type { Column } from "./column.ts";

export interface Bucket {
  key: string;
  label: string;
  count: number;
  /** The first rows that hold the value, in row order. */
  samples: number[];
}

export interface FacetOptions {
  /** Most buckets. */
  topK: number;
  /** Most sample rows per bucket. */
  samples: number;
}

/** Buckets by count descending, then key; values that no row holds are left out. */
export function countFacet(column: Column, rows: Uint8Array, options: FacetOptions): Bucket[] {
  const counts = countValues(column, rows);
  return topValues(column, counts, options.topK).map((value) => ({
    ...column.values[value]!,
    count: counts[value]!,
    samples: firstRows(column, { value, rows, limit: options.samples }),
  }));
}

export interface ComparedBucket {
  key: string;
  label: string;
  /** One per set of rows. */
  counts: number[];
  /** The first rows of each set that hold the value. */
  samples: number[][];
}

/** Buckets over several sets of rows, by the sum of their counts descending, then key. */
export function countFacets(
  column: Column,
  sets: readonly Uint8Array[],
  options: FacetOptions,
): ComparedBucket[] {
  const counts = sets.map((rows) => countValues(column, rows));
  const sums = new Uint32Array(column.values.length);
  for (const some of counts) for (let value = 0; value < sums.length; value++) sums[value]! += some[value]!;
  return topValues(column, sums, options.topK).map((value) => ({
    ...column.values[value]!,
    counts: counts.map((some) => some[value]!),
    samples: sets.map((rows) => firstRows(column, { value, rows, limit: options.samples })),
  }));
}

/** How many of the rows hold each value. Walks whichever are fewer, the rows or all the others. */
export function countValues(column: Column, rows: Uint8Array): Uint32Array {
  const { starts, rowStarts } = column.arrays;
  const rowCount = starts.length - 1;
  const counts = new Uint32Array(column.values.length);
  if (countBits(rows) * 2 <= rowCount) {
    addRows(column, counts, { rows, flip: 0, step: 1 });
    return counts;
  }
  for (let value = 0; value < counts.length; value++)
    counts[value] = rowStarts[value + 1]! - rowStarts[value]!;
  addRows(column, counts, { rows, flip: 255, step: -1 });
  return counts;
}

function addRows(
  column: Column,
  counts: Uint32Array,
  walk: { rows: Uint8Array; flip: number; step: number },
): void {
  const { starts, values } = column.arrays;
  const { rows, flip, step } = walk;
  const rowCount = starts.length - 1;
  for (let first = 0; first < rowCount; first += 8) {
    let byte = rows[first >> 3]! ^ flip;
    for (; byte !== 0; byte &= byte - 1) {
      const row = first + 31 - Math.clz32(byte & -byte);
      if (row >= rowCount) break;
      const end = starts[row + 1]!;
      for (let i = starts[row]!; i < end; i++) counts[values[i]!]! += step;
    }
  }
}

/** Up to so many buckets are found by insertion, more by sorting. */
const insertionLimit = 64;

/** The `limit` values with the highest counts, ties by key. */
function topValues(column: Column, counts: Uint32Array, limit: number): number[] {
  const held: number[] = [];
  for (let value = 0; value < counts.length; value++) if (counts[value] !== 0) held.push(value);
  const order = (a: number, b: number) =>
    counts[b]! - counts[a]! || compareKeys(column.values[a]!.key, column.values[b]!.key);
  if (limit > insertionLimit) return held.sort(order).slice(0, limit);
  const best: number[] = [];
  for (const value of held) {
    if (best.length === limit && (limit === 0 || order(best[limit - 1]!, value) < 0)) continue;
    let at = best.length;
    while (at > 0 && order(best[at - 1]!, value) > 0) at--;
    best.splice(at, 0, value);
    if (best.length > limit) best.pop();
  }
  return best;
}

function firstRows(column: Column, wanted: { value: number; rows: Uint8Array; limit: number }): number[] {
  const { rowStarts, rows } = column.arrays;
  const found: number[] = [];
  for (let i = rowStarts[wanted.value]!; i < rowStarts[wanted.value + 1]!; i++) {
    if (found.length === wanted.limit) break;
    const row = rows[i]!;
    if (hasBit(wanted.rows, row)) found.push(row);
  }
  return found;
}

/** Code-unit order, the same on every machine. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
