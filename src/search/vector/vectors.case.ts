/** Vectors for tests of the vector index, and their nearest by definition. */
import { Arena } from "../kernels/arena.ts";
import { layScratch } from "../kernels/scratch.ts";
import { seededGaussian } from "../random.ts";
import { CoarseQuantizer, placeCentroids } from "./coarse-quantizer.ts";
import { CodesBuilder } from "./codes.ts";
import type { VectorArrays } from "./layout.ts";
import { paddedDimensions } from "./rotation.ts";
import { type PreparedQuery, VectorIndex, type VectorPointers } from "./vector-index.ts";

export const dimensions = 128;

/** Unit vectors with a decaying spectrum, as embeddings have. */
export function vectors(count: number, seed: number): Float32Array[] {
  const gaussian = seededGaussian(seed);
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, (_, j) => gaussian() / Math.sqrt(1 + j / 4));
    const norm = Math.hypot(...vector);
    return vector.map((x) => x / norm);
  });
}

export function place(all: (Float32Array | null)[], lists: { listsFrom?: number; listSize?: number } = {}) {
  const builder = new CodesBuilder(dimensions, { expected: all.length, ...lists });
  for (const vector of all) builder.add(vector);
  const arrays = builder.build();
  const arena = new Arena(1 << 20);
  const at = {} as Record<keyof VectorArrays, number>;
  for (const name of Object.keys(arrays) as (keyof VectorArrays)[]) at[name] = arena.place(arrays[name]);
  const index = new VectorIndex(arena, { arrays, at: at as VectorPointers }, paddedDimensions(dimensions));
  const centroids = placeCentroids(arena, [index.centroids]);
  const quantizer = centroids && new CoarseQuantizer(arena, centroids);
  const scratch = layScratch(arena);
  /** The lists that a search for the nearest scans; null without lists. */
  const nearLists = (query: PreparedQuery) =>
    quantizer?.nearest(query, [index.consideredLists], scratch)[0] ?? null;
  return { index, arrays, arena, scratch, nearLists };
}

export const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

/** The ten nearest by definition. */
export function nearest(all: (Float32Array | null)[], query: Float32Array, allowed = (_: number) => true) {
  return all
    .map((vector, id) => ({ id, similarity: vector && allowed(id) ? dot(vector, query) : -2 }))
    .filter((hit) => hit.similarity > -2)
    .sort((x, y) => y.similarity - x.similarity)
    .slice(0, 10);
}

export function recall(found: Uint32Array, expected: { id: number }[]): number {
  const wanted = new Set(expected.map((hit) => hit.id));
  return [...found].filter((id) => wanted.has(id)).length / expected.length;
}
