/** Read side of one segment's vectors, lying in an arena. */
import type { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { maxKept, type Scratch } from "../kernels/scratch.ts";
import type { VectorArrays } from "./codes.ts";
import { paddedDimensions, type Rotation } from "./rotation.ts";

export type VectorPointers = { readonly [name in keyof VectorArrays]: Pointer };

/** A query vector made ready for products with stored ones. */
export interface PreparedQuery {
  rotated: Float32Array;
  int16: Int16Array;
  int16Scale: number;
}

/** Look-up tables of the one-bit scan. */
interface CodeTables {
  /** 16 bytes per group of four dimensions. */
  bytes: Uint8Array;
  scale: number;
  shift: number;
}

export interface VectorHits {
  ids: Uint32Array;
  /** Inner products with the query: cosines when both are of unit length. */
  similarities: Float32Array;
}

/** Entries of a look-up table, so that four fit a byte. */
const greatestEntry = 63;
/** Keeps the sum of products within 32 bits for up to 8,192 dimensions. */
const greatestInt16 = 1023;

/** Prepares a query vector of as many dimensions as the stored ones had before padding. */
export function prepareQuery(vector: Float32Array, rotation: Rotation): PreparedQuery {
  const rotated = new Float32Array(paddedDimensions(vector.length));
  rotation.apply(vector, rotated);
  return prepareRotated(rotated);
}

/** Prepares a query that is rotated and padded already. */
export function prepareRotated(rotated: Float32Array): PreparedQuery {
  let greatest = 1e-9;
  for (const x of rotated) greatest = Math.max(greatest, Math.abs(x));
  const int16 = new Int16Array(rotated.length);
  const scale = greatestInt16 / greatest;
  for (let j = 0; j < rotated.length; j++) int16[j] = Math.round(rotated[j]! * scale);
  return { rotated, int16, int16Scale: greatest / greatestInt16 };
}

/** For each group of four dimensions, the sum for each of the 16 ways to sign them, scaled to a byte. */
function codeTables(rotated: Float32Array): CodeTables {
  const groups = rotated.length / 4;
  const spans = new Float32Array(groups);
  let total = 0;
  let widest = 1e-9;
  for (let j = 0; j < rotated.length; j++) spans[j >> 2]! += Math.abs(rotated[j]!);
  for (const span of spans) {
    total += span;
    widest = Math.max(widest, span);
  }
  const scale = greatestEntry / (2 * widest);
  const bytes = new Uint8Array(groups * 16);
  for (let group = 0; group < groups; group++) {
    const at = group * 16;
    // Starting from all minus, each set bit adds twice its component.
    const sums = new Float32Array(16);
    for (let bits = 1; bits < 16; bits++) {
      const low = bits & -bits;
      sums[bits] = sums[bits ^ low]! + 2 * rotated[group * 4 + (31 - Math.clz32(low))]!;
    }
    const offset = spans[group]! - sumOfFour(rotated, group * 4);
    for (let bits = 0; bits < 16; bits++) bytes[at + bits] = Math.round((sums[bits]! + offset) * scale);
  }
  return { bytes, scale: 1 / scale, shift: -total };
}

function sumOfFour(values: Float32Array, at: number): number {
  return values[at]! + values[at + 1]! + values[at + 2]! + values[at + 3]!;
}

export class VectorIndex {
  readonly count: number;
  readonly dimensions: number;
  readonly #arena: Arena;
  readonly #at: VectorPointers;
  readonly #scales: Float32Array;
  readonly #int8: Int8Array;
  readonly #greatestFactor: number;

  /** `dimensions` are the padded ones. */
  constructor(arena: Arena, stored: { arrays: VectorArrays; at: VectorPointers }, dimensions: number) {
    this.#arena = arena;
    this.#at = stored.at;
    this.#scales = stored.arrays.scales;
    this.#int8 = stored.arrays.int8;
    this.#greatestFactor = stored.arrays.factors.reduce((most, factor) => Math.max(most, factor), 0);
    this.count = stored.arrays.scales.length;
    this.dimensions = dimensions;
  }

  /** False where the vector is missing. */
  has(id: number): boolean {
    return this.#scales[id] !== 0;
  }

  /**
   * The k nearest of the `candidates` best by one-bit estimate, by similarity descending, then id.
   * `mask` points at a bitset of allowed ids (readable in whole 16-bit words), 0 for all.
   */
  search(
    query: PreparedQuery,
    options: { k: number; candidates: number; mask: Pointer; scratch: Scratch },
  ): VectorHits {
    const { k, candidates, mask, scratch } = options;
    const arena = this.#arena;
    const tables = codeTables(query.rotated);
    arena.bytes(scratch.tables, tables.bytes.length).set(tables.bytes);
    const { kernels } = arena;
    const found = kernels.scanCodes(
      scratch.tables,
      this.#at.codes,
      this.dimensions / 8,
      this.#at.factors,
      this.#greatestFactor,
      tables.scale,
      tables.shift,
      this.count,
      mask,
      Math.min(candidates, maxKept),
      scratch.scores,
      scratch.ids,
    );
    this.#rescore(query, found, scratch);
    kernels.rankBest(scratch.scores, scratch.ids, found, k);
    const kept = Math.min(k, found);
    return {
      ids: arena.uint32(scratch.ids, kept).slice(),
      similarities: arena.float32(scratch.scores, kept).slice(),
    };
  }

  /** A stored vector, rotated, as exact as its int8 form. */
  rotatedVector(id: number): Float32Array {
    const vector = new Float32Array(this.dimensions);
    const scale = this.#scales[id]!;
    for (let j = 0; j < vector.length; j++) vector[j] = this.#int8[id * this.dimensions + j]! * scale;
    return vector;
  }

  /** Similarities of the given vectors by int8 products; 0 where one is missing. At most {@link maxKept}. */
  similarities(query: PreparedQuery, ids: Uint32Array, scratch: Scratch): Float32Array {
    const arena = this.#arena;
    arena.uint32(scratch.ids, ids.length).set(ids);
    this.#rescore(query, ids.length, scratch);
    return arena.float32(scratch.scores, ids.length).slice();
  }

  /** Similarities of the first `count` ids in scratch, beside them. */
  #rescore(query: PreparedQuery, count: number, scratch: Scratch): void {
    const arena = this.#arena;
    arena.int16(scratch.query, query.int16.length).set(query.int16);
    arena.kernels.similarities(
      scratch.query,
      query.int16Scale,
      this.#at.int8,
      this.#at.scales,
      this.dimensions,
      scratch.ids,
      count,
      scratch.scores,
    );
  }
}
