/** Rows of numbers, stored contiguously, for clustering. */
export interface Vectors {
  /** `rows` × `dimensions` numbers; each row of length 1, or all zero where a vector has no direction. */
  values: Float32Array;
  rows: number;
  dimensions: number;
}

/** Rows that are made when they are taken. */
export interface RowSource {
  rows: number;
  dimensions: number;
  take(rows: ArrayLike<number>): Vectors;
}

/** Copies vectors of one length into rows. */
export function packVectors(vectors: readonly Float32Array[], dimensions: number): Vectors {
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    values.set(vector, row * dimensions);
  });
  return { values, rows: vectors.length, dimensions };
}

/** The given rows, in that order. */
export function takeRows({ values, dimensions }: Vectors, rows: ArrayLike<number>): Vectors {
  const taken = new Float32Array(rows.length * dimensions);
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * dimensions;
    taken.set(values.subarray(start, start + dimensions), i * dimensions);
  }
  return { values: taken, rows: rows.length, dimensions };
}

/** A row, without copying it. */
export function rowOf({ values, dimensions }: Vectors, row: number): Float32Array {
  return values.subarray(row * dimensions, (row + 1) * dimensions);
}

/** Cosine of a row with another vector; both of length 1. */
export function dot({ values, dimensions }: Vectors, row: number, other: Float32Array): number {
  const start = row * dimensions;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += values[start + d]! * other[d]!;
  return sum;
}

/** Scales a vector to length 1 in place; false, and unchanged, when it has no direction. */
export function toUnitLength(vector: Float64Array | Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  // Sums of unit vectors that cancel out leave noise, not a direction.
  if (!(squares > 1e-12)) return false;
  const factor = 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) vector[d]! *= factor;
  return true;
}
