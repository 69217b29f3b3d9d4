/** What every side of the comparison implements: one adapter per product, the same calls in the same order. */
import type { ChunkSet } from "./chunk-set.ts";

/** Results per query. */
export const resultCount = 10;
/** Length of each of the two fused lists. */
export const fusedDepth = 50;
/** Constant of reciprocal rank fusion, the same for all. */
export const fusionConstant = 60;

/** A setting of the vector search, in order of increasing recall. */
export interface Level {
  label: string;
  /** A full scan with floats. */
  exact?: boolean;
  settings: Readonly<Record<string, number | string>>;
}

export interface ContenderDescription {
  name: string;
  /** Package and version. */
  version: string;
  /** Its configuration, in a sentence. */
  setup: string;
  /** In-memory contenders are built again in each process; the others are opened from their files. */
  persistent: boolean;
  /** Why larger sets are not tried. */
  maxChunks?: { count: number; because: string };
  /** Empty when it has no vector search. */
  levels: readonly Level[];
}

/** Ids are positions in the chunk set, best first. */
export interface Contender {
  readonly description: ContenderDescription;
  /** Full build, into the folder when persistent. Afterwards ready to be queried, or to be opened. */
  build(chunks: ChunkSet, folder: string): Promise<void>;
  /** Opens the built index. In-memory contenders build here. */
  open(chunks: ChunkSet, folder: string): Promise<void>;
  /** BM25, any of the space-separated terms. */
  text(terms: string, k: number): Promise<number[]> | number[];
  vector(vector: Float32Array, k: number, level: Level): Promise<number[]> | number[];
  /** Both, fused by reciprocal rank. */
  fused(terms: string, vector: Float32Array, level: Level): Promise<number[]> | number[];
  close(): Promise<void>;
}

/** Reciprocal rank fusion of two lists; the best ten. */
export function fuseByRank(lists: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const list of lists)
    for (let i = 0; i < list.length; i++)
      scores.set(list[i]!, (scores.get(list[i]!) ?? 0) + 1 / (fusionConstant + i + 1));
  return Array.from(scores)
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .slice(0, resultCount)
    .map(([id]) => id);
}
