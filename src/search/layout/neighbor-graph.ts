/**
 * A weighted graph of nearest neighbors, as in UMAP (McInnes, Healy and Melville, 2018): every row is joined with its k
 * nearest, by weights that fall with the distance beyond the nearest, on a scale of its own, so that dense and sparse
 * regions count alike.
 */
import type { Vectors } from "../clustering/vectors.ts";
import { rowOf } from "../clustering/vectors.ts";
import { Arena } from "../kernels/arena.ts";
import { layScratch } from "../kernels/scratch.ts";
import { CodesBuilder } from "../vector/codes.ts";
import type { VectorArrays } from "../vector/layout.ts";
import { paddedDimensions, Rotation } from "../vector/rotation.ts";
import { prepareQuery, type VectorHits, VectorIndex } from "../vector/vector-index.ts";

export interface Neighbors {
  /** Row × k; rows with fewer neighbors than k do not occur. */
  ids: Uint32Array;
  /** 1 − cosine, of the same shape, ascending per row. */
  distances: Float32Array;
  k: number;
}

/** Edges in both directions are one edge. */
export interface Graph {
  from: Uint32Array;
  to: Uint32Array;
  /** 0 to 1. */
  weights: Float32Array;
}

/** Candidates of the one-bit scan that are compared exactly, per neighbor. */
const candidatesPerNeighbor = 12;

/** The k nearest rows of each row by cosine, itself left out; fewer than k + 1 rows are all neighbors. */
export function nearestNeighbors(vectors: Vectors, count: number, onRow: (row: number) => void): Neighbors {
  const { rows } = vectors;
  const k = Math.max(0, Math.min(count, rows - 1));
  const found: Neighbors = {
    ids: new Uint32Array(rows * k),
    distances: new Float32Array(rows * k),
    k,
  };
  if (k === 0) return found;
  const near = nearestOf(vectors);
  for (let row = 0; row < rows; row++) {
    onRow(row);
    const { ids, similarities } = near(rowOf(vectors, row), k + 1);
    let to = row * k;
    for (let i = 0; i < ids.length && to < (row + 1) * k; i++) {
      if (ids[i] === row) continue;
      found.ids[to] = ids[i]!;
      found.distances[to++] = Math.max(0, 1 - similarities[i]!);
    }
  }
  return found;
}

/** Indexes vectors; returns a function that finds the rows nearest to any vector by cosine, nearest first. */
export function nearestOf(vectors: Vectors): (vector: Float32Array, k: number) => VectorHits {
  const { rows, dimensions } = vectors;
  const codes = new CodesBuilder(dimensions, { expected: rows, listsFrom: Number.POSITIVE_INFINITY });
  for (let row = 0; row < rows; row++) codes.add(rowOf(vectors, row));
  const arrays = codes.build();
  const arena = new Arena(Object.values(arrays).reduce((sum, array) => sum + array.byteLength + 64, 1 << 22));
  const at = Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [name, copyInto(arena, array)]),
  ) as { [name in keyof VectorArrays]: number };
  const index = new VectorIndex(arena, { arrays, at }, paddedDimensions(dimensions));
  const scratch = layScratch(arena);
  const rotation = new Rotation(dimensions);
  return (vector, k) =>
    index.search(prepareQuery(vector, rotation), {
      k,
      candidates: k * candidatesPerNeighbor,
      mask: 0,
      scratch,
    });
}

function copyInto(arena: Arena, array: VectorArrays[keyof VectorArrays]): number {
  const at = arena.allocate(array.byteLength);
  arena.bytes(at, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return at;
}

/** Steps of the search for a row's scale. */
const scaleSteps = 32;

/** Weights in one direction, w, and in the other, v, become w + v − wv. */
export function joinNeighbors({ ids, distances, k }: Neighbors): Graph {
  const rows = k === 0 ? 0 : ids.length / k;
  const directed = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const own = distances.subarray(row * k, (row + 1) * k);
    const nearest = own.find((distance) => distance > 0) ?? 0;
    const scale = scaleOf(own, nearest);
    for (let i = 0; i < k; i++) {
      const weight = Math.exp(-Math.max(0, own[i]! - nearest) / scale);
      const other = ids[row * k + i]!;
      // A key per pair, the lower row first.
      const key = row < other ? row * rows + other : other * rows + row;
      const known = directed.get(key) ?? 0;
      directed.set(key, known + weight - known * weight);
    }
  }
  const keys = Float64Array.from(directed.keys()).sort();
  return {
    from: Uint32Array.from(keys, (key) => Math.floor(key / rows)),
    to: Uint32Array.from(keys, (key) => key % rows),
    weights: Float32Array.from(keys, (key) => directed.get(key)!),
  };
}

/** The scale at which the weights of a row add up to the logarithm of their number. */
function scaleOf(distances: Float32Array, nearest: number): number {
  const wanted = Math.log2(distances.length + 1);
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let scale = 1;
  for (let step = 0; step < scaleSteps; step++) {
    let sum = 0;
    for (const distance of distances) sum += Math.exp(-Math.max(0, distance - nearest) / scale);
    if (sum > wanted) high = scale;
    else low = scale;
    scale = high === Number.POSITIVE_INFINITY ? scale * 2 : (low + high) / 2;
  }
  return Math.max(scale, 1e-3);
}
