/**
 * Vectors relative to their mean. What all texts of a corpus share points in one direction and hides how they differ;
 * without it, groups are more even (J. Mu, P. Viswanath, "All-but-the-top", 2018, of which this is the first step).
 */
import { toUnitLength, type Vectors } from "./vectors.ts";

/** The mean of the rows; all zero without rows. */
export function meanOf({ values, rows, dimensions }: Vectors): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let row = 0; row < rows; row++)
    for (let d = 0; d < dimensions; d++) sums[d]! += values[row * dimensions + d]!;
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows));
}

/** The rows minus `origin`, scaled to length 1; all zero where the difference is zero. */
export function centre({ values, rows, dimensions }: Vectors, origin: Float32Array): Vectors {
  const moved = new Float32Array(values.length);
  const difference = new Float64Array(dimensions);
  for (let row = 0; row < rows; row++) {
    const start = row * dimensions;
    for (let d = 0; d < dimensions; d++) difference[d] = values[start + d]! - origin[d]!;
    if (toUnitLength(difference)) moved.set(difference, start);
  }
  return { values: moved, rows, dimensions };
}
