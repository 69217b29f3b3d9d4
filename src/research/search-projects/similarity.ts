/**
 * The similarity that callers see: how well a project's evidence fits the query, comparable between queries, so that a
 * threshold means the same for each.
 */
import type { Candidates } from "./candidates.ts";

/** Similarity of a project whose name is the query. */
const namedFit = 0.98;
const nearlyNamedFit = 0.85;

/** By these, the best of 46 of 48 answerable queries is above 0.35, and of 4 of 30 that no project answers. */
const coveragePower = 3;
const closenessPower = 2.5;

/** Combines word coverage and closeness, 0 to 1. */
export function fitOf(candidates: Candidates, at: number, calibrated: (cosine: number) => number): number {
  const row = candidates.rows[at]!;
  if (candidates.named.has(row)) return namedFit;
  const words = (candidates.coverage[at]! * candidates.certainty) ** coveragePower;
  const close = candidates.cosines ? calibrated(candidates.cosines[at]!) : 0;
  const fit = 1 - (1 - 0.8 * words) * (1 - 0.9 * Math.max(0, close) ** closenessPower);
  return candidates.nearlyNamed.has(row) ? Math.max(nearlyNamedFit, fit) : fit;
}

/** The non-increasing sequence nearest to `values` by squares (pool adjacent violators; Ayer et al., 1955). */
export function nonIncreasing(values: readonly number[]): number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last && last.sum / last.count < pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
}
