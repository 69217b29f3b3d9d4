/** Messages between a publish and the threads that make the vectors of its passages. */
import type { FitStep } from "../../embed/fitted/fit.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import type { FittedMeta } from "../finished-files.ts";
import type { TaskVectors } from "./task-vectors.ts";

/** `workerData` of a thread. */
export interface VectorThreadModel {
  /** Folder, and the fitted model's file in it, without ending. */
  segments: string;
  file: string;
  /** Passages of a segment, about. */
  expected: number;
  /** Minimum number of them for inverted lists. */
  listsFrom: number;
  /** Not 0 once the file is written: one int32, shared by the threads, which wait for it. */
  isFitted: Int32Array;
}

/** To a thread. The tasks are numbered from 0, over all segments and threads. */
export type VectorTask =
  /** To the first thread, before all else: fit the model to a sample of so many texts, and write its file. */
  | { kind: "fit"; corpus: TokenCorpus; texts: number }
  | {
      kind: "embed";
      /** Term numbers begin again with another segment. */
      segment: number;
      task: number;
      /** Passages of the segment before this task. */
      before: number;
      /** Terms numbered since the last task of this segment and thread. */
      terms: string[];
      /** Term numbers of all chunks, and where each chunk ends among them. */
      tokens: Uint32Array;
      ends: Uint32Array;
      /** The thread keeps the vectors, or returns them. */
      isKept: boolean;
    }
  /** Vectors of a task of another thread. */
  | { kind: "keep"; task: number; vectors: TaskVectors }
  /** The segment ends before the task `end`: return its quantised vectors when all are kept. */
  | { kind: "finish"; end: number };

/** From a thread. */
export type VectorReply =
  | { kind: "fitting"; step: FitStep }
  | { kind: "fitted"; meta: FittedMeta }
  /** The thread has done a task; null where it keeps the vectors itself. */
  | { kind: "embedded"; task: number; vectors: TaskVectors | null }
  /** The vectors of one more task are with the thread that keeps them. */
  | { kind: "kept" }
  | { kind: "quantised"; arrays: VectorArrays };
