/**
 * Inverted lists over many vectors (IVF: Jégou, Douze and Schmid, PAMI 2011): each vector has a code in the list of the
 * centroid nearest to it, so that a search scans only the lists nearest to its query, and one in a second list that is
 * likely to be scanned when the first is not. Codes are of a vector's difference from the mean of the list, which is
 * shorter than the vector, so that estimates are closer.
 */
import { type Centroids, trainCentroids, twoNearestLists } from "./centroids.ts";
import { blockSize, type Codes, maxLists, type VectorArrays } from "./layout.ts";
import { emptyCodes, writeCode } from "./one-bit-code.ts";

/** Vectors nearest to a list on average, at least: a list ends with a block that is half empty on average. */
const usualListSize = 80;
const samplesPerList = 30;

/** The vectors without codes. */
export type Uncoded = Pick<VectorArrays, "int8" | "scales">;

/** The slots of each list contiguous, starting at a new block: first those of vectors nearest to it, then second ones. */
export function arrangeInLists(
  vectors: Uncoded,
  dimensions: number,
  listSize: number = usualListSize,
): VectorArrays {
  const count = vectors.scales.length;
  const lists = Math.min(maxLists, 2 ** Math.max(0, Math.floor(Math.log2(count / listSize))));
  const centroids = trainCentroids(vectors, dimensions, { lists, sample: lists * samplesPerList });
  const pairs = twoNearestLists(centroids, dimensions, vectors.int8);
  const listOf = pairs.filter((_, i) => i % 2 === 0);
  const secondOf = pairs.filter((_, i) => i % 2 === 1);
  const slots = assignSlots(listOf, secondOf, lists);
  const centroidLengths = meanLengths(vectors, listOf, centroids);
  return {
    ...vectors,
    ...differenceCodes(vectors, { ...slots, ...centroids, centroidLengths }),
    ids: slots.ids,
    listStarts: slots.listStarts,
    ownEnds: slots.ownEnds,
    ...centroids,
    centroidLengths,
  };
}

interface Slots {
  ids: Uint32Array;
  /** Whether the slot holds the vector given in `ids`. */
  isTaken: Uint8Array;
  listStarts: Uint32Array;
  ownEnds: Uint32Array;
}

function assignSlots(listOf: Uint32Array, secondOf: Uint32Array, lists: number): Slots {
  const own = new Uint32Array(lists);
  const all = new Uint32Array(lists);
  listOf.forEach((list, id) => {
    own[list]!++;
    all[list]!++;
    if (secondOf[id] !== list) all[secondOf[id]!]!++;
  });
  const listStarts = new Uint32Array(lists + 1);
  for (let list = 0; list < lists; list++)
    listStarts[list + 1] = listStarts[list]! + Math.ceil(all[list]! / blockSize);
  const ownEnds = own.map((count, list) => listStarts[list]! + Math.ceil(count / blockSize));
  const slotCount = listStarts[lists]! * blockSize;
  const ids = new Uint32Array(slotCount);
  const isTaken = new Uint8Array(slotCount);
  const next = listStarts.slice(0, lists).map((block) => block * blockSize);
  const put = (id: number, list: number) => {
    const slot = next[list]!++;
    ids[slot] = id;
    isTaken[slot] = 1;
  };
  for (const [id, list] of listOf.entries()) put(id, list);
  for (const [id, list] of secondOf.entries()) if (list !== listOf[id]) put(id, list);
  return { ids, isTaken, listStarts, ownEnds };
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

/** Codes of the differences between vectors and the means of their lists. */
function differenceCodes(
  { int8, scales }: Uncoded,
  {
    ids,
    isTaken,
    listStarts,
    centroids,
    centroidScales,
    centroidLengths,
  }: Slots & Centroids & { centroidLengths: Float32Array },
): Codes {
  const dimensions = centroids.length / centroidScales.length;
  const written = emptyCodes(ids.length, dimensions);
  const difference = new Float32Array(dimensions);
  for (let list = 0; list < centroidScales.length; list++) {
    const length = centroidLengths[list]! * centroidScales[list]!;
    const mean = list * dimensions;
    for (let slot = listStarts[list]! * blockSize; slot < listStarts[list + 1]! * blockSize; slot++) {
      const scale = scales[ids[slot]!]!;
      if (isTaken[slot] === 0 || scale === 0) continue;
      const from = ids[slot]! * dimensions;
      for (let j = 0; j < dimensions; j++)
        difference[j] = int8[from + j]! * scale - centroids[mean + j]! * length;
      writeCode(difference, written, slot);
    }
  }
  return written;
}
