// Centroids of inverted lists: which are nearest to a vector.
import { selectBest } from "./select";
import { dot, dotInt8, rankBest } from "./vector";

/** Inner product × scale of an int8 vector with the int16 centroid `c`. */
@inline
function toCentroid(centroids: usize, scales: usize, c: u32, vector: usize, dimensions: u32): f32 {
  const product = dot(centroids + (<usize>c) * ((<usize>dimensions) << 1), vector, dimensions);
  return <f32>product * load<f32>(scales + ((<usize>c) << 2));
}

/** Leaves the numbers of the `near` groups whose centroids are nearest to a vector in front; returns how many. */
function nearestGroups(
  centroids: usize,
  scales: usize,
  groups: i32,
  near: i32,
  vector: usize,
  dimensions: u32,
  scores: usize,
  numbers: usize,
): i32 {
  for (let g = 0; g < groups; g++) {
    store<f32>(
      scores + ((<usize>g) << 2),
      near < groups ? toCentroid(centroids, scales, g, vector, dimensions) : 0,
    );
    store<u32>(numbers + ((<usize>g) << 2), g);
  }
  selectBest(scores, numbers, groups, near);
  return min(near, groups);
}

/**
 * Computes the products of a vector with the centroids of the groups nearest to it, and their numbers, after the places
 * of the groups; returns how many. Group g has the centroids from starts[g] (u32) up to but not including starts[g + 1].
 */
function productsInGroups(
  centroids: usize,
  scales: usize,
  starts: usize,
  groupCentroids: usize,
  groupScales: usize,
  groups: i32,
  near: i32,
  dimensions: u32,
  vector: usize,
  scores: usize,
  numbers: usize,
): i32 {
  const products = scores + ((<usize>groups) << 2);
  const compared = numbers + ((<usize>groups) << 2);
  const some = nearestGroups(groupCentroids, groupScales, groups, near, vector, dimensions, scores, numbers);
  let filled: i32 = 0;
  for (let n = 0; n < some; n++) {
    const group: usize = load<u32>(numbers + ((<usize>n) << 2));
    const end = load<u32>(starts + (group << 2), 4);
    for (let c = load<u32>(starts + (group << 2)); c < end; c++, filled++) {
      store<f32>(products + ((<usize>filled) << 2), toCentroid(centroids, scales, c, vector, dimensions));
      store<u32>(compared + ((<usize>filled) << 2), c);
    }
  }
  return filled;
}

/**
 * Of each int8 vector, the number (u32) of the int16 centroid with the greatest inner product × scale. Only centroids of
 * the `near` groups whose own centroids are nearest are compared. `scores` and `numbers` have a place per group, and as
 * many after those as there are centroids.
 */
export function nearestInGroups(
  centroids: usize,
  scales: usize,
  starts: usize,
  groupCentroids: usize,
  groupScales: usize,
  groups: i32,
  near: i32,
  dimensions: u32,
  vectors: usize,
  count: u32,
  out: usize,
  scores: usize,
  numbers: usize,
): void {
  const products = scores + ((<usize>groups) << 2);
  const compared = numbers + ((<usize>groups) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const filled = productsInGroups(
      centroids,
      scales,
      starts,
      groupCentroids,
      groupScales,
      groups,
      near,
      dimensions,
      vectors + (<usize>i) * dimensions,
      scores,
      numbers,
    );
    let best: f32 = -f32.MAX_VALUE;
    let closest: u32 = 0;
    for (let n = 0; n < filled; n++) {
      const product = load<f32>(products + ((<usize>n) << 2));
      const c = load<u32>(compared + ((<usize>n) << 2));
      if (product > best || (product == best && c < closest)) {
        best = product;
        closest = c;
      }
    }
    store<u32>(out + ((<usize>i) << 2), closest);
  }
}

/** So many of the nearest centroids may be the second. */
const SHORTLIST: i32 = 24;
/** Weight of the part of the second residual that is parallel to the first. */
const PARALLEL: f32 = 4;

/**
 * Of each int8 vector, two numbers (u32): the nearest centroid as above, and a second one, whose residual is short and
 * has little in common with the first (SOAR: Sun, Simcha, Dopson, Guo and Kumar, NeurIPS 2023). Of one centroid alone,
 * both are the same. `rows` are the centroids in int8, `rowScales` their scales. The rest as above.
 */
export function twoNearestInGroups(
  rows: usize,
  rowScales: usize,
  centroids: usize,
  scales: usize,
  starts: usize,
  groupCentroids: usize,
  groupScales: usize,
  groups: i32,
  near: i32,
  dimensions: u32,
  vectors: usize,
  count: u32,
  out: usize,
  scores: usize,
  numbers: usize,
): void {
  const products = scores + ((<usize>groups) << 2);
  const compared = numbers + ((<usize>groups) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const vector = vectors + (<usize>i) * dimensions;
    const filled = productsInGroups(
      centroids,
      scales,
      starts,
      groupCentroids,
      groupScales,
      groups,
      near,
      dimensions,
      vector,
      scores,
      numbers,
    );
    rankBest(products, compared, filled, SHORTLIST);
    const own = load<u32>(compared);
    const length = Mathf.sqrt(<f32>dotInt8(vector, vector, dimensions));
    const cosine = load<f32>(products) / length;
    /** Of the residual, when the vector is scaled to length 1. */
    const rest = Mathf.sqrt(max<f32>(1e-9, 1 - cosine * cosine));
    let least: f32 = f32.MAX_VALUE;
    let second = own;
    for (let n = 1; n < min(filled, SHORTLIST); n++) {
      const other = load<u32>(compared + ((<usize>n) << 2));
      const otherCosine = load<f32>(products + ((<usize>n) << 2)) / length;
      const between =
        <f32>dotInt8(rows + (<usize>own) * dimensions, rows + (<usize>other) * dimensions, dimensions) *
        load<f32>(rowScales + ((<usize>own) << 2)) *
        load<f32>(rowScales + ((<usize>other) << 2));
      const parallel = rest - (otherCosine - cosine * between) / rest;
      // The squared length of its residual, 2 − 2 × cosine, without what is the same for all.
      const loss: f32 = PARALLEL * parallel * parallel - <f32>2 * otherCosine;
      if (loss < least) {
        least = loss;
        second = other;
      }
    }
    store<u32>(out + ((<usize>i) << 3), own);
    store<u32>(out + ((<usize>i) << 3), second, 4);
  }
}
