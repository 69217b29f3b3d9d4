/** Percentiles of measured times. */
export interface Latency {
  count: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  mean: number;
}

/** The quantile at `share` (0 to 1) of the sorted values, by nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))]!;
}

export function latencyOf(milliseconds: ArrayLike<number>): Latency {
  const sorted = Float64Array.from(milliseconds).sort();
  return {
    count: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    mean: sorted.reduce((sum, x) => sum + x, 0) / sorted.length,
  };
}
