/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): picks, one after another, the item with
 * the best balance of its own relevance and its similarity to those picked before.
 */
export interface DiversifyOptions {
  /** How many to pick. */
  count: number;
  /** 1: only relevance; 0: only dissimilarity. */
  balance: number;
  /** Similarity of two items by position, 0 to 1. */
  likeness(a: number, b: number): number;
}

/** Positions into `relevance` (0 to 1 each, any order), in the order picked; ties by position. */
export function diversify(relevance: ArrayLike<number>, options: DiversifyOptions): number[] {
  const { count, balance, likeness } = options;
  const left = Array.from({ length: relevance.length }, (_, i) => i);
  const closest = new Float64Array(relevance.length);
  const picked: number[] = [];
  while (picked.length < count && left.length > 0) {
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    left.forEach((item, i) => {
      const value = balance * relevance[item]! - (1 - balance) * closest[item]!;
      if (value > bestValue) {
        bestValue = value;
        best = i;
      }
    });
    const [item] = left.splice(best, 1) as [number];
    picked.push(item);
    for (const other of left) closest[other] = Math.max(closest[other]!, likeness(item, other));
  }
  return picked;
}
