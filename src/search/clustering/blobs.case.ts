/** For tests: rows scattered around directions, and random rows. */
import fc from "fast-check";
import { seededGaussian } from "../random.ts";
import { packVectors, type RowSource, takeRows, toUnitLength, type Vectors } from "./vectors.ts";

/** `each` rows around each of `groups` directions, in turn; `noise` 0 puts them on the direction itself. */
export function blobs(
  groups: number,
  each: number,
  { dimensions = 16, noise = 0.1, seed = 1 } = {},
): Vectors {
  const random = seededGaussian(seed);
  const unit = (around: ArrayLike<number> | null) => {
    const vector = Float32Array.from({ length: dimensions }, (_, d) =>
      around ? around[d]! + noise * random() : random(),
    );
    toUnitLength(vector);
    return vector;
  };
  const directions = Array.from({ length: groups }, () => unit(null));
  return packVectors(
    Array.from({ length: groups * each }, (_, row) => unit(directions[row % groups]!)),
    dimensions,
  );
}

/** Rows of length 1 or 0, some of them the same. */
export const anyVectors = (minRows: number, maxRows = 40): fc.Arbitrary<Vectors> =>
  fc.integer({ min: 1, max: 6 }).chain((dimensions) => {
    const row = fc
      .array(fc.integer({ min: -3, max: 3 }), { minLength: dimensions, maxLength: dimensions })
      .map((values) => {
        const vector = Float32Array.from(values);
        toUnitLength(vector);
        return vector;
      });
    return fc
      .array(row, { minLength: minRows, maxLength: maxRows })
      .map((rows) => packVectors(rows, dimensions));
  });

export const sourceOf = (vectors: Vectors): RowSource => ({
  rows: vectors.rows,
  dimensions: vectors.dimensions,
  take: (rows) => takeRows(vectors, rows),
});
