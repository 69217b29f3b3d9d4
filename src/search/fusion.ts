/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): an item's score is the sum
 * over the lists that contain it of weight / (k + rank), ranks from 1.
 */
import { argsort } from "./argsort.ts";

export interface RankedList {
  weight: number;
  /** Item numbers, best first. */
  items: ArrayLike<number>;
}

export interface FusedItem {
  item: number;
  score: number;
}

/** Sums by item, all absent (NaN) between calls. */
let sums = new Float64Array(0);

/** All items of all lists, best first, ties by item number. */
export function fuse(lists: readonly RankedList[], k: number): FusedItem[] {
  const found: number[] = [];
  for (const { weight, items } of lists)
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (item >= sums.length) sums = grown(sums, item);
      const score = weight / (k + i + 1);
      if (Number.isNaN(sums[item])) {
        found.push(item);
        sums[item] = score;
      } else sums[item]! += score;
    }
  // Plain loops: `from` with a function takes ten times as long.
  const items = Uint32Array.from(found).sort();
  const scores = new Float64Array(items.length);
  for (let i = 0; i < items.length; i++) {
    scores[i] = sums[items[i]!]!;
    sums[items[i]!] = Number.NaN;
  }
  const fused: FusedItem[] = [];
  for (const at of argsort(scores)) fused.push({ item: items[at]!, score: scores[at]! });
  return fused;
}

function grown(values: Float64Array, item: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(Math.max(item + 1, values.length * 2)).fill(Number.NaN);
  longer.set(values);
  return longer;
}
