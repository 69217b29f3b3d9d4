/** Messages between the main thread and the worker threads. */
import type { MessagePort } from "node:worker_threads";
import type { ClusterOptions } from "../../archive-search/opensearch/cluster.ts";
import type { ErrorCode } from "../../contract/api/errors.ts";
import type { SnapshotOperationId } from "../../contract/api/operations.ts";
import type { SnapshotHandle } from "../../corpus/snapshot.ts";
import type { RemoteEmbeddings } from "../query-embedding.ts";

/** Broadcast channel for the keys of retired snapshots. */
export const retirements = "priorart-retired-snapshots";

/** `workerData` of a worker. */
export interface WorkerSettings {
  remote: RemoteEmbeddings | undefined;
  search: ClusterOptions | undefined;
  /** Port to the main thread's local model. */
  model: { version: string; port: MessagePort } | undefined;
  /** Identifies this thread's region of a snapshot's memory; unique among running threads. */
  slot: number;
  /** Channel on which threads offer each other tasks; undefined for a thread alone. */
  assistance: string | undefined;
  /** Shared counters of a worker, at the positions below; the main thread can read them even when the worker is stuck. */
  vitals: Int32Array;
  /** Milliseconds between two beats. */
  beatMs: number;
}

/** In `vitals`: grows while the worker's event loop runs. */
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
