/** Counts of a column's values over a set of rows. */
import type { Column } from "./column.ts";
import { countAndSample } from "./count-values.ts";
import { topValues } from "./top-values.ts";

export interface Bucket {
  key: string;
  label: string;
  count: number;
  /** The first rows that contain the value, in row order. */
  samples: number[];
}

export interface FacetOptions {
  /** Most buckets. */
  topK: number;
  /** Most sample rows per bucket. */
  samples: number;
}

/** Buckets by count descending, then key; values without rows are omitted. */
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
  /** The first rows of each set that contain the value. */
  samples: number[][];
}

/** Buckets over several sets of rows, by the sum of their counts descending, then key. */
export function countFacets(
  column: Column,
  sets: readonly Uint8Array[],
  { topK, samples }: FacetOptions,
): ComparedBucket[] {
  const counted = sets.map((rows) => countAndSample(column, { rows, samples }));
  const counts = counted.map((one) => one.counts);
  const chosen = topValues(column, sumOf(counts), { limit: topK });
  const sampled = counted.map((one) => one.samplesOf(chosen));
  return chosen.map((value, place) => {
    // Listed one by one: object spread took half of the time of an analysis.
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
