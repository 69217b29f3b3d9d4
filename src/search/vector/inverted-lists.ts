/**
 * Inverted lists over many vectors (IVF: Jégou, Douze and Schmid, PAMI 2011): each vector is stored in the list of
 * the centroid nearest to it, so that a search scans only the lists nearest to its query. Codes are of a vector's
 * difference from the mean of its list, which is shorter than the vector, so that estimates are closer.
 */
import { type Centroids, nearestLists, trainCentroids } from "./centroids.ts";
import { blockSize, type Codes, mostLists, type VectorArrays } from "./layout.ts";
import { emptyCodes, writeCode } from "./one-bit-code.ts";

/** Vectors of a list on average, at least: a list ends with a block that is half empty on average. */
const usualListSize = 80;
const samplesPerList = 10;

/** The vectors without codes. */
export type Uncoded = Pick<VectorArrays, "int8" | "scales">;

/** The vectors of each list contiguous, in ascending order and starting at a new block. */
export function arrangeInLists(
  vectors: Uncoded,
  dimensions: number,
  listSize: number = usualListSize,
): VectorArrays {
  const count = vectors.scales.length;
  const lists = Math.min(mostLists, 2 ** Math.max(0, Math.floor(Math.log2(count / listSize))));
  const centroids = trainCentroids(vectors, dimensions, { lists, sample: lists * samplesPerList });
  const listOf = nearestLists(centroids, dimensions, vectors.int8);
  const sizes = new Uint32Array(lists);
  for (const list of listOf) sizes[list]!++;
  const listStarts = new Uint32Array(lists + 1);
  for (let list = 0; list < lists; list++)
    listStarts[list + 1] = listStarts[list]! + Math.ceil(sizes[list]! / blockSize);
  const next = Uint32Array.from(listStarts.subarray(0, lists), (block) => block * blockSize);
  const slots = Uint32Array.from(listOf, (list) => next[list]!++);
  const centroidLengths = meanLengths(vectors, listOf, centroids);
  const centroidCodes = codesOf(centroids, dimensions);
  return {
    ...moveToSlots(vectors, slots, { dimensions, blocks: listStarts[lists]! }),
    ...differenceCodes(vectors, {
      listOf,
      slots,
      room: listStarts[lists]! * blockSize,
      ...centroids,
      centroidLengths,
    }),
    listStarts,
    ...centroids,
    centroidLengths,
    centroidCodes: centroidCodes.codes,
    centroidFactors: centroidCodes.factors,
  };
}

/** Of each list, the mean of its vectors' products with its centroid; 0 for an empty one. */
function meanLengths(
  { int8, scales }: Uncoded,
  listOf: Uint32Array,
  { centroids, centroidScales }: Centroids,
): Float32Array {
  const dimensions = centroids.length / centroidScales.length;
  const sums = new Float64Array(centroidScales.length);
  const counts = new Uint32Array(centroidScales.length);
  listOf.forEach((list, id) => {
    if (scales[id] === 0) return;
    let product = 0;
    for (let j = 0; j < dimensions; j++)
      product += int8[id * dimensions + j]! * centroids[list * dimensions + j]!;
    sums[list]! += product * scales[id]! * centroidScales[list]!;
    counts[list]!++;
  });
  return Float32Array.from(sums, (sum, list) => sum / Math.max(1, counts[list]!));
}

function codesOf({ centroids, centroidScales }: Centroids, dimensions: number): Codes {
  const written = emptyCodes(centroidScales.length, dimensions);
  const row = new Float32Array(dimensions);
  centroidScales.forEach((scale, list) => {
    for (let j = 0; j < dimensions; j++) row[j] = centroids[list * dimensions + j]! * scale;
    writeCode(row, written, list);
  });
  return written;
}

/** Codes of the differences between vectors and the means of their lists. */
function differenceCodes(
  { int8, scales }: Uncoded,
  lists: Centroids & {
    listOf: Uint32Array;
    slots: Uint32Array;
    room: number;
    centroidLengths: Float32Array;
  },
): Codes {
  const { listOf, slots, centroids, centroidScales, centroidLengths } = lists;
  const dimensions = centroids.length / centroidScales.length;
  const written = emptyCodes(lists.room, dimensions);
  const difference = new Float32Array(dimensions);
  listOf.forEach((list, id) => {
    const scale = scales[id]!;
    if (scale === 0) return;
    const length = centroidLengths[list]! * centroidScales[list]!;
    const from = id * dimensions;
    const mean = list * dimensions;
    for (let j = 0; j < dimensions; j++)
      difference[j] = int8[from + j]! * scale - centroids[mean + j]! * length;
    writeCode(difference, written, slots[id]!);
  });
  return written;
}

function moveToSlots(
  from: Uncoded,
  slots: Uint32Array,
  { dimensions, blocks }: { dimensions: number; blocks: number },
): Pick<VectorArrays, "int8" | "scales" | "ids" | "slots"> {
  const room = blocks * blockSize;
  const int8 = new Int8Array(room * dimensions);
  const scales = new Float32Array(room);
  const ids = new Uint32Array(room);
  slots.forEach((slot, id) => {
    scales[slot] = from.scales[id]!;
    ids[slot] = id;
    int8.set(from.int8.subarray(id * dimensions, (id + 1) * dimensions), slot * dimensions);
  });
  return { int8, scales, ids, slots };
}
