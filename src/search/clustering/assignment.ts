/** Which centroid is nearest to each row. */
import { threadSpace } from "../kernels/thread-space.ts";
import { type RowSource, rowOf, type Vectors } from "./vectors.ts";

export interface Assignment {
  /** Row → number of its nearest centroid; of equally near ones the first. */
  nearest: Uint32Array;
  /** Row → cosine with that centroid. */
  similarity: Float64Array;
  /** Row → cosine with the second nearest; -1 when there is only one centroid. */
  second: Float64Array;
}

/** Rows compared at a time. */
const batch = 512;

/** Assigns every row to the centroid of the greatest cosine. Throws a RangeError without a centroid. */
export function assignToNearest(vectors: Vectors, centroids: Vectors): Assignment {
  const { rows } = vectors;
  if (centroids.rows === 0) throw new RangeError("rows cannot be assigned: there is no centroid");
  const dimensions = Math.ceil(vectors.dimensions / 4) * 4;
  const rowBytes = dimensions * 4;
  const { arena, at } = threadSpace(
    (centroids.rows + 1) * dimensions * 8 + centroids.rows * 8 + batch * (rowBytes + 20),
  );
  const centres = arena.float64(at, centroids.rows * dimensions).fill(0);
  for (let c = 0; c < centroids.rows; c++) centres.set(rowOf(centroids, c), c * dimensions);
  const row = at + centres.byteLength;
  const cosines = row + dimensions * 8;
  const similarityAt = cosines + centroids.rows * 8;
  const secondAt = similarityAt + batch * 8;
  const nearestAt = secondAt + batch * 8;
  const vectorsAt = nearestAt + batch * 4;
  const compared = arena.float32(vectorsAt, batch * dimensions).fill(0);
  const found: Assignment = {
    nearest: new Uint32Array(rows),
    similarity: new Float64Array(rows),
    second: new Float64Array(rows),
  };
  for (let from = 0; from < rows; from += batch) {
    const count = Math.min(batch, rows - from);
    for (let i = 0; i < count; i++) compared.set(rowOf(vectors, from + i), i * dimensions);
    arena.kernels.assignToNearest(
      vectorsAt,
      count,
      at,
      centroids.rows,
      dimensions,
      row,
      cosines,
      nearestAt,
      similarityAt,
      secondAt,
    );
    found.nearest.set(arena.uint32(nearestAt, count), from);
    found.similarity.set(arena.float64(similarityAt, count), from);
    found.second.set(arena.float64(secondAt, count), from);
  }
  return found;
}

/** Rows in memory at a time. */
const taken = 4_096;

export interface RowsToAssign {
  source: RowSource;
  rows: readonly number[];
  /** Called between batches; may throw to stop. */
  onBatch?: (() => void) | undefined;
}

/** For each of some rows of a source, the number of its nearest centroid. */
export function assignRows({ source, rows, onBatch }: RowsToAssign, centroids: Vectors): Uint32Array {
  const nearest = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += taken) {
    onBatch?.();
    const vectors = source.take(rows.slice(at, at + taken));
    nearest.set(assignToNearest(vectors, centroids).nearest, at);
  }
  return nearest;
}
