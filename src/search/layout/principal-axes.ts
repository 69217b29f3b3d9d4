/** The two directions in which vectors differ most, by orthogonal iteration. */

import { meanOf } from "../clustering/centring.ts";
import type { Vectors } from "../clustering/vectors.ts";
import { seededGaussian } from "../random.ts";

const iterations = 8;
const seed = 20_261_122;

/** Two coordinates per row. */
export function principalAxes(vectors: Vectors): Float32Array {
  const { values, rows, dimensions } = vectors;
  const mean = meanOf(vectors);
  const gaussian = seededGaussian(seed);
  let axes = [0, 1].map(() => Float64Array.from({ length: dimensions }, () => gaussian()));
  orthonormalise(axes);
  const coordinates = new Float32Array(rows * 2);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const next = [new Float64Array(dimensions), new Float64Array(dimensions)];
    for (let row = 0; row < rows; row++) {
      const start = row * dimensions;
      for (let axis = 0; axis < 2; axis++) {
        const direction = axes[axis]!;
        let along = 0;
        for (let d = 0; d < dimensions; d++) along += (values[start + d]! - mean[d]!) * direction[d]!;
        coordinates[row * 2 + axis] = along;
        const sum = next[axis]!;
        for (let d = 0; d < dimensions; d++) sum[d]! += along * (values[start + d]! - mean[d]!);
      }
    }
    axes = next;
    orthonormalise(axes);
  }
  return coordinates;
}

/** In place (Gram–Schmidt); a direction that is left without length is zero. */
function orthonormalise(axes: readonly Float64Array[]): void {
  axes.forEach((axis, i) => {
    for (const earlier of axes.slice(0, i)) {
      const along = axis.reduce((sum, x, d) => sum + x * earlier[d]!, 0);
      for (let d = 0; d < axis.length; d++) axis[d]! -= along * earlier[d]!;
    }
    const norm = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
    for (let d = 0; d < axis.length; d++) axis[d] = norm > 1e-9 ? axis[d]! / norm : 0;
  });
}
