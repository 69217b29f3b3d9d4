/**
 * Inverted lists over many vectors (IVF: Jégou, Douze and Schmid, PAMI 2011): each vector is stored in the list of
 * the centroid nearest to it, so that a search scans only the lists nearest to its query.
 */
import { Arena } from "../kernels/arena.ts";
import { blockSize, type VectorArrays } from "./layout.ts";

/** Lists per square root of the number of vectors. */
const density = 1.66;
const samplesPerList = 20;
const rounds = 6;
/** Vectors assigned per batch: they stay in the processor's cache while all centroids are compared. */
const batch = 2_048;
const greatestInt16 = 1023;

/** The same vectors, those of each list contiguous, in ascending order and starting at a new block. */
export function arrangeInLists(arrays: VectorArrays, dimensions: number): VectorArrays {
  const count = arrays.scales.length;
  const lists = 2 ** Math.round(Math.log2(density * Math.sqrt(count)));
  const centroids = trainCentroids(arrays, dimensions, lists);
  const listOf = new Assigner(centroids, dimensions).assign(arrays.int8);
  const sizes = new Uint32Array(lists);
  for (const list of listOf) sizes[list]!++;
  const listStarts = new Uint32Array(lists + 1);
  for (let list = 0; list < lists; list++)
    listStarts[list + 1] = listStarts[list]! + Math.ceil(sizes[list]! / blockSize);
  const next = Uint32Array.from(listStarts.subarray(0, lists), (block) => block * blockSize);
  const slots = Uint32Array.from(listOf, (list) => next[list]!++);
  return {
    ...moveToSlots(arrays, { slots, dimensions, blocks: listStarts[lists]! }),
    listStarts,
    ...centroids,
  };
}

interface Centroids {
  centroids: Int8Array;
  centroidScales: Float32Array;
}

/** Spherical k-means over an even sample, seeded with evenly spaced members of it. */
function trainCentroids({ int8, scales }: VectorArrays, dimensions: number, lists: number): Centroids {
  const rows: number[] = [];
  const wanted = Math.min(scales.length, lists * samplesPerList);
  for (let i = 0; i < wanted; i++) {
    const row = Math.floor((i * scales.length) / wanted);
    if (scales[row] !== 0) rows.push(row);
  }
  const sample = new Int8Array(rows.length * dimensions);
  rows.forEach((row, i) => {
    sample.set(int8.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
  });
  const means = new Float32Array(lists * dimensions);
  for (let list = 0; list < lists && rows.length > 0; list++) {
    const i = Math.floor((list * rows.length) / lists);
    for (let j = 0; j < dimensions; j++) means[list * dimensions + j] = sample[i * dimensions + j]!;
  }
  let trained = quantise(means, dimensions);
  for (let round = 0; round < rounds; round++) {
    const listOf = new Assigner(trained, dimensions).assign(sample);
    const sums = new Float32Array(lists * dimensions);
    rows.forEach((row, i) => {
      const to = listOf[i]! * dimensions;
      const scale = scales[row]!;
      for (let j = 0; j < dimensions; j++) sums[to + j]! += sample[i * dimensions + j]! * scale;
    });
    // An empty list keeps its centroid.
    for (let list = 0; list < lists; list++) {
      const sum = sums.subarray(list * dimensions, (list + 1) * dimensions);
      if (sum.some((x) => x !== 0)) means.set(sum, list * dimensions);
    }
    trained = quantise(means, dimensions);
  }
  return trained;
}

/** Centroids as unit vectors in int8. */
function quantise(means: Float32Array, dimensions: number): Centroids {
  const lists = means.length / dimensions;
  const centroids = new Int8Array(means.length);
  const centroidScales = new Float32Array(lists);
  for (let list = 0; list < lists; list++) {
    let greatest = 0;
    let squares = 0;
    for (let j = 0; j < dimensions; j++) {
      const x = means[list * dimensions + j]!;
      greatest = Math.max(greatest, Math.abs(x));
      squares += x * x;
    }
    if (greatest === 0) continue;
    for (let j = 0; j < dimensions; j++)
      centroids[list * dimensions + j] = Math.round((means[list * dimensions + j]! * 127) / greatest);
    centroidScales[list] = greatest / 127 / Math.sqrt(squares);
  }
  return { centroids, centroidScales };
}

/** Finds the nearest centroid of many vectors. */
class Assigner {
  readonly #arena = new Arena(1 << 20);
  readonly #dimensions: number;
  readonly #lists: number;
  readonly #at: { centroids: number; scales: number; vectors: number; out: number };

  constructor({ centroids, centroidScales }: Centroids, dimensions: number) {
    const arena = this.#arena;
    this.#dimensions = dimensions;
    this.#lists = centroidScales.length;
    // Products are of int16 with int8; the centroids' scales are spread so that the sums still fit.
    const wide = Int16Array.from(centroids, (x) => Math.round((x * greatestInt16) / 127));
    this.#at = {
      centroids: arena.place(wide),
      scales: arena.place(centroidScales),
      vectors: arena.allocate(batch * dimensions),
      out: arena.allocate(batch * 4),
    };
  }

  /** The number of the centroid nearest by direction, of each int8 row; of equals the first. */
  assign(int8: Int8Array): Uint32Array {
    const dimensions = this.#dimensions;
    const arena = this.#arena;
    const count = int8.length / dimensions;
    const listOf = new Uint32Array(count);
    for (let from = 0; from < count; from += batch) {
      const some = Math.min(batch, count - from);
      const rows = int8.subarray(from * dimensions, (from + some) * dimensions);
      arena
        .bytes(this.#at.vectors, rows.length)
        .set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
      const { centroids, scales, vectors, out } = this.#at;
      arena.kernels.nearestCentroids(centroids, scales, this.#lists, dimensions, vectors, some, out);
      listOf.set(arena.uint32(out, some), from);
    }
    return listOf;
  }
}

function moveToSlots(
  from: VectorArrays,
  { slots, dimensions, blocks }: { slots: Uint32Array; dimensions: number; blocks: number },
): Omit<VectorArrays, "listStarts" | "centroids" | "centroidScales"> {
  const rows = dimensions / 8;
  const room = blocks * blockSize;
  const codes = new Uint8Array(room * rows);
  const factors = new Float32Array(room);
  const int8 = new Int8Array(room * dimensions);
  const scales = new Float32Array(room);
  const ids = new Uint32Array(room);
  const codesAt = (slot: number) => Math.floor(slot / blockSize) * blockSize * rows + (slot % blockSize);
  slots.forEach((slot, id) => {
    const source = codesAt(id);
    const target = codesAt(slot);
    for (let r = 0; r < rows; r++) codes[target + r * blockSize] = from.codes[source + r * blockSize]!;
    factors[slot] = from.factors[id]!;
    scales[slot] = from.scales[id]!;
    ids[slot] = id;
    int8.set(from.int8.subarray(id * dimensions, (id + 1) * dimensions), slot * dimensions);
  });
  return { codes, factors, int8, scales, ids, slots };
}
