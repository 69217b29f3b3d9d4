import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededGaussian } from "../../search/random.ts";
import { choleskyInverse, symmetricEigen } from "./eigen.ts";
import { type SparseMatrix, truncatedSvd } from "./randomized-svd.ts";

type Dense = number[][];

function sparse(dense: Dense, columns: number): SparseMatrix {
  const starts = [0];
  const columnOf: number[] = [];
  const values: number[] = [];
  for (const row of dense) {
    row.forEach((value, column) => {
      if (value === 0) return;
      columnOf.push(column);
      values.push(value);
    });
    starts.push(columnOf.length);
  }
  return {
    rows: dense.length,
    columns,
    starts: Uint32Array.from(starts),
    columnOf: Uint32Array.from(columnOf),
    values: Float32Array.from(values),
  };
}

/** AᵀA. */
function gram(dense: Dense, columns: number): Float64Array {
  const out = new Float64Array(columns * columns);
  for (const row of dense)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < columns; j++) out[i * columns + j]! += row[i]! * row[j]!;
  return out;
}

/** Singular values, descending, by one-sided Jacobi rotations of the columns: slow, plain, and another method. */
function naiveSingularValues(dense: Dense, columns: number): number[] {
  const at = Array.from({ length: columns }, (_, j) => dense.map((row) => row[j]!));
  const product = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  for (let sweep = 0; sweep < 60; sweep++)
    for (let p = 0; p < columns; p++)
      for (let q = p + 1; q < columns; q++) {
        const gamma = product(at[p]!, at[q]!);
        if (Math.abs(gamma) < 1e-14) continue;
        const zeta = (product(at[q]!, at[q]!) - product(at[p]!, at[p]!)) / (2 * gamma);
        const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const c = 1 / Math.hypot(1, t);
        const [x, y] = [at[p]!, at[q]!];
        at[p] = x.map((value, i) => c * (value - t * y[i]!));
        at[q] = y.map((value, i) => c * (t * x[i]! + value));
      }
  return at.map((column) => Math.sqrt(product(column, column))).sort((x, y) => y - x);
}

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 10 }))
  .chain(([rows, columns]) =>
    fc.record({
      columns: fc.constant(columns),
      dense: fc.array(
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 5 })), {
          minLength: columns,
          maxLength: columns,
        }),
        { minLength: rows, maxLength: rows },
      ),
    }),
  );

describe("truncatedSvd", () => {
  it("finds the singular values of small matrices, also of deficient rank", () => {
    fc.assert(
      fc.property(matrix, ({ dense, columns }) => {
        const expected = naiveSingularValues(dense, columns);
        const { rank, singular } = truncatedSvd(sparse(dense, columns), 12, 1);
        const greatest = expected[0]!;
        for (let j = 0; j < rank; j++)
          expect(Math.abs(singular[j]! - expected[j]!)).toBeLessThan(1e-3 * greatest + 1e-9);
        for (const left of expected.slice(rank)) expect(left).toBeLessThan(1e-3 * greatest + 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it("gives orthonormal right vectors that the matrix stretches by the singular values", () => {
    fc.assert(
      fc.property(matrix, ({ dense, columns }) => {
        const { rank, right, singular } = truncatedSvd(sparse(dense, columns), 12, 1);
        const vector = (j: number) => Array.from({ length: columns }, (_, i) => right[i * rank + j]!);
        for (let j = 0; j < rank; j++) {
          // Directions of a thousandth of the greatest and less are noise in single precision.
          if (singular[j]! < singular[0]! * 1e-2) continue;
          for (let l = 0; l <= j; l++) {
            const product = vector(j).reduce((sum, x, i) => sum + x * vector(l)[i]!, 0);
            expect(product).toBeCloseTo(j === l ? 1 : 0, 2);
          }
          const stretched = dense.map((row) => row.reduce((sum, x, i) => sum + x * vector(j)[i]!, 0));
          expect(Math.hypot(...stretched)).toBeCloseTo(singular[j]!, 2);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("finds the leading directions of a larger matrix with a decaying spectrum", () => {
    const gaussian = seededGaussian(5);
    const dense = Array.from({ length: 300 }, () =>
      Array.from({ length: 60 }, (_, j) => gaussian() / (1 + j)),
    );
    const { values } = symmetricEigen(gram(dense, 60), 60);
    const { singular } = truncatedSvd(sparse(dense, 60), 10, 1);
    for (let j = 0; j < 10; j++) expect(singular[j]! / Math.sqrt(values[j]!)).toBeCloseTo(1, 3);
  });

  it("takes matrices of no rows, no columns and no entries", () => {
    const empty = (rows: number, columns: number) =>
      sparse(Array(rows).fill(Array(columns).fill(0)), columns);
    expect(truncatedSvd(empty(0, 5), 3, 1).rank).toBe(0);
    expect(truncatedSvd(empty(5, 0), 3, 1).rank).toBe(0);
    expect(truncatedSvd(empty(5, 5), 3, 1).rank).toBe(0);
  });

  it("gives the same bits each time", () => {
    const dense = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 20 }, (_, j) => ((i * 7 + j * 3) % 5) - 2),
    );
    const [one, two] = [truncatedSvd(sparse(dense, 20), 8, 3), truncatedSvd(sparse(dense, 20), 8, 3)];
    expect(Buffer.from(one!.right.buffer).equals(Buffer.from(two!.right.buffer))).toBe(true);
  });
});

describe("symmetricEigen", () => {
  it("takes a symmetric matrix apart so that it can be put together again", () => {
    fc.assert(
      fc.property(matrix, ({ dense, columns: n }) => {
        const symmetric = gram(dense, n);
        const { values, vectors } = symmetricEigen(symmetric, n);
        for (let i = 1; i < n; i++) expect(values[i]!).toBeLessThanOrEqual(values[i - 1]!);
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++) {
            let sum = 0;
            for (let l = 0; l < n; l++) sum += vectors[i * n + l]! * values[l]! * vectors[j * n + l]!;
            expect(sum).toBeCloseTo(symmetric[i * n + j]!, 5);
          }
      }),
      { numRuns: 100 },
    );
  });
});

describe("choleskyInverse", () => {
  it("makes independent columns orthonormal", () => {
    fc.assert(
      fc.property(matrix, ({ dense, columns: n }) => {
        const regular = gram(dense, n);
        for (let i = 0; i < n; i++) regular[i * n + i]! += 1;
        const inverse = choleskyInverse(regular, n);
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++) {
            let sum = 0;
            for (let k = 0; k < n; k++)
              for (let l = 0; l < n; l++)
                sum += inverse[k * n + i]! * regular[k * n + l]! * inverse[l * n + j]!;
            expect(sum).toBeCloseTo(i === j ? 1 : 0, 6);
          }
      }),
      { numRuns: 50 },
    );
  });
});
