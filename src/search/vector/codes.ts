/**
 * Quantised vectors: one-bit codes for the first scan (as in RaBitQ: Gao and Long, SIGMOD 2024), int8 for
 * rescoring. Both are of the rotated vector.
 */

import { arrangeInLists } from "./inverted-lists.ts";
import { blockSize, type VectorArrays } from "./layout.ts";
import { writeCode } from "./one-bit-code.ts";
import { paddedDimensions, Rotation } from "./rotation.ts";

/** Minimum number of vectors for inverted lists; fewer are scanned fast enough without them. */
const minForLists = 65_536;

type Quantised = Pick<VectorArrays, "codes" | "factors" | "int8" | "scales">;

const emptyArrays = (): Quantised => ({
  codes: new Uint8Array(0),
  factors: new Float32Array(0),
  int8: new Int8Array(0),
  scales: new Float32Array(0),
});

export interface CodesOptions {
  expected?: number;
  listsFrom?: number;
  listSize?: number | undefined;
}

/** Quantises one vector at a time. */
export class CodesBuilder {
  readonly #dimensions: number;
  readonly #rotation: Rotation;
  readonly #rotated: Float32Array;
  readonly #lists: { from: number; size: number | undefined };
  #arrays = emptyArrays();
  #count = 0;

  /**
   * `expected` vectors fit without reallocation; memory is taken as they come. `listsFrom`: minimum number of vectors for inverted lists; `listSize`:
   * their average size, at least.
   */
  constructor(dimensions: number, { expected = 256, listsFrom = minForLists, listSize }: CodesOptions = {}) {
    this.#dimensions = paddedDimensions(dimensions);
    this.#lists = { from: listsFrom, size: listSize };
    this.#rotation = new Rotation(dimensions);
    this.#rotated = new Float32Array(this.#dimensions);
    this.#arrays = this.#resized(expected);
  }

  /** Adds a vector, or null where there is none. */
  add(vector: ArrayLike<number> | null): void {
    const id = this.#count++;
    if (id === this.#arrays.scales.length) this.#arrays = this.#resized(Math.ceil(id * 1.5) + blockSize);
    if (!vector) return;
    const rotated = this.#rotated;
    this.#rotation.apply(vector, rotated);
    let greatest = 0;
    for (const x of rotated) greatest = Math.max(greatest, Math.abs(x));
    if (greatest === 0) return;
    // Lists have codes of their own.
    if (id < this.#lists.from) writeCode(rotated, this.#arrays, id);
    const { int8, scales } = this.#arrays;
    const row = id * this.#dimensions;
    for (let j = 0; j < this.#dimensions; j++) int8[row + j] = Math.round((rotated[j]! * 127) / greatest);
    scales[id] = greatest / 127;
  }

  /** Once: the builder gives up its memory. */
  build(): VectorArrays {
    const arrays = {
      ...this.#cut(this.#count),
      ids: new Uint32Array(0),
      listStarts: new Uint32Array(0),
      ownEnds: new Uint32Array(0),
      centroids: new Int8Array(0),
      centroidScales: new Float32Array(0),
      centroidLengths: new Float32Array(0),
    };
    this.#arrays = emptyArrays();
    const { from, size } = this.#lists;
    return this.#count < from ? arrays : arrangeInLists(arrays, this.#dimensions, size);
  }

  /** The first vectors, without a copy of the others. */
  #cut(count: number): Quantised {
    const slots = Math.ceil(count / blockSize) * blockSize;
    const { codes, factors, int8, scales } = this.#arrays;
    return {
      codes: codes.subarray(0, (slots * this.#dimensions) / 8),
      factors: factors.subarray(0, slots),
      int8: int8.subarray(0, count * this.#dimensions),
      scales: scales.subarray(0, count),
    };
  }

  /** The arrays, with capacity for exactly `capacity` vectors. */
  #resized(capacity: number): Quantised {
    if (capacity === this.#arrays.scales.length) return this.#arrays;
    const slots = Math.ceil(capacity / blockSize) * blockSize;
    const sized = {
      codes: new Uint8Array((slots * this.#dimensions) / 8),
      factors: new Float32Array(slots),
      int8: new Int8Array(capacity * this.#dimensions),
      scales: new Float32Array(capacity),
    };
    for (const name of Object.keys(sized) as (keyof Quantised)[])
      sized[name].set(this.#arrays[name].subarray(0, sized[name].length));
    return sized;
  }
}
