/** Read side of one segment's vectors, stored in an arena. */
import { bitsetBytes, setBits } from "../bitset.ts";
import type { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { gatheredRoom, maxKept, type Scratch } from "../kernels/scratch.ts";
import type { Centroids } from "./centroids.ts";
import type { Int8Vector } from "./int8-vector.ts";
import { blockSize, maxLists, type StoredVectors, type VectorArrays } from "./layout.ts";
import { paddedDimensions, type Rotation } from "./rotation.ts";

export type VectorPointers = { readonly [name in keyof VectorArrays]: Pointer };

/** A query vector prepared for products with stored ones. */
export interface PreparedQuery {
  rotated: Float32Array;
  int16: Int16Array;
  int16Scale: number;
  /** Created by the first scan and reused for other segments. */
  tables?: CodeTables;
}

/** Look-up tables of the one-bit scan. */
interface CodeTables {
  /** 16 bytes per group of four dimensions. */
  bytes: Uint8Array;
  scale: number;
  shift: number;
  /** Length of the query: the standard deviation of signed sums of random vectors. */
  deviation: number;
}

export interface VectorHits {
  ids: Uint32Array;
  /** Inner products with the query: cosines when both are of unit length. */
  similarities: Float32Array;
}

export interface VectorSearch {
  k: number;
  /** Only so many of them need be in order; all without. */
  ordered?: number;
  /** Number of vectors, best by one-bit estimate, whose similarities are computed. */
  candidates: number;
  /** Address of a bitset of allowed ids (readable in whole 16-bit words), 0 for all. */
  mask: Pointer;
  scratch: Scratch;
  /** Candidates have estimates above this. */
  above?: number;
  /** The lists to scan; every list without. A mask that allows few vectors needs every list. */
  near?: NearLists | null;
}

/** Some lists of an index, in the order in which to scan them, and how close their centroids are to a query. */
export interface NearLists {
  lists: Uint32Array;
  closeness: Float32Array;
}

/** Share of the vectors whose lists are considered, with as many lists as there can be: for the recall in decision 7. */
const nearShare = 0.2;
/** With fewer lists, each is less alike: the share is greater in proportion, up to this one. */
const maxShare = 0.4;
/**
 * Of the lists considered, those are left out where a candidate's signed sum would have to exceed so many standard
 * deviations of the sums of random vectors.
 */
const maxDeviations = 3.75;
/** The nearest of the lists, which are scanned in order, so that the bar rises early. */
export const orderedLists = 32;
/** Exceeds every sum: nothing is left out. */
const anySum = 2 ** 31 - 1;
/** Entries of a look-up table, so that four fit a byte. */
const maxEntry = 63;
/** Keeps the sum of products within 32 bits for up to 8,192 dimensions. */
const maxInt16 = 1023;

/** Prepares a query vector of as many dimensions as the stored ones had before padding. */
export function prepareQuery(vector: Float32Array, rotation: Rotation): PreparedQuery {
  const rotated = new Float32Array(paddedDimensions(vector.length));
  rotation.apply(vector, rotated);
  return prepareRotated(rotated);
}

/** Prepares a query that is already rotated and padded. */
export function prepareRotated(rotated: Float32Array): PreparedQuery {
  let greatest = 1e-9;
  for (const x of rotated) greatest = Math.max(greatest, Math.abs(x));
  const int16 = new Int16Array(rotated.length);
  const scale = maxInt16 / greatest;
  for (let j = 0; j < rotated.length; j++) int16[j] = Math.round(rotated[j]! * scale);
  return { rotated, int16, int16Scale: greatest / maxInt16 };
}

/** Prepares a rotated vector of any length, scaled to length 1. */
export function prepareDirection(rotated: Float32Array): PreparedQuery {
  const norm = Math.sqrt(rotated.reduce((sum, x) => sum + x * x, 0)) || 1;
  return prepareRotated(rotated.map((x) => x / norm));
}

/** For each group of four dimensions, the sum for each of the 16 ways to sign them, scaled to a byte. */
function codeTables(rotated: Float32Array): CodeTables {
  const groups = rotated.length / 4;
  let total = 0;
  let widest = 1e-9;
  for (let j = 0; j < rotated.length; j += 4) {
    const span =
      Math.abs(rotated[j]!) +
      Math.abs(rotated[j + 1]!) +
      Math.abs(rotated[j + 2]!) +
      Math.abs(rotated[j + 3]!);
    total += span;
    widest = Math.max(widest, span);
  }
  const scale = maxEntry / (2 * widest);
  const bytes = new Uint8Array(groups * 16);
  for (let group = 0; group < groups; group++) {
    const at = group * 16;
    // Starting from the least sum, 0: a set bit adds twice a positive component, a clear one twice a negative one.
    sums[0] = 0;
    for (let bit = 0, filled = 1; bit < 4; bit++, filled *= 2) {
      const twice = 2 * scale * rotated[group * 4 + bit]!;
      const ifSet = Math.max(0, twice);
      const ifClear = ifSet - twice;
      for (let bits = 0; bits < filled; bits++) {
        sums[filled + bits] = sums[bits]! + ifSet;
        sums[bits]! += ifClear;
      }
    }
    // The half is for rounding: entries are positive.
    for (let bits = 0; bits < 16; bits++) bytes[at + bits] = sums[bits]! + 0.5;
  }
  return { bytes, scale: 1 / scale, shift: -total, deviation: Math.hypot(...rotated) };
}

const sums = new Float64Array(16);

/** The greatest factor of each run of blocks; `starts` has one more entry than there are runs. */
function maxFactors(factors: Float32Array, starts: ArrayLike<number>): Float32Array {
  const greatest = new Float32Array(starts.length - 1);
  for (let run = 0; run < greatest.length; run++)
    for (let slot = starts[run]! * blockSize; slot < starts[run + 1]! * blockSize; slot++)
      greatest[run] = Math.max(greatest[run]!, factors[slot]!);
  return greatest;
}

export class VectorIndex {
  readonly count: number;
  readonly dimensions: number;
  readonly #arena: Arena;
  readonly #at: VectorPointers;
  readonly #arrays: StoredVectors;
  /** Vector → row, where they differ. */
  readonly #rows: Uint32Array | null;
  /** Numbers of all lists, ascending. */
  readonly #lists: Uint32Array;
  /** Of each list, or of all vectors where there are none. */
  readonly #maxFactors: Float32Array;
  /** Of lists, whose vectors are in two slots: the last search that found each, so that it finds it once. */
  readonly #foundBy: Uint32Array;
  #searches = 0;
  /** Vectors that are not missing, once they are all wanted. */
  #present: Uint32Array | null = null;
  /** How many of the nearest lists a search considers that need not find everything; 0 without lists. */
  readonly consideredLists: number;

  /** `dimensions` are the padded ones. */
  constructor(arena: Arena, stored: { arrays: StoredVectors; at: VectorPointers }, dimensions: number) {
    this.#arena = arena;
    this.#at = stored.at;
    const { arrays } = stored;
    this.#arrays = arrays;
    this.#lists = Uint32Array.from(arrays.centroidScales.keys());
    this.#rows = arrays.slots?.length ? arrays.slots : null;
    const hasLists = this.#lists.length > 0;
    const starts = hasLists ? arrays.listStarts : [0, arrays.factors.length / blockSize];
    this.#maxFactors = maxFactors(arrays.factors, starts);
    const share = Math.min(maxShare, nearShare * Math.sqrt(maxLists / this.#lists.length));
    this.consideredLists = hasLists
      ? Math.ceil((share * arrays.scales.length * this.#lists.length) / arrays.factors.length)
      : 0;
    this.count = this.#rows ? this.#rows.length : arrays.scales.length;
    this.#foundBy = new Uint32Array(hasLists ? this.count : 0);
    this.dimensions = dimensions;
  }

  /** Of the lists; empty without. */
  get centroids(): Centroids {
    return this.#arrays;
  }

  /** False where the vector is missing. */
  has(id: number): boolean {
    return this.#arrays.scales[this.#rowOf(id)] !== 0;
  }

  /**
   * The k nearest of the candidates, by similarity descending, then id. `minEstimate` is that of the last candidate, and
   * at most `above` where there are fewer than wanted: another index need not consider vectors below it.
   */
  search(query: PreparedQuery, options: VectorSearch): VectorHits & { minEstimate: number } {
    const { scratch, candidates, above = Number.NEGATIVE_INFINITY } = options;
    const arena = this.#arena;
    query.tables ??= codeTables(query.rotated);
    arena.bytes(scratch.tables, query.tables.bytes.length).set(query.tables.bytes);
    arena.int16(scratch.query, query.int16.length).set(query.int16);
    const hasLists = this.#lists.length > 0;
    const near = hasLists ? (options.near ?? this.#everyList(query, scratch)) : null;
    let minEstimate = above;
    let found: number;
    if (!hasLists && candidates >= this.count && options.mask === 0) found = this.#everyVector(scratch);
    else {
      const scanned = this.#scan(query.tables, near, options);
      if (scanned === candidates) minEstimate = arena.float32(scratch.scores, scanned)[scanned - 1]!;
      found = hasLists ? this.#vectorsOf(scanned, scratch) : scanned;
    }
    this.#rescore(query, found, scratch);
    return { ...this.#best(found, options), minEstimate };
  }

  /** The k nearest of the vectors that a mask allows, by their components; at most {@link gatheredRoom} are allowed. */
  nearestAmong(
    query: PreparedQuery,
    { k, mask, scratch }: Pick<VectorSearch, "k" | "mask" | "scratch">,
  ): VectorHits {
    const arena = this.#arena;
    const found = this.#rows
      ? this.#listBySlots(mask, scratch)
      : arena.kernels.listPresent(mask, this.count, this.#at.scales, scratch.ids);
    arena.int16(scratch.query, query.int16.length).set(query.int16);
    this.#rescore(query, found, scratch);
    return this.#best(found, { k, scratch });
  }

  /** Leaves the vectors that are allowed and not missing in scratch; returns how many. */
  #listBySlots(mask: Pointer, scratch: Scratch): number {
    const allowed = setBits(this.#arena.bytes(mask, bitsetBytes(this.count))).filter((id) => this.has(id));
    this.#arena.uint32(scratch.ids, allowed.length).set(allowed);
    return allowed.length;
  }

  /** Of the first `found` vectors in scratch. */
  #best(found: number, { k, ordered, scratch }: Pick<VectorSearch, "k" | "ordered" | "scratch">): VectorHits {
    const arena = this.#arena;
    const kept = Math.min(k, found);
    arena.kernels.selectBest(scratch.scores, scratch.ids, found, kept);
    arena.kernels.rankBest(scratch.scores, scratch.ids, kept, ordered ?? kept);
    return {
      ids: arena.uint32(scratch.ids, kept).slice(),
      similarities: arena.float32(scratch.scores, kept).slice(),
    };
  }

  /** Leaves every vector in scratch that is not missing, where all are candidates; returns how many. */
  #everyVector(scratch: Scratch): number {
    this.#present ??= Uint32Array.from(this.#arrays.scales.keys()).filter(
      (id) => this.#arrays.scales[id] !== 0,
    );
    this.#arena.uint32(scratch.ids, this.#present.length).set(this.#present);
    return this.#present.length;
  }

  /** Replaces the slots in scratch by their vectors, each once; returns how many. */
  #vectorsOf(scanned: number, scratch: Scratch): number {
    const slots = this.#arena.uint32(scratch.ids, scanned);
    this.#searches = (this.#searches + 1) >>> 0;
    let found = 0;
    for (const slot of slots) {
      const id = this.#arrays.ids[slot]!;
      if (this.#foundBy[id] === this.#searches) continue;
      this.#foundBy[id] = this.#searches;
      slots[found++] = id;
    }
    return found;
  }

  /** Leaves the slots of the best candidates in scratch; returns how many. */
  #scan(tables: CodeTables, near: NearLists | null, options: VectorSearch): number {
    const { scratch, mask, above = Number.NEGATIVE_INFINITY } = options;
    const arena = this.#arena;
    const { kernels } = arena;
    const slots = this.#arrays.factors.length;
    kernels.beginScan(
      this.#at.factors,
      tables.scale,
      tables.shift,
      slots,
      near ? this.#at.ids : 0,
      mask,
      Math.min(options.candidates, maxKept),
      above,
      scratch.scores,
      scratch.ids,
      gatheredRoom,
      scratch.bins,
    );
    const rows = this.dimensions / 8;
    const { codes } = this.#at;
    const greatest = this.#maxFactors;
    if (near) {
      const { listStarts: starts, ownEnds, centroidLengths } = this.#arrays;
      const { scale, shift, deviation } = tables;
      const sumLimit = Math.floor((maxDeviations * deviation - shift) / scale);
      for (let i = 0; i < near.lists.length; i++) {
        const list = near.lists[i]!;
        const from = starts[list]!;
        const to = options.near ? starts[list + 1]! : (ownEnds?.[list] ?? starts[list + 1]!);
        // Segments of earlier versions have codes of the vectors themselves.
        const base = near.closeness[i]! * (centroidLengths?.[list] ?? 0);
        kernels.scanBlocks(scratch.tables, codes, rows, from, to, base, greatest[list]!, sumLimit);
      }
    } else kernels.scanBlocks(scratch.tables, codes, rows, 0, slots / blockSize, 0, greatest[0]!, anySum);
    return kernels.endScan();
  }

  /** Those that a search considers by default first, so that the bar rises early. The query is already stored in scratch. */
  #everyList(query: PreparedQuery, scratch: Scratch): NearLists {
    const arena = this.#arena;
    const count = this.#lists.length;
    arena.uint32(scratch.ids, count).set(this.#lists);
    arena.kernels.similarities(
      scratch.query,
      query.int16Scale,
      this.#at.centroids,
      this.#at.centroidScales,
      this.dimensions,
      scratch.ids,
      count,
      scratch.scores,
    );
    arena.kernels.selectBest(scratch.scores, scratch.ids, count, this.consideredLists);
    arena.kernels.rankBest(scratch.scores, scratch.ids, this.consideredLists, orderedLists);
    return {
      lists: arena.uint32(scratch.ids, count).slice(),
      closeness: arena.float32(scratch.scores, count).slice(),
    };
  }

  /** A stored vector, rotated, without copying it; null where it is missing. */
  storedVector(id: number): Int8Vector | null {
    const row = this.#rowOf(id);
    const scale = this.#arrays.scales[row]!;
    const from = row * this.dimensions;
    return scale === 0 ? null : { int8: this.#arrays.int8.subarray(from, from + this.dimensions), scale };
  }

  /** A stored vector, rotated, with the precision of its int8 form. */
  rotatedVector(id: number): Float32Array {
    const stored = this.storedVector(id);
    return stored
      ? Float32Array.from(stored.int8, (x) => x * stored.scale)
      : new Float32Array(this.dimensions);
  }

  /** Similarities of the given vectors by int8 products; 0 where one is missing. At most {@link maxKept}. */
  similarities(query: PreparedQuery, ids: Uint32Array, scratch: Scratch): Float32Array {
    const arena = this.#arena;
    arena.uint32(scratch.ids, ids.length).set(ids);
    arena.int16(scratch.query, query.int16.length).set(query.int16);
    this.#rescore(query, ids.length, scratch);
    return arena.float32(scratch.scores, ids.length).slice();
  }

  #rowOf(id: number): number {
    return this.#rows ? this.#rows[id]! : id;
  }

  /** Similarities of the first `count` vectors in scratch, next to them. The query is already stored there. */
  #rescore(query: PreparedQuery, count: number, scratch: Scratch): void {
    const rows = this.#arena.uint32(scratch.ids, count);
    if (this.#rows) for (let i = 0; i < count; i++) rows[i] = this.#rows[rows[i]!]!;
    this.#arena.kernels.similarities(
      scratch.query,
      query.int16Scale,
      this.#at.int8,
      this.#at.scales,
      this.dimensions,
      scratch.ids,
      count,
      scratch.scores,
    );
    if (this.#rows) for (let i = 0; i < count; i++) rows[i] = this.#arrays.ids[rows[i]!]!;
  }
}
