/**
 * Spherical k-means (I. Dhillon, D. Modha, "Concept decompositions for large sparse text data using clustering", 2001):
 * k-means over directions. A centroid is the mean of its rows scaled to length 1; nearness is the cosine.
 */
import { seededRandom } from "../random.ts";
import { type Assignment, assignToNearest } from "./assignment.ts";
import { seedCentroids } from "./seeding.ts";
import { toUnitLength, type Vectors } from "./vectors.ts";

export interface KMeansOptions {
  clusters: number;
  seed: number;
  /** Independent restarts, of which the best result is kept; 3 by default. */
  restarts?: number;
  /** Maximum number of rounds; 30 by default. */
  iterations?: number;
  /** Called before each round; may throw to stop. */
  onRound?: () => void;
}

export interface Clustering {
  centroids: Vectors;
  /** Row → number of its centroid: always the nearest. */
  nearest: Uint32Array;
  /** Mean cosine of the rows with their centroids. */
  objective: number;
  /** The objective after each assignment; it never falls. */
  history: number[];
}

/** Rounds end when one gains less than this. */
const minGain = 2e-4;

/** At most `clusters` groups; fewer when there are fewer distinct rows. Deterministic for the same rows and seed. */
export function sphericalKMeans(vectors: Vectors, options: KMeansOptions): Clustering {
  const { clusters, seed, restarts = 3, iterations = 30, onRound } = options;
  let best: Clustering | null = null;
  for (let start = 0; start < Math.max(1, restarts); start++) {
    const random = seededRandom(seed + start * 7919);
    const outcome = refine(vectors, seedCentroids(vectors, clusters, random), { iterations, onRound });
    if (!best || outcome.objective > best.objective) best = outcome;
  }
  return best!;
}

/** Lloyd's algorithm from given centroids until the objective stops improving. */
export function refine(
  vectors: Vectors,
  centroids: Vectors,
  { iterations = 30, onRound }: Pick<KMeansOptions, "iterations" | "onRound">,
): Clustering {
  const history: number[] = [];
  let current = centroids;
  if (vectors.rows === 0 || centroids.rows === 0)
    return { centroids, nearest: new Uint32Array(vectors.rows), objective: 0, history };
  for (let round = 0; ; round++) {
    onRound?.();
    const assignment = assignToNearest(vectors, current);
    const objective = mean(assignment.similarity);
    const gain = objective - (history.at(-1) ?? -1);
    history.push(objective);
    if (round >= iterations || gain < minGain)
      return { centroids: current, nearest: assignment.nearest, objective, history };
    current = centroidsOf(vectors, assignment, current);
  }
}

/**
 * Means of the rows of each centroid, of length 1. A centroid without rows moves to the row farthest from its own:
 * this raises the objective. One whose rows cancel out is unchanged.
 */
export function centroidsOf(vectors: Vectors, { nearest, similarity }: Assignment, before: Vectors): Vectors {
  const { rows, dimensions } = vectors;
  const sums = new Float64Array(before.rows * dimensions);
  const counts = new Uint32Array(before.rows);
  for (let row = 0; row < rows; row++) {
    const into = nearest[row]! * dimensions;
    const from = row * dimensions;
    counts[nearest[row]!]!++;
    for (let d = 0; d < dimensions; d++) sums[into + d]! += vectors.values[from + d]!;
  }
  const values = Float32Array.from(before.values);
  const served = Float64Array.from(similarity);
  for (let c = 0; c < before.rows; c++) {
    if (counts[c] === 0) {
      const row = indexOfLeast(served);
      served[row] = 1;
      values.set(vectors.values.subarray(row * dimensions, (row + 1) * dimensions), c * dimensions);
      continue;
    }
    const sum = sums.subarray(c * dimensions, (c + 1) * dimensions);
    if (toUnitLength(sum)) values.set(sum, c * dimensions);
  }
  return { values, rows: before.rows, dimensions };
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function indexOfLeast(values: Float64Array): number {
  let least = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! < values[least]!) least = i;
  return least;
}
