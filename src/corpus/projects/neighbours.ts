/** Projects that are close to a vector: all of them, by an exact scan. */
import { argsort } from "../../search/argsort.ts";
import { hasBit } from "../../search/bitset.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";
import type { ProjectIndex } from "./project-index.ts";

/**
 * Least calibrated closeness of a text and a project that are neighbours. Of the texts of 8,045 real projects (their
 * one-liners) and random other projects, 0.5 % are as close, of those and projects of the same cluster a tenth: see
 * docs/decisions/0016-landscape.md.
 */
export const neighbourCloseness = 0.6;

export interface Neighbours {
  /** Nearest first. */
  rows: Uint32Array;
  /** Calibrated closeness of each. */
  closeness: Float64Array;
}

/** Rows compared in one call of the kernel. */
const batch = 16_384;

/** Every one of the given rows that is within {@link neighbourCloseness}; ties go by row. */
export function neighboursOf(
  corpus: { projects: ProjectIndex; calibrated(cosine: number): number },
  query: PreparedQuery,
  within: Uint8Array,
): Neighbours {
  const { projects } = corpus;
  const rows: number[] = [];
  const closeness: number[] = [];
  for (let from = 0; from < projects.count; from += batch) {
    const ids = Uint32Array.from({ length: Math.min(batch, projects.count - from) }, (_, i) => from + i);
    const cosines = projects.vectors.similarities(query, ids, projects.scratch);
    cosines.forEach((cosine, i) => {
      const row = from + i;
      if (!hasBit(within, row) || !projects.vectors.has(row)) return;
      const close = corpus.calibrated(cosine);
      if (close < neighbourCloseness) return;
      rows.push(row);
      closeness.push(close);
    });
  }
  const order = argsort(Float64Array.from(closeness));
  return {
    rows: Uint32Array.from(order, (at) => rows[at]!),
    closeness: Float64Array.from(order, (at) => closeness[at]!),
  };
}
