/** What the main thread and the worker threads send each other. */
import type { ErrorCode } from "../../contract/api/errors.ts";
import type { SnapshotOperationId } from "../../contract/api/operations.ts";
import type { SnapshotHandle } from "../../corpus/snapshot.ts";
import type { RemoteEmbeddings } from "../query-embedding.ts";

/** Channel on which all workers learn the keys of retired snapshots. */
export const retirements = "priorart-retired-snapshots";

/** `workerData` of a worker. */
export interface WorkerSettings {
  remote: RemoteEmbeddings | undefined;
  /** Names this thread's part of a snapshot's memory; no two threads that run have the same. */
  slot: number;
  /** Shared: what the main thread reads of a worker that may no longer answer, at the positions below. */
  vitals: Int32Array;
  /** Milliseconds between two beats. */
  beatMs: number;
}

/** In `vitals`: grows while the worker's event loop turns. */
export const beatAt = 0;
/** In `vitals`: tasks that the worker has begun, finished ones included. */
export const begunAt = 1;

export type WorkerTask =
  | { kind: "load"; root: string; id: string }
  | { kind: "attach"; handle: SnapshotHandle }
  | { kind: "answer"; handle: SnapshotHandle; operation: SnapshotOperationId; input: unknown };

export type WorkerReply =
  | { ok: true; handle: SnapshotHandle }
  | { ok: true; json: string }
  | { ok: true }
  | { ok: false; code: ErrorCode; message: string; cause: string | undefined };

/** To a worker. Tasks begin in the order of their numbers, which count from 1. */
export interface TaskMessage {
  number: number;
  task: WorkerTask;
}

/** From a worker: once when it can take tasks, then one per task. */
export type WorkerMessage = "ready" | { number: number; reply: WorkerReply };
