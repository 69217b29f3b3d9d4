/**
 * Score smoothing (Diaz, 2005): records that are about the same tend to answer the same queries, so each of the best
 * candidates gets a share of the scores of those nearest to it. A record that says it in other words rises among
 * records that match; one that matches by chance, among records that do not, falls behind.
 */
import { argsortBest } from "../../search/argsort.ts";
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import { pairwiseProducts } from "../../search/vector/pairwise-products.ts";

/** Candidates, best first, that are compared with each other. */
const compared = 64;
/** Nearest others whose scores are averaged with a candidate's own. */
const nearest = 7;

type VectorOf = (candidate: number) => Int8Vector | null;

/**
 * Adds `weight` × the mean score of its nearest neighbors to the score of each of the best candidates, and returns
 * these means by candidate. They are counted from the score of the last of the best.
 */
export function addNeighbors(
  scores: Float64Array,
  { weight, vectorOf }: { weight: number; vectorOf: VectorOf },
): ReadonlyMap<number, number> {
  const means = new Map<number, number>();
  if (weight === 0 || scores.length === 0) return means;
  const best = findNeighbors(scores, vectorOf);
  const least = scores[best.at(-1)!]!;
  const excess = Float64Array.from(best, (candidate) => scores[candidate]! - least);
  best.forEach((candidate, place) => {
    const mean = meanOf(excess, place);
    scores[candidate]! += weight * mean;
    means.set(candidate, mean);
  });
  return means;
}

/** Finds the neighbors of each of the best candidates among these, and returns them, best first. */
function findNeighbors(scores: Float64Array, vectorOf: VectorOf): Uint32Array {
  const best = argsortBest(scores, compared);
  const products = pairwiseProducts(Array.from(best, vectorOf));
  for (let own = 0; own < best.length; own++)
    findNearest(products.subarray(own * best.length, (own + 1) * best.length), own);
  return best;
}

/** Of each of the best: how many neighbors it has, their places, and their products, greatest first. */
const counts = new Uint8Array(compared);
const places = new Uint8Array(compared * nearest);
const kept = new Float64Array(compared * nearest);

/** Keeps those with the greatest positive products; of equal ones, the first. */
function findNearest(products: Float32Array, own: number): void {
  const from = own * nearest;
  let end = from;
  for (let j = 0; j < products.length; j++) {
    const product = products[j]!;
    const isFull = end === from + nearest;
    if (j === own || product <= 0 || (isFull && product <= kept[end - 1]!)) continue;
    let at = isFull ? end - 1 : end++;
    for (; at > from && kept[at - 1]! < product; at--) {
      kept[at] = kept[at - 1]!;
      places[at] = places[at - 1]!;
    }
    kept[at] = product;
    places[at] = j;
  }
  counts[own] = end - from;
}

/** Mean of values, in the order of the best, over one of them and its nearest, weighted by their cosines with it. */
function meanOf(values: ArrayLike<number>, place: number): number {
  // The product of a vector of length 1 with itself; without a vector, only the own value counts.
  let total = 1;
  let sum = values[place]!;
  const from = place * nearest;
  for (let n = from; n < from + counts[place]!; n++) {
    sum += kept[n]! * values[places[n]!]!;
    total += kept[n]!;
  }
  return sum / total;
}
