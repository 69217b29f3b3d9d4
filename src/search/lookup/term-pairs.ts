/** How often one index term follows another, stop words left out. */

export type PairArrays = {
  /** First term → start of its pairs; one more entry than terms. */
  starts: Uint32Array;
  /** Second terms, ascending for each first one. */
  seconds: Uint32Array;
  /** At most 65,535. */
  counts: Uint16Array;
};

export interface PairLimits {
  /** Pairs that occur less often are not stored. */
  minCount: number;
  /** Slots of the table, a power of two. Where pairs are more, the rarest are forgotten. */
  maxSlots?: number;
}

/** Ten bytes each. */
const usualSlots = 1 << 22;
const firstSlots = 1 << 12;
const maxLoad = 0.75;
const loadAfterForgetting = 0.5;
const mostCounted = 0xffff;

/**
 * Counts pairs in one pass and bounded memory by lossy counting (Manku and Motwani, 2002): frequent pairs are counted, but for
 * occurrences from before they were last forgotten.
 */
export class PairCounter {
  readonly #maxSlots: number;
  readonly #minCount: number;
  #table = tableOf(firstSlots);
  #used = 0;

  constructor({ minCount, maxSlots = usualSlots }: PairLimits) {
    this.#minCount = minCount;
    this.#maxSlots = maxSlots;
  }

  /** Adds the terms of a text, in order. */
  add(terms: Uint32Array): void {
    for (let i = 1; i < terms.length; i++) {
      if (this.#used >= maxLoad * this.#table.counts.length) this.#makeRoom();
      if (count(this.#table, { first: terms[i - 1]!, second: terms[i]! }, 1)) this.#used++;
    }
  }

  /** `terms` is the number of terms. */
  build(terms: number): PairArrays {
    const { firsts, seconds, counts } = this.#table;
    const kept = counts.reduce((sum, n) => sum + (n >= this.#minCount ? 1 : 0), 0);
    const keys = new Float64Array(kept);
    let at = 0;
    counts.forEach((n, slot) => {
      if (n >= this.#minCount) keys[at++] = firsts[slot]! * terms + seconds[slot]!;
    });
    keys.sort();
    const built: PairArrays = {
      starts: new Uint32Array(terms + 1),
      seconds: new Uint32Array(kept),
      counts: new Uint16Array(kept),
    };
    keys.forEach((key, i) => {
      const pair = { first: Math.floor(key / terms), second: key % terms };
      built.starts[pair.first + 1]!++;
      built.seconds[i] = pair.second;
      built.counts[i] = counts[slotOf(this.#table, pair)]!;
    });
    for (let term = 0; term < terms; term++) built.starts[term + 1]! += built.starts[term]!;
    return built;
  }

  #makeRoom(): void {
    const slots = this.#table.counts.length;
    if (slots < this.#maxSlots) this.#rebuild(2 * slots, 0);
    else for (let rare = 1; this.#used > loadAfterForgetting * slots; rare *= 2) this.#rebuild(slots, rare);
  }

  /** Without the pairs that were counted `rare` times or less. */
  #rebuild(slots: number, rare: number): void {
    const { firsts, seconds, counts } = this.#table;
    this.#table = tableOf(slots);
    this.#used = 0;
    counts.forEach((n, slot) => {
      if (n <= rare) return;
      count(this.#table, { first: firsts[slot]!, second: seconds[slot]! }, n);
      this.#used++;
    });
  }
}

/** Read side. */
export class TermPairs {
  readonly #arrays: PairArrays;

  /** Older segments have no pairs. */
  constructor({
    starts = new Uint32Array(1),
    seconds = new Uint32Array(0),
    counts = new Uint16Array(0),
  }: Partial<PairArrays>) {
    this.#arrays = { starts, seconds, counts };
  }

  /** How often the second term follows the first; 0 for a pair that is too rare to be stored, and for no term (-1). */
  count(first: number, second: number): number {
    const { starts, seconds, counts } = this.#arrays;
    let low = starts[first] ?? 0;
    const end = starts[first + 1] ?? 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seconds[middle]! < second) low = middle + 1;
      else high = middle;
    }
    return low < end && seconds[low] === second ? counts[low]! : 0;
  }
}

type Pair = { first: number; second: number };

/** A hash table with open addressing; a slot whose count is 0 is free. */
interface PairTable {
  firsts: Uint32Array;
  seconds: Uint32Array;
  counts: Uint16Array;
}

const tableOf = (slots: number): PairTable => ({
  firsts: new Uint32Array(slots),
  seconds: new Uint32Array(slots),
  counts: new Uint16Array(slots),
});

/** Whether the pair is new. */
function count(table: PairTable, pair: Pair, times: number): boolean {
  const slot = slotOf(table, pair);
  const before = table.counts[slot]!;
  table.firsts[slot] = pair.first;
  table.seconds[slot] = pair.second;
  table.counts[slot] = Math.min(mostCounted, before + times);
  return before === 0;
}

/** The slot of a pair, or the free one where it would be. */
function slotOf({ firsts, seconds, counts }: PairTable, { first, second }: Pair): number {
  const mask = counts.length - 1;
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & mask;
  while (counts[slot]! > 0 && (firsts[slot] !== first || seconds[slot] !== second)) slot = (slot + 1) & mask;
  return slot;
}
