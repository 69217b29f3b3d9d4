/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): an item's score is the sum
 * over the lists that hold it of weight / (k + rank), ranks from 1.
 */
export interface RankedList {
  weight: number;
  /** Item numbers, best first. */
  items: ArrayLike<number>;
}

export interface FusedItem {
  item: number;
  score: number;
}

/** All items of all lists, best first, ties by item number. */
export function fuse(lists: readonly RankedList[], k: number): FusedItem[] {
  const scores = new Map<number, number>();
  for (const { weight, items } of lists)
    for (let i = 0; i < items.length; i++)
      scores.set(items[i]!, (scores.get(items[i]!) ?? 0) + weight / (k + i + 1));
  return Array.from(scores, ([item, score]) => ({ item, score })).sort(
    (x, y) => y.score - x.score || x.item - y.item,
  );
}
