/** Projects that are close to a vector: all of them, by an exact scan. */
import { argsort } from "../../search/argsort.ts";
import { hasBit } from "../../search/bitset.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";
import type { ProjectIndex } from "./project-index.ts";

/**
 * Minimum calibrated closeness of a text and a project that are neighbors. Of the texts of 8,045 real projects (their
 * one-liners) and random other projects, 0.5 % are as close, of those and projects of the same cluster a tenth: see
 * docs/decisions/0016-landscape.md (by vectors of whole descriptions).
 */
export const neighborCloseness = 0.6;

export interface Neighbors {
  /** Nearest first. */
  rows: Uint32Array;
  /** Calibrated closeness of each. */
  closeness: Float64Array;
}

/** Rows compared in one call of the kernel. */
const batch = 16_384;

/** Every one of the given rows that is within {@link neighborCloseness}; ties go by row. */
export function neighborsOf(
  corpus: { projects: ProjectIndex; calibrated(cosine: number): number },
  query: PreparedQuery,
  within: Uint8Array,
): Neighbors {
  const { projects } = corpus;
  const rows: number[] = [];
  const closeness: number[] = [];
  const least = minCosine((cosine) => corpus.calibrated(cosine));
  const ids = new Uint32Array(Math.min(batch, projects.count));
  for (let from = 0; from < projects.count; from += batch) {
    const length = Math.min(batch, projects.count - from);
    for (let i = 0; i < length; i++) ids[i] = from + i;
    const cosines = projects.vectors.similarities(query, ids.subarray(0, length), projects.scratch);
    for (let i = 0; i < length; i++) {
      if (cosines[i]! < least) continue;
      const row = from + i;
      if (!hasBit(within, row) || !projects.vectors.has(row)) continue;
      const close = corpus.calibrated(cosines[i]!);
      if (close < neighborCloseness) continue;
      rows.push(row);
      closeness.push(close);
    }
  }
  const order = argsort(Float64Array.from(closeness));
  return {
    rows: Uint32Array.from(order, (at) => rows[at]!),
    closeness: Float64Array.from(order, (at) => closeness[at]!),
  };
}

/** A cosine below which nothing is a neighbor, found by bisection: calibrations are monotone. */
function minCosine(calibrated: (cosine: number) => number): number {
  let low = -1;
  let high = 1;
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (calibrated(middle) < neighborCloseness) low = middle;
    else high = middle;
  }
  return low;
}
