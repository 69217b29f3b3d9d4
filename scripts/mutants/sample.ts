/** A seeded random sample. */

/** Mulberry32: numbers in [0, 1), the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of the items, in their order; all of them when there are no more. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomNumbers(seed);
  const keyed = items.map((item, index) => ({ item, index, key: random() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, count);
  return chosen.sort((a, b) => a.index - b.index).map(({ item }) => item);
}
