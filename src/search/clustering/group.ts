/** Groups vectors; chooses the number of groups. */
import { assignRows, assignToNearest } from "./assignment.ts";
import { type Clustering, refine, sphericalKMeans } from "./spherical-k-means.ts";
import { type RowSource, takeRows, toUnitLength, type Vectors } from "./vectors.ts";

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
/** Rows in memory at a time where means are taken. */
const taken = 4_096;

/** Minimum size of a group, however few rows there are. */
export const minGroup = 4;

/**
 * The usual number of groups for a number of rows: its power 0.44, so 9 at 140, 44 at 5,400 and 158 at 100,000. Groups
 * grow with the corpus, and so does their number. The silhouette chooses among numbers near it; see decision 5.
 */
export function usualGroups(rows: number): number {
  return Math.max(1, Math.round(rows ** 0.44));
}

/** Rows below which a group is dissolved: an eighth of the average group. */
export function minSize(rows: number): number {
  return Math.max(minGroup, Math.floor(rows / usualGroups(rows) / 8));
}

/** Numbers of groups to try: the usual one, a seventh less and a seventh more, where groups can still be large enough. */
export function groupCounts(rows: number): number[] {
  const most = Math.max(1, Math.floor(rows / minSize(rows)));
  const usual = usualGroups(rows);
  const tried = [0.85, 1, 1.15].map((factor) => Math.min(most, Math.max(1, Math.round(usual * factor))));
  return [...new Set(tried)];
}

/** Groups rows of length 1 (or zero). No group is smaller than {@link minSize}, unless it is the only one. */
export function groupVectors(source: RowSource, options: GroupOptions): Grouping {
  const directed = rowsWithDirection(source);
  if (directed.length === 0) return oneGroup(source);
  const sample = source.take(spread(directed, fittedRows));
  const tried = takeRows(sample, spread([...Array(sample.rows).keys()], triedRows));
  const clusters = chooseCount(tried, groupCounts(source.rows), options);
  const least = minSize(source.rows);
  const fitted = dissolveSmall(sample, sphericalKMeans(sample, { clusters, ...options }), {
    ...options,
    least: (least * sample.rows) / directed.length,
  });
  if (sample.rows < directed.length)
    return largestFirst(assignAll(source, fitted.centroids, { ...options, least }));
  const all = source.take([...Array(source.rows).keys()]);
  const whole = refine(all, fitted.centroids, { ...options, iterations: 0 });
  return largestFirst(dissolveSmall(all, whole, { ...options, least }));
}

/**
 * The groups of a division made otherwise: those that are too small are dissolved into the nearest of the others, once.
 * Centroids are the means of their rows.
 */
export function withoutSmall(
  groupOf: Uint32Array,
  { source, clusters }: { source: RowSource; clusters: number },
): Grouping {
  const least = minSize(source.rows);
  const sizes = new Uint32Array(clusters);
  for (const group of groupOf) sizes[group]!++;
  const large = [...sizes.keys()].filter((group) => sizes[group]! >= least);
  const left = large.length > 0 ? large : [sizes.indexOf(Math.max(...sizes))];
  const centroids = takeRows(meansOf(source, groupOf, clusters), left);
  const numbers = new Map(left.map((group, number) => [group, number]));
  const nearest = groupOf.map((group) => numbers.get(group) ?? 0);
  const moved = [...groupOf.keys()].filter((row) => !numbers.has(groupOf[row]!));
  const assigned = assignRows({ source, rows: moved }, centroids);
  moved.forEach((row, i) => {
    nearest[row] = assigned[i]!;
  });
  return largestFirst({ centroids, nearest });
}

/** The directions of the groups' sums. */
function meansOf(source: RowSource, groupOf: Uint32Array, groups: number): Vectors {
  const { dimensions } = source;
  const sums = new Float64Array(groups * dimensions);
  for (let from = 0; from < source.rows; from += taken) {
    const rows = Array.from({ length: Math.min(taken, source.rows - from) }, (_, i) => from + i);
    const { values } = source.take(rows);
    rows.forEach((row, i) => {
      const at = groupOf[row]! * dimensions;
      for (let d = 0; d < dimensions; d++) sums[at + d]! += values[i * dimensions + d]!;
    });
  }
  for (let group = 0; group < groups; group++)
    toUnitLength(sums.subarray(group * dimensions, (group + 1) * dimensions));
  return { values: Float32Array.from(sums), rows: groups, dimensions };
}

/** Puts every row into the group of its nearest centroid; the rows of groups that are too small into the next nearest. */
function assignAll(
  source: RowSource,
  fitted: Vectors,
  { least, onRound: onBatch }: GroupOptions & { least: number },
): Groups {
  let centroids = fitted;
  let nearest = assignRows({ source, rows: [...Array(source.rows).keys()], onBatch }, centroids);
  for (;;) {
    const smallest = smallestOf(sizesOf({ centroids, nearest }));
    if (centroids.rows < 2 || smallest.size >= least) return { centroids, nearest };
    const left = [...Array(centroids.rows).keys()].filter((c) => c !== smallest.number);
    centroids = takeRows(centroids, left);
    const rows = [...nearest.keys()].filter((row) => nearest[row] === smallest.number);
    nearest = nearest.map((c) => (c > smallest.number ? c - 1 : c));
    const moved = assignRows({ source, rows, onBatch }, centroids);
    rows.forEach((row, i) => {
      nearest[row] = moved[i]!;
    });
  }
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
    const smallest = smallestOf(sizes);
    if (sizes.length < 2 || smallest.size >= least) return current;
    const left = Array.from(sizes.keys()).filter((c) => c !== smallest.number);
    current = refine(vectors, takeRows(current.centroids, left), { ...options, iterations: 3 });
  }
}

/** Of equally small groups the first. */
function smallestOf(sizes: Uint32Array): { number: number; size: number } {
  let number = 0;
  for (let c = 1; c < sizes.length; c++) if (sizes[c]! < sizes[number]!) number = c;
  return { number, size: sizes[number]! };
}

type Groups = Pick<Clustering, "centroids" | "nearest">;

function largestFirst({ centroids, nearest }: Groups): Grouping {
  const sizes = sizesOf({ centroids, nearest });
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const place = new Uint32Array(order.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  return { centroids: takeRows(centroids, order), nearest: nearest.map((c) => place[c]!) };
}

function sizesOf({ centroids, nearest }: Groups): Uint32Array {
  const sizes = new Uint32Array(centroids.rows);
  for (const c of nearest) sizes[c]!++;
  return sizes;
}

/** Rows that are all the same have no direction from their mean. */
function oneGroup({ rows, dimensions }: RowSource): Grouping {
  const values = new Float32Array(dimensions);
  return { centroids: { values, rows: 1, dimensions }, nearest: new Uint32Array(rows) };
}

function rowsWithDirection(source: RowSource): number[] {
  const found: number[] = [];
  for (let row = 0; row < source.rows; row++)
    if (source.take([row]).values.some((value) => value !== 0)) found.push(row);
  return found;
}

/** At most `most` of them, evenly spaced. */
function spread(rows: readonly number[], most: number): readonly number[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]!);
}
