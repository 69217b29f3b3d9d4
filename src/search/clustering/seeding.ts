/**
 * First centroids by k-means++ (D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", 2007):
 * each next one is drawn with a probability proportional to its distance from those drawn. The distance is 1 − cosine,
 * which for unit vectors is half the squared Euclidean one.
 */
import { assignToNearest } from "./assignment.ts";
import { takeRows, type Vectors } from "./vectors.ts";

/** Rows of the seeds, at most `count`; fewer when there are fewer distinct vectors. */
export function seedRows(vectors: Vectors, count: number, random: () => number): number[] {
  const { rows } = vectors;
  if (rows === 0 || count < 1) return [];
  const chosen = [Math.min(rows - 1, Math.floor(random() * rows))];
  const distance = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  while (chosen.length < count) {
    const total = shrinkDistances(vectors, chosen.at(-1)!, distance);
    if (total <= 0) break;
    chosen.push(drawRow(distance, random() * total));
  }
  return chosen;
}

export function seedCentroids(vectors: Vectors, count: number, random: () => number): Vectors {
  return takeRows(vectors, seedRows(vectors, count, random));
}

/** Rounding noise of single-precision sums: vectors nearer than this are equal. */
const sameVector = 1e-6;

/** Updates each row's distance from the nearest seed for one more seed. Returns the sum. */
function shrinkDistances(vectors: Vectors, seed: number, distance: Float64Array): number {
  const { similarity } = assignToNearest(vectors, takeRows(vectors, [seed]));
  let total = 0;
  for (let row = 0; row < vectors.rows; row++) {
    const apart = 1 - similarity[row]!;
    const least = Math.min(distance[row]!, row === seed || apart < sameVector ? 0 : apart);
    distance[row] = least;
    total += least;
  }
  return total;
}

/** The row whose interval of the cumulative distances contains `at`. */
function drawRow(distance: Float64Array, at: number): number {
  let left = at;
  let last = 0;
  for (let row = 0; row < distance.length; row++) {
    if (distance[row]! <= 0) continue;
    last = row;
    left -= distance[row]!;
    if (left < 0) return row;
  }
  return last;
}
