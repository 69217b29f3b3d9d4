/** Counts of a column's values over a set of rows. */
import { countBits } from "../bitset.ts";
import type { Column } from "./column.ts";
import { firstRows } from "./first-rows.ts";
import { topValues } from "./top-values.ts";

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
  return countFacets(column, [rows], options).map(({ key, label, counts, samples }) => ({
    key,
    label,
    count: counts[0]!,
    samples: samples[0]!,
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
  { topK, samples }: FacetOptions,
): ComparedBucket[] {
  const counts = sets.map((rows) => countValues(column, rows));
  const chosen = topValues(column, sumOf(counts), { limit: topK });
  const sampled = sets.map((rows) => firstRows(column, chosen, { rows, limit: samples }));
  return chosen.map((value, place) => {
    // Named one by one: spreading took half of the time of an analysis.
    const { key, label } = column.values[value]!;
    return {
      key,
      label,
      counts: counts.map((some) => some[value]!),
      samples: sampled.map((rows) => rows[place]!),
    };
  });
}

function sumOf(counts: readonly Uint32Array[]): Uint32Array {
  if (counts.length === 1) return counts[0]!;
  const sums = new Uint32Array(counts[0]?.length ?? 0);
  for (const some of counts) for (let value = 0; value < sums.length; value++) sums[value]! += some[value]!;
  return sums;
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
