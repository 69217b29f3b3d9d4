/**
 * A monotone map from an embedder's raw cosines to the documented bands: unrelated pairs near 0.1,
 * all but one in twenty of them below 0.2, related pairs above 0.4.
 */
export interface Calibration {
  /** Raw cosines, ascending. */
  from: number[];
  /** Calibrated similarities, ascending, as long as `from`. */
  to: number[];
}

/** Used when there are no samples. */
export const identityCalibration: Calibration = { from: [-1, 0, 1], to: [0, 0, 1] };

const least = 1e-3;

/** Fits the map to cosines of random pairs and of pairs known to be related. */
export function calibrate(random: readonly number[], related: readonly number[]): Calibration {
  if (random.length < 10 || related.length < 10) return identityCalibration;
  const median = quantile(random, 0.5);
  const high = Math.max(quantile(random, 0.95), median + least);
  const typical = Math.max(quantile(related, 0.5), high + least);
  const from = [-1, median, high, typical, Math.max(1, typical + least)];
  return { from, to: [0, 0.08, 0.19, 0.5, 1] };
}

/** Calibrated similarity, 0 to 1. */
export function applyCalibration(calibration: Calibration, cosine: number): number {
  const { from, to } = calibration;
  if (cosine <= from[0]!) return to[0]!;
  for (let i = 1; i < from.length; i++)
    if (cosine <= from[i]!) {
      const share = (cosine - from[i - 1]!) / (from[i]! - from[i - 1]!);
      return to[i - 1]! + share * (to[i]! - to[i - 1]!);
    }
  return to[to.length - 1]!;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}
