/**
 * Quantised vectors: one-bit codes for the first scan (as in RaBitQ: Gao and Long, SIGMOD 2024), int8 for
 * rescoring. Both are of the rotated vector.
 */

import { arrangeInLists, type Uncoded } from "./inverted-lists.ts";
import { blockSize, type VectorArrays } from "./layout.ts";
import { writeCode } from "./one-bit-code.ts";
import { Quantiser } from "./quantiser.ts";

/** Minimum number of vectors for inverted lists; fewer are scanned fast enough without them. */
export const minForLists = 65_536;

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

/** Quantises one vector at a time, or takes vectors that are quantised already. */
export class CodesBuilder {
  readonly #dimensions: number;
  readonly #quantiser: Quantiser;
  readonly #lists: { from: number; size: number | undefined };
  #arrays = emptyArrays();
  #count = 0;

  /**
   * `expected` vectors fit without reallocation; memory is taken as they come. `listsFrom`: minimum number of vectors for inverted lists; `listSize`:
   * their average size, at least.
   */
  constructor(dimensions: number, { expected = 256, listsFrom = minForLists, listSize }: CodesOptions = {}) {
    this.#quantiser = new Quantiser(dimensions);
    this.#dimensions = this.#quantiser.dimensions;
    this.#lists = { from: listsFrom, size: listSize };
    this.#arrays = this.#resized(expected);
  }

  /** Adds a vector, or null where there is none. */
  add(vector: ArrayLike<number> | null): void {
    const id = this.#next(1);
    if (!vector) return;
    const { int8, scales } = this.#arrays;
    const scale = this.#quantiser.quantise(vector, int8, id * this.#dimensions);
    if (scale === 0) return;
    scales[id] = scale;
    // Lists have codes of their own.
    if (id < this.#lists.from) writeCode(this.#quantiser.rotated, this.#arrays, id);
  }

  /** Adds vectors that are quantised already. Throws a RangeError when fewer than `listsFrom` were added: those need codes. */
  addQuantised(rows: Uncoded): void {
    if (this.#count < this.#lists.from)
      throw new RangeError(`vector ${this.#count} needs a code, which quantised vectors do not have`);
    const id = this.#next(rows.scales.length);
    this.#arrays.int8.set(rows.int8, id * this.#dimensions);
    this.#arrays.scales.set(rows.scales, id);
  }

  /** Allocates `count` vectors; returns the id of the first. */
  #next(count: number): number {
    const id = this.#count;
    this.#count += count;
    if (this.#count > this.#arrays.scales.length)
      this.#arrays = this.#resized(Math.ceil(this.#count * 1.5) + blockSize);
    return id;
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
