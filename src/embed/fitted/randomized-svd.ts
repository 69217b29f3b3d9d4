/**
 * Truncated singular value decomposition of a sparse matrix (Halko, Martinsson and Tropp, "Finding structure
 * with randomness", 2011), with Cholesky QR and the heavy products in kernels.
 */
import { Arena } from "../../search/kernels/arena.ts";
import { seededGaussian } from "../../search/random.ts";
import { choleskyInverse, symmetricEigen } from "./eigen.ts";

export interface SparseMatrix {
  rows: number;
  columns: number;
  /** Row → start of its entries; one more than rows. */
  starts: Uint32Array;
  columnOf: Uint32Array;
  values: Float32Array;
}

export interface TruncatedSvd {
  rank: number;
  /** columns × rank, row-major; each column of unit length. */
  right: Float32Array;
  singular: Float64Array;
}

const oversampling = 24;
const powerIterations = 2;

/** The `wanted` largest singular values and right vectors; fewer when the matrix has no more. */
export function truncatedSvd(matrix: SparseMatrix, wanted: number, seed: number): TruncatedSvd {
  const rank = Math.min(wanted, matrix.rows, matrix.columns);
  if (rank === 0) return { rank: 0, right: new Float32Array(0), singular: new Float64Array(0) };
  const width = Math.ceil(Math.min(rank + oversampling, rank * 2 + 8) / 4) * 4;
  const space = new Workspace(matrix, width);
  space.randomize(seed);
  space.multiply();
  for (let iteration = 0; iteration < powerIterations; iteration++) {
    space.orthonormalizeRows();
    space.multiplyTransposed();
    space.orthonormalizeColumns();
    space.multiply();
  }
  space.orthonormalizeRows();
  space.multiplyTransposed();
  return project(space.columnSide(), { columns: matrix.columns, width, rank });
}

/** Eigenvectors of BᵀB turn B = AᵀQ into right singular vectors. */
function project(
  b: { values: Float32Array; gram: Float64Array },
  shape: { columns: number; width: number; rank: number },
): TruncatedSvd {
  const { columns, width } = shape;
  const { values, vectors } = symmetricEigen(b.gram, width);
  const floor = Math.max(values[0]!, 0) * 1e-10;
  let rank = 0;
  while (rank < shape.rank && values[rank]! > floor) rank++;
  const singular = Float64Array.from({ length: rank }, (_, j) => Math.sqrt(values[j]!));
  const right = new Float32Array(columns * rank);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rank; j++) {
      let sum = 0;
      for (let l = 0; l < width; l++) sum += b.values[i * width + l]! * vectors[l * width + j]!;
      right[i * rank + j] = sum / singular[j]!;
    }
  return { rank, right, singular };
}

/** The matrix and the two tall dense factors, in one arena. */
class Workspace {
  readonly #matrix: SparseMatrix;
  readonly #width: number;
  readonly #arena: Arena;
  readonly #at: Record<
    "starts" | "columns" | "values" | "rowSide" | "columnSide" | "gram" | "square" | "row",
    number
  >;

  constructor(matrix: SparseMatrix, width: number) {
    this.#matrix = matrix;
    this.#width = width;
    const arena = new Arena(1 << 16);
    this.#arena = arena;
    this.#at = {
      starts: arena.place(matrix.starts),
      columns: arena.place(matrix.columnOf),
      values: arena.place(matrix.values),
      rowSide: arena.allocate(matrix.rows * width * 4),
      columnSide: arena.allocate(matrix.columns * width * 4),
      gram: arena.allocate(width * width * 8),
      square: arena.allocate(width * width * 4),
      row: arena.allocate(width * 4),
    };
  }

  randomize(seed: number): void {
    const gaussian = seededGaussian(seed);
    const values = this.#arena.float32(this.#at.columnSide, this.#matrix.columns * this.#width);
    for (let i = 0; i < values.length; i++) values[i] = gaussian();
  }

  multiply(): void {
    const { starts, columns, values, columnSide, rowSide } = this.#at;
    this.#arena.kernels.multiply(
      starts,
      columns,
      values,
      this.#matrix.rows,
      columnSide,
      this.#width,
      rowSide,
    );
  }

  multiplyTransposed(): void {
    const { starts, columns, values, columnSide, rowSide } = this.#at;
    this.#arena.kernels.multiplyTransposed(
      starts,
      columns,
      values,
      this.#matrix.rows,
      rowSide,
      this.#width,
      columnSide,
      this.#matrix.columns,
    );
  }

  orthonormalizeRows(): void {
    this.#orthonormalize(this.#at.rowSide, this.#matrix.rows);
  }

  orthonormalizeColumns(): void {
    this.#orthonormalize(this.#at.columnSide, this.#matrix.columns);
  }

  columnSide(): { values: Float32Array; gram: Float64Array } {
    const count = this.#matrix.columns;
    const gram = this.#gram(this.#at.columnSide, count);
    return { values: this.#arena.float32(this.#at.columnSide, count * this.#width).slice(), gram };
  }

  #orthonormalize(dense: number, rows: number): void {
    const inverse = choleskyInverse(this.#gram(dense, rows), this.#width);
    this.#arena.float32(this.#at.square, this.#width * this.#width).set(inverse);
    this.#arena.kernels.multiplyInPlace(dense, rows, this.#width, this.#at.square, this.#at.row);
  }

  /** Full symmetric gram matrix; the kernel fills the upper triangle. */
  #gram(dense: number, rows: number): Float64Array {
    const width = this.#width;
    this.#arena.kernels.gram(dense, rows, width, this.#at.gram);
    const gram = this.#arena.float64(this.#at.gram, width * width).slice();
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) gram[i * width + j] = gram[j * width + i]!;
    return gram;
  }
}
