/** Counts of a column's values over a set of rows. */
import { forEachBit } from "../bitset.ts";
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
  const { starts, values } = column.arrays;
  const counts = new Uint32Array(column.values.length);
  forEachBit(rows, (row) => {
    const end = starts[row + 1]!;
    for (let i = starts[row]!; i < end; i++) counts[values[i]!]!++;
  });
  const best: number[] = [];
  counts.forEach((count, value) => {
    if (count > 0) best.push(value);
  });
  const keys = column.values;
  best.sort((x, y) => counts[y]! - counts[x]! || compareKeys(keys[x]!.key, keys[y]!.key));
  return best.slice(0, options.topK).map((value) => ({
    ...keys[value]!,
    count: counts[value]!,
    samples: firstRows(column, { value, rows, limit: options.samples }),
  }));
}

function firstRows(column: Column, wanted: { value: number; rows: Uint8Array; limit: number }): number[] {
  const { rowStarts, rows } = column.arrays;
  const found: number[] = [];
  for (let i = rowStarts[wanted.value]!; i < rowStarts[wanted.value + 1]!; i++) {
    if (found.length === wanted.limit) break;
    const row = rows[i]!;
    if (wanted.rows[row >> 3]! & (1 << (row & 7))) found.push(row);
  }
  return found;
}

/** Code-unit order, the same on every machine. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
