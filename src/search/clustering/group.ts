/** Groups vectors; chooses the number of groups. */
import { assignToNearest } from "./assignment.ts";
import { type Clustering, refine, sphericalKMeans } from "./spherical-k-means.ts";
import { takeRows, type Vectors } from "./vectors.ts";

export interface Grouping {
  /** Largest group first. */
  centroids: Vectors;
  /** Row → number of its group: that of the nearest centroid. */
  nearest: Uint32Array;
}

export interface GroupOptions {
  seed: number;
  /** Called at intervals; may throw to stop. */
  onRound?: () => void;
}

/** Rows that k-means is fitted on and the number of groups is chosen on; evenly spaced over all. */
const fittedRows = 16_384;
const triedRows = 4_096;

/** Minimum size of a group, however few rows there are. */
export const leastGroup = 4;

/**
 * The usual number of groups for a number of rows: its power 0.44, so 9 at 140, 44 at 5,400 and 158 at 100,000. Groups
 * grow with the corpus, and so does their number. The silhouette chooses among numbers near it; see decision 5.
 */
export function usualGroups(rows: number): number {
  return Math.max(1, Math.round(rows ** 0.44));
}

/** Rows below which a group is dissolved: a fifth of the average group. */
export function leastSize(rows: number): number {
  return Math.max(leastGroup, Math.floor(rows / usualGroups(rows) / 5));
}

/** Numbers of groups to try: the usual one, a seventh less and a seventh more, where groups can still be large enough. */
export function groupCounts(rows: number): number[] {
  const most = Math.max(1, Math.floor(rows / leastSize(rows)));
  const usual = usualGroups(rows);
  const tried = [0.85, 1, 1.15].map((factor) => Math.min(most, Math.max(1, Math.round(usual * factor))));
  return [...new Set(tried)];
}

/** Groups rows of length 1 (or zero). No group is smaller than {@link leastSize}, unless it is the only one. */
export function groupVectors(vectors: Vectors, options: GroupOptions): Grouping {
  const directed = takeRows(vectors, rowsWithDirection(vectors));
  if (directed.rows === 0) return oneGroup(vectors);
  const sample = spread(directed, fittedRows);
  const clusters = chooseCount(spread(directed, triedRows), groupCounts(vectors.rows), options);
  const least = leastSize(vectors.rows);
  const fitted = dissolveSmall(sample, sphericalKMeans(sample, { clusters, ...options }), {
    ...options,
    least: (least * sample.rows) / directed.rows,
  });
  const iterations = sample.rows < directed.rows ? 3 : 0;
  const whole = refine(vectors, fitted.centroids, { ...options, iterations });
  return greatestFirst(dissolveSmall(vectors, whole, { ...options, least }));
}

/** The number of groups with the best silhouette; of equally good ones the first. */
function chooseCount(vectors: Vectors, counts: readonly number[], options: GroupOptions): number {
  if (counts.length < 2) return counts[0]!;
  let best = counts[0]!;
  let bestSilhouette = Number.NEGATIVE_INFINITY;
  for (const clusters of counts) {
    const { centroids } = sphericalKMeans(vectors, { clusters, restarts: 2, ...options });
    const silhouette = silhouetteOf(vectors, centroids);
    if (silhouette <= bestSilhouette) continue;
    best = clusters;
    bestSilhouette = silhouette;
  }
  return best;
}

/**
 * Mean simplified silhouette (E. Hruschka, L. de Castro, R. Campello, 2004): per row (b − a) / max(a, b) with a and b
 * the distances, 1 − cosine, to its own centroid and to the next. From −1 to 1; 0 with one centroid.
 */
export function silhouetteOf(vectors: Vectors, centroids: Vectors): number {
  if (centroids.rows < 2) return 0;
  const { similarity, second } = assignToNearest(vectors, centroids);
  let sum = 0;
  for (let row = 0; row < vectors.rows; row++) {
    const own = 1 - similarity[row]!;
    const next = 1 - second[row]!;
    const greater = Math.max(own, next);
    if (greater > 0) sum += (next - own) / greater;
  }
  return sum / Math.max(1, vectors.rows);
}

/** Dissolves the smallest group while it is too small: its rows move to the next nearest. */
function dissolveSmall(
  vectors: Vectors,
  clustering: Clustering,
  { least, ...options }: GroupOptions & { least: number },
): Clustering {
  let current = clustering;
  for (;;) {
    const sizes = sizesOf(current);
    let smallest = 0;
    for (let c = 1; c < sizes.length; c++) if (sizes[c]! < sizes[smallest]!) smallest = c;
    if (sizes.length < 2 || sizes[smallest]! >= least) return current;
    const left = Array.from(sizes.keys()).filter((c) => c !== smallest);
    current = refine(vectors, takeRows(current.centroids, left), { ...options, iterations: 3 });
  }
}

function greatestFirst({ centroids, nearest }: Clustering): Grouping {
  const sizes = sizesOf({ centroids, nearest });
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const place = new Uint32Array(order.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  return { centroids: takeRows(centroids, order), nearest: nearest.map((c) => place[c]!) };
}

function sizesOf({ centroids, nearest }: Pick<Clustering, "centroids" | "nearest">): Uint32Array {
  const sizes = new Uint32Array(centroids.rows);
  for (const c of nearest) sizes[c]!++;
  return sizes;
}

/** Rows that are all the same have no direction from their mean. */
function oneGroup({ rows, dimensions }: Vectors): Grouping {
  const values = new Float32Array(dimensions);
  return { centroids: { values, rows: 1, dimensions }, nearest: new Uint32Array(rows) };
}

function rowsWithDirection({ values, rows, dimensions }: Vectors): number[] {
  const found: number[] = [];
  for (let row = 0; row < rows; row++)
    if (values.subarray(row * dimensions, (row + 1) * dimensions).some((value) => value !== 0))
      found.push(row);
  return found;
}

/** At most `most` rows, evenly spaced. */
function spread(vectors: Vectors, most: number): Vectors {
  if (vectors.rows <= most) return vectors;
  return takeRows(
    vectors,
    Array.from({ length: most }, (_, i) => Math.floor((i * vectors.rows) / most)),
  );
}
