/** Centroids of lists: spherical k-means over a sample, and the nearest centroid of many vectors. */
import { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import type { VectorArrays } from "./layout.ts";

const rounds = 5;
/** Rounds in which the centroids themselves are grouped. */
const groupRounds = 3;
/** More centroids than this are grouped, and only those of the nearest groups are compared with a vector. */
const fewCentroids = 256;
/** Groups whose centroids are compared with a vector: nearly always, the nearest centroid is in one of them. */
const nearGroups = 6;
const groupCount = 64;
/** Vectors compared at a time: they stay in the processor's cache. */
const batch = 2_048;
const maxInt16 = 1023;

/** Unit vectors in int8, one row per list, and their scales. */
export interface Centroids {
  centroids: Int8Array;
  centroidScales: Float32Array;
}

/** Rows of int8 and their scales; a scale of 0 marks a missing vector. */
type Rows = Pick<VectorArrays, "int8" | "scales">;

/** Spherical k-means over `sample` evenly spaced vectors, seeded with evenly spaced members of them. */
export function trainCentroids(
  { int8, scales }: Rows,
  dimensions: number,
  size: { lists: number; sample: number; rounds?: number },
): Centroids {
  const { lists } = size;
  const rows: number[] = [];
  const wanted = Math.min(scales.length, size.sample);
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
  for (let round = 0; round < (size.rounds ?? rounds); round++) {
    const listOf = nearestLists(trained, dimensions, sample);
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

/** The number of the centroid nearest by direction, of each int8 row; with many centroids, almost always. */
export const nearestLists = (centroids: Centroids, dimensions: number, int8: Int8Array): Uint32Array =>
  assign(centroids, { dimensions, int8, numbers: 1 });

/**
 * Two numbers for each row: the same, and that of a second centroid, whose difference from the row is short and has a
 * direction of its own (SOAR). Both are the same where there is one centroid.
 */
export const twoNearestLists = (centroids: Centroids, dimensions: number, int8: Int8Array): Uint32Array =>
  assign(centroids, { dimensions, int8, numbers: 2 });

interface Assigned {
  dimensions: number;
  int8: Int8Array;
  /** Of lists, for each row. */
  numbers: 1 | 2;
}

function assign(centroids: Centroids, { dimensions, int8, numbers }: Assigned): Uint32Array {
  const { order, groups } = groupCentroids(centroids, dimensions);
  const sorted = inOrder(centroids, order, dimensions);
  const arena = new Arena(1 << 20);
  const at = place(arena, sorted);
  const groupsAt = place(arena, groups);
  const starts = arena.place(groups.starts);
  const rows = [arena.place(sorted.centroids), arena.place(sorted.centroidScales)] as const;
  const scratchBytes = (groups.starts.length + order.length) * 4;
  const scratch = [arena.allocate(scratchBytes), arena.allocate(scratchBytes)] as const;
  const vectors = arena.allocate(batch * dimensions);
  const out = arena.allocate(batch * 4 * numbers);
  const count = int8.length / dimensions;
  const listOf = new Uint32Array(count * numbers);
  for (let from = 0; from < count; from += batch) {
    const some = Math.min(batch, count - from);
    const read = int8.subarray(from * dimensions, (from + some) * dimensions);
    arena.bytes(vectors, read.length).set(new Uint8Array(read.buffer, read.byteOffset, read.length));
    const compared = [
      at.centroids,
      at.scales,
      starts,
      groupsAt.centroids,
      groupsAt.scales,
      groups.centroidScales.length,
      nearGroups,
      dimensions,
      vectors,
      some,
      out,
      ...scratch,
    ] as const;
    if (numbers === 2) arena.kernels.twoNearestInGroups(...rows, ...compared);
    else arena.kernels.nearestInGroups(...compared);
    listOf.set(arena.uint32(out, some * numbers), from * numbers);
  }
  return listOf.map((place) => order[place]!);
}

interface Grouped {
  /** Numbers of the centroids, those of each group together. */
  order: Uint32Array;
  groups: Centroids & { starts: Uint32Array };
}

/** Few centroids are one group, whose own centroid is not looked at. */
function groupCentroids(centroids: Centroids, dimensions: number): Grouped {
  const { centroids: rows, centroidScales: scales } = centroids;
  const count = scales.length;
  if (count <= fewCentroids)
    return {
      order: Uint32Array.from(scales.keys()),
      groups: {
        centroids: new Int8Array(dimensions),
        centroidScales: new Float32Array(1),
        starts: Uint32Array.of(0, count),
      },
    };
  const trained = trainCentroids({ int8: rows, scales }, dimensions, {
    lists: groupCount,
    sample: count,
    rounds: groupRounds,
  });
  const groupOf = nearestLists(trained, dimensions, rows);
  const starts = new Uint32Array(groupCount + 1);
  for (const group of groupOf) starts[group + 1]!++;
  for (let group = 0; group < groupCount; group++) starts[group + 1]! += starts[group]!;
  const order = Uint32Array.from(groupOf.keys()).sort((x, y) => groupOf[x]! - groupOf[y]! || x - y);
  return { order, groups: { ...trained, starts } };
}

function inOrder(
  { centroids, centroidScales }: Centroids,
  order: Uint32Array,
  dimensions: number,
): Centroids {
  const sorted = new Int8Array(centroids.length);
  order.forEach((list, i) => {
    sorted.set(centroids.subarray(list * dimensions, (list + 1) * dimensions), i * dimensions);
  });
  return { centroids: sorted, centroidScales: Float32Array.from(order, (list) => centroidScales[list]!) };
}

/** Products are of int16 with int8: int16 as great as sums of products allow. */
function place(
  arena: Arena,
  { centroids, centroidScales }: Centroids,
): { centroids: Pointer; scales: Pointer } {
  const wide = Int16Array.from(centroids, (x) => Math.round((x * maxInt16) / 127));
  const scales = centroidScales.map((scale) => (scale * 127) / maxInt16);
  return { centroids: arena.place(wide), scales: arena.place(scales) };
}
