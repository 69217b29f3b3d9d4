/**
 * The centroids of several indexes' inverted lists together, so that one scan finds the lists nearest to a query over all
 * of them: by one-bit codes of the centroids, the best of which are compared by their int8 components.
 */
import type { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { maxKept, type Scratch } from "../kernels/scratch.ts";
import type { Centroids } from "./centroids.ts";
import { blockSize } from "./layout.ts";
import { emptyCodes, writeCode } from "./one-bit-code.ts";
import {
  type NearLists,
  orderedLists,
  type PreparedQuery,
  VectorIndex,
  type VectorPointers,
} from "./vector-index.ts";

/** Where the centroids are stored; can be sent to other threads. */
export interface PlacedCentroids {
  codes: Pointer;
  factors: Pointer;
  int8: Pointer;
  scales: Pointer;
  /** Number of lists of each index. */
  lists: number[];
  dimensions: number;
}

/** Up to this many centroids are all compared by their components, which takes no longer than a scan of their codes. */
const fewCentroids = 8_192;
/** Of more, this many for each one that is wanted. */
const comparedPerWanted = 3;

/** Copies centroids into an arena, with their codes. Null where no index has lists. */
export function placeCentroids(arena: Arena, indexes: readonly Centroids[]): PlacedCentroids | null {
  const lists = indexes.map(({ centroidScales }) => centroidScales.length);
  const count = lists.reduce((sum, some) => sum + some, 0);
  const some = indexes.find(({ centroidScales }) => centroidScales.length > 0);
  if (!some) return null;
  const dimensions = some.centroids.length / some.centroidScales.length;
  const codes = emptyCodes(count, dimensions);
  const int8 = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  let first = 0;
  for (const { centroids, centroidScales } of indexes) {
    int8.set(centroids, first * dimensions);
    scales.set(centroidScales, first);
    first += centroidScales.length;
  }
  const row = new Float32Array(dimensions);
  // The codes of few are never scanned.
  const coded = count > fewCentroids ? count : 0;
  for (let list = 0; list < coded; list++) {
    // An empty list has none.
    if (scales[list] === 0) continue;
    for (let j = 0; j < dimensions; j++) row[j] = int8[list * dimensions + j]! * scales[list]!;
    writeCode(row, codes, list);
  }
  return {
    codes: arena.place(codes.codes),
    factors: arena.place(codes.factors),
    int8: arena.place(int8),
    scales: arena.place(scales),
    lists,
    dimensions,
  };
}

export class CoarseQuantizer {
  readonly #centroids: VectorIndex;
  /** Number of the first list of each index, and of all lists at the end. */
  readonly #starts: number[] = [0];
  /** List → index. */
  readonly #indexOf: Uint16Array;

  /** `arena` addresses the memory that holds what was placed. */
  constructor(arena: Arena, { codes, factors, int8, scales, lists, dimensions }: PlacedCentroids) {
    for (const count of lists) this.#starts.push(this.#starts.at(-1)! + count);
    const count = this.#starts.at(-1)!;
    this.#indexOf = new Uint16Array(count);
    for (const [i, start] of this.#starts.entries()) this.#indexOf.fill(i, start);
    const slots = Math.ceil(count / blockSize) * blockSize;
    const none = new Uint32Array(0);
    const arrays = {
      codes: arena.bytes(codes, (slots * dimensions) / 8),
      factors: arena.float32(factors, slots),
      int8: new Int8Array(arena.memory.buffer, int8, count * dimensions),
      scales: arena.float32(scales, count),
      ids: none,
      listStarts: none,
      centroids: new Int8Array(0),
      centroidScales: new Float32Array(0),
    };
    const at = { codes, factors, int8, scales } as VectorPointers;
    this.#centroids = new VectorIndex(arena, { arrays, at }, dimensions);
  }

  /**
   * The lists to scan of each index, the very nearest first; null for an index without lists. `considered`: how many a
   * search of each index alone would scan. The nearest vectors of all indexes are nearer than those of each, so that fewer
   * lists hold them: as many as grow with the square root of the number of indexes of one size.
   */
  nearest(query: PreparedQuery, considered: readonly number[], scratch: Scratch): (NearLists | null)[] {
    const total = considered.reduce((sum, count) => sum + count, 0);
    const k = Math.min(maxKept, Math.ceil(Math.sqrt(Math.max(0, ...considered) * total)));
    const { count } = this.#centroids;
    const { ids, similarities } = this.#centroids.search(query, {
      k,
      ordered: orderedLists,
      candidates: count > fewCentroids ? comparedPerWanted * k : count,
      mask: 0,
      scratch,
    });
    // Views of two arrays, which another thread can be sent as two.
    const lists = new Uint32Array(ids.length);
    const closeness = new Float32Array(ids.length);
    const next = this.#startsIn(ids);
    const near = next.map((from, i) => {
      const to = next[i + 1] ?? ids.length;
      return { lists: lists.subarray(from, to), closeness: closeness.subarray(from, to) };
    });
    for (let i = 0; i < ids.length; i++) {
      const index = this.#indexOf[ids[i]!]!;
      const at = next[index]!++;
      lists[at] = ids[i]! - this.#starts[index]!;
      closeness[at] = similarities[i]!;
    }
    return near.map((lists, i) => (this.#starts[i] === this.#starts[i + 1] ? null : lists));
  }

  /** Where the lists of each index start when they are ordered by index. */
  #startsIn(ids: Uint32Array): number[] {
    const starts = new Array<number>(this.#starts.length - 1).fill(0);
    for (const id of ids)
      for (let later = this.#indexOf[id]! + 1; later < starts.length; later++) starts[later]!++;
    return starts;
  }
}
