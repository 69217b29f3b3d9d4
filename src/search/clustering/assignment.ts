/** Which centroid is nearest to each row. */
import type { RowSource, Vectors } from "./vectors.ts";

export interface Assignment {
  /** Row → number of its nearest centroid; of equally near ones the first. */
  nearest: Uint32Array;
  /** Row → cosine with that centroid. */
  similarity: Float64Array;
  /** Row → cosine with the second nearest; -1 when there is only one centroid. */
  second: Float64Array;
}

/** Assigns every row to the centroid of the greatest cosine. Throws a RangeError without a centroid. */
export function assignToNearest(vectors: Vectors, centroids: Vectors): Assignment {
  const { rows, dimensions } = vectors;
  if (centroids.rows === 0) throw new RangeError("rows cannot be assigned: there is no centroid");
  const nearest = new Uint32Array(rows);
  const similarity = new Float64Array(rows);
  const second = new Float64Array(rows);
  const centres = Float64Array.from(centroids.values);
  const row = new Float64Array(dimensions);
  const scores = new Float64Array(Math.ceil(centroids.rows / 4) * 4);
  for (let i = 0; i < rows; i++) {
    row.set(vectors.values.subarray(i * dimensions, (i + 1) * dimensions));
    scoreAll(row, centres, scores);
    let best = 0;
    let next = -1;
    for (let c = 1; c < centroids.rows; c++)
      if (scores[c]! > scores[best]!) {
        next = best;
        best = c;
      } else if (next < 0 || scores[c]! > scores[next]!) next = c;
    nearest[i] = best;
    similarity[i] = scores[best]!;
    second[i] = next < 0 ? -1 : scores[next]!;
  }
  return { nearest, similarity, second };
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

/** Four centroids at a time, so that each number of the row is loaded once for all four. */
function scoreAll(row: Float64Array, centres: Float64Array, scores: Float64Array): void {
  const width = row.length;
  const count = centres.length / Math.max(1, width);
  let c = 0;
  for (; c + 4 <= count; c += 4) {
    const start = c * width;
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    for (let d = 0; d < width; d++) {
      const value = row[d]!;
      const at = start + d;
      one += value * centres[at]!;
      two += value * centres[at + width]!;
      three += value * centres[at + 2 * width]!;
      four += value * centres[at + 3 * width]!;
    }
    scores[c] = one;
    scores[c + 1] = two;
    scores[c + 2] = three;
    scores[c + 3] = four;
  }
  for (; c < count; c++) {
    let sum = 0;
    for (let d = 0; d < width; d++) sum += row[d]! * centres[c * width + d]!;
    scores[c] = sum;
  }
}
