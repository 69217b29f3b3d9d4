/** Centroids of lists: spherical k-means over a sample, and the nearest centroid of many vectors. */
import { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import type { VectorArrays } from "./layout.ts";

const rounds = 5;
/** Rounds in which the centroids themselves are grouped. */
const groupRounds = 3;
/** More centroids than this are grouped, and only those of the nearest groups are compared with a vector. */
const fewCentroids = 256;
/** Of 4,096 centroids, the nearest is in one of the eight nearest groups for 98.5 % of the vectors. */
const nearGroups = 6;
const groups = 64;
/** Vectors compared at a time: they stay in the processor's cache. */
const batch = 2_048;
const greatestInt16 = 1023;

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
export function nearestLists(centroids: Centroids, dimensions: number, int8: Int8Array): Uint32Array {
  const count = centroids.centroidScales.length;
  if (count <= fewCentroids) return assign(centroids, dimensions, { int8 });
  const { centroids: rows, centroidScales: scales } = centroids;
  const trained = trainCentroids({ int8: rows, scales }, dimensions, {
    lists: groups,
    sample: count,
    rounds: groupRounds,
  });
  const groupOf = assign(trained, dimensions, { int8: rows });
  const order = Uint32Array.from(groupOf.keys()).sort((x, y) => groupOf[x]! - groupOf[y]! || x - y);
  const sorted = {
    centroids: new Int8Array(rows.length),
    centroidScales: Float32Array.from(order, (list) => scales[list]!),
  };
  order.forEach((list, i) => {
    sorted.centroids.set(rows.subarray(list * dimensions, (list + 1) * dimensions), i * dimensions);
  });
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) starts[group + 1]!++;
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!;
  return assign(sorted, dimensions, { int8, grouped: { ...trained, starts } }).map((place) => order[place]!);
}

interface Assigned {
  int8: Int8Array;
  /** Centroids of groups of centroids, and where the centroids of each start. */
  grouped?: Centroids & { starts: Uint32Array };
}

function assign(centroids: Centroids, dimensions: number, { int8, grouped }: Assigned): Uint32Array {
  const arena = new Arena(1 << 20);
  const { kernels } = arena;
  const at = place(arena, centroids);
  const groupsAt = grouped && {
    ...place(arena, grouped),
    starts: arena.place(grouped.starts),
    scores: arena.allocate(groups * 4),
    numbers: arena.allocate(groups * 4),
  };
  const vectors = arena.allocate(batch * dimensions);
  const out = arena.allocate(batch * 4);
  const count = int8.length / dimensions;
  const lists = centroids.centroidScales.length;
  const listOf = new Uint32Array(count);
  for (let from = 0; from < count; from += batch) {
    const some = Math.min(batch, count - from);
    const rows = int8.subarray(from * dimensions, (from + some) * dimensions);
    arena.bytes(vectors, rows.length).set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
    if (groupsAt)
      kernels.nearestInGroups(
        at.centroids,
        at.scales,
        groupsAt.starts,
        groupsAt.centroids,
        groupsAt.scales,
        groups,
        nearGroups,
        dimensions,
        vectors,
        some,
        out,
        groupsAt.scores,
        groupsAt.numbers,
      );
    else kernels.nearestCentroids(at.centroids, at.scales, lists, dimensions, vectors, some, out);
    listOf.set(arena.uint32(out, some), from);
  }
  return listOf;
}

/** Products are of int16 with int8; the centroids' scales are spread so that the sums still fit. */
function place(
  arena: Arena,
  { centroids, centroidScales }: Centroids,
): { centroids: Pointer; scales: Pointer } {
  const wide = Int16Array.from(centroids, (x) => Math.round((x * greatestInt16) / 127));
  return { centroids: arena.place(wide), scales: arena.place(centroidScales) };
}
