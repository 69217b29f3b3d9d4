/** Read side of one segment's vectors, lying in an arena. */
import type { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { maxKept, type Scratch } from "../kernels/scratch.ts";
import type { VectorArrays } from "./codes.ts";
import { paddedDimensions, type Rotation } from "./rotation.ts";

export type VectorPointers = { readonly [name in keyof VectorArrays]: Pointer };

/** A query vector made ready for scanning; build once, use on every segment of the same dimensions. */
export interface PreparedQuery {
  rotated: Float32Array;
  /** Look-up tables of the one-bit scan, 16 bytes per group of four dimensions. */
  tables: Uint8Array;
  tableScale: number;
  tableShift: number;
  int16: Int16Array;
  int16Scale: number;
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
  const dimensions = rotated.length;
  const groups = dimensions / 4;
  const spans = new Float32Array(groups);
  let total = 0;
  let widest = 1e-9;
  let greatest = 1e-9;
  for (let j = 0; j < dimensions; j++) {
    const size = Math.abs(rotated[j]!);
    spans[j >> 2]! += size;
    total += size;
    greatest = Math.max(greatest, size);
  }
  for (const span of spans) widest = Math.max(widest, span);
  const scale = greatestEntry / (2 * widest);
  const tables = new Uint8Array(groups * 16);
  for (let group = 0; group < groups; group++)
    for (let bits = 0; bits < 16; bits++) {
      let sum = spans[group]!;
      for (let j = 0; j < 4; j++) sum += (bits >> j) & 1 ? rotated[group * 4 + j]! : -rotated[group * 4 + j]!;
      tables[group * 16 + bits] = Math.round(sum * scale);
    }
  const int16 = Int16Array.from(rotated, (x) => Math.round((x * greatestInt16) / greatest));
  return {
    rotated,
    tables,
    tableScale: 1 / scale,
    tableShift: -total,
    int16,
    int16Scale: greatest / greatestInt16,
  };
}

export class VectorIndex {
  readonly count: number;
  readonly dimensions: number;
  readonly #arena: Arena;
  readonly #at: VectorPointers;
  readonly #scales: Float32Array;
  readonly #int8: Int8Array;

  /** `dimensions` are the padded ones. */
  constructor(arena: Arena, stored: { arrays: VectorArrays; at: VectorPointers }, dimensions: number) {
    this.#arena = arena;
    this.#at = stored.at;
    this.#scales = stored.arrays.scales;
    this.#int8 = stored.arrays.int8;
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
    arena.bytes(scratch.tables, query.tables.length).set(query.tables);
    const found = arena.kernels.scanCodes(
      scratch.tables,
      this.#at.codes,
      this.dimensions / 8,
      this.#at.factors,
      query.tableScale,
      query.tableShift,
      this.count,
      mask,
      Math.min(candidates, maxKept),
      scratch.scores,
      scratch.ids,
    );
    const ids = arena.uint32(scratch.ids, found).slice();
    const similarities = this.similarities(query, ids, scratch);
    const order = Array.from(ids.keys()).sort(
      (x, y) => similarities[y]! - similarities[x]! || ids[x]! - ids[y]!,
    );
    order.length = Math.min(order.length, k);
    return {
      ids: Uint32Array.from(order, (i) => ids[i]!),
      similarities: Float32Array.from(order, (i) => similarities[i]!),
    };
  }

  /** A stored vector, rotated, as exact as its int8 form. */
  rotatedVector(id: number): Float32Array {
    const int8 = this.#int8.subarray(id * this.dimensions, (id + 1) * this.dimensions);
    return Float32Array.from(int8, (x) => x * this.#scales[id]!);
  }

  /** Similarities of the given vectors by int8 products; 0 where one is missing. At most {@link maxKept}. */
  similarities(query: PreparedQuery, ids: Uint32Array, scratch: Scratch): Float32Array {
    const arena = this.#arena;
    arena.uint32(scratch.ids, ids.length).set(ids);
    arena.int16(scratch.query, query.int16.length).set(query.int16);
    arena.kernels.similarities(
      scratch.query,
      query.int16Scale,
      this.#at.int8,
      this.#at.scales,
      this.dimensions,
      scratch.ids,
      ids.length,
      scratch.scores,
    );
    return arena.float32(scratch.scores, ids.length).slice();
  }
}
