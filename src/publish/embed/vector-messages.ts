/** Messages between a publish and the threads that make the vectors of its passages. */
import type { VectorArrays } from "../../search/vector/layout.ts";

/** `workerData` of a thread. */
export interface VectorThreadModel {
  /** Folder, and the fitted model's file in it, without ending. */
  segments: string;
  file: string;
  /** Passages of a segment, about. */
  expected: number;
}

/** To a thread. The tasks of a segment are numbered from 0, over all threads. */
export type VectorTask =
  | {
      kind: "embed";
      /** Term numbers begin again with another segment. */
      segment: number;
      task: number;
      /** Terms numbered since the last task of this thread. */
      terms: string[];
      /** Term numbers of all chunks, and where each chunk ends among them. */
      tokens: Uint32Array;
      ends: Uint32Array;
      /** The thread keeps the vectors, or returns them. */
      isKept: boolean;
    }
  /** Vectors of a task of another thread, one after another. */
  | { kind: "keep"; task: number; vectors: Float32Array }
  /** The segment has so many tasks: return the quantised vectors of all when they are kept. */
  | { kind: "finish"; tasks: number };

/** From a thread. */
export type VectorReply =
  /** By a thread that returns its vectors. */
  | { kind: "embedded"; task: number; vectors: Float32Array }
  /** The vectors of one more task are with the thread that keeps them. */
  | { kind: "kept" }
  | { kind: "quantised"; arrays: VectorArrays };
