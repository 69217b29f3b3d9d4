/** What runs in each worker thread: loads snapshots, and answers operations on them. */
import { workerData } from "node:worker_threads";
import { ApiError, type ErrorCode } from "../contract/errors.ts";
import { loadSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { answer, type ResearchOperationId } from "./answer.ts";
import { retirements, type WorkerSettings } from "./protocol.ts";
import { SnapshotCache } from "./snapshot-cache.ts";

export type WorkerTask =
  | { kind: "load"; root: string; id: string }
  | { kind: "answer"; handle: SnapshotHandle; operation: ResearchOperationId; input: unknown };

export type WorkerReply =
  | { ok: true; handle: SnapshotHandle }
  | { ok: true; json: string }
  | { ok: false; code: ErrorCode; message: string; cause: string | undefined };

const { remote } = workerData as WorkerSettings;
const cache = new SnapshotCache(remote);

const channel = new BroadcastChannel(retirements);
channel.onmessage = (event) => cache.retire((event as unknown as { data: string }).data);
// Listening must not keep the thread alive.
(channel as unknown as { unref(): void }).unref();

export default async function perform(task: WorkerTask): Promise<WorkerReply> {
  try {
    if (task.kind === "load") return { ok: true, handle: loadSnapshot(task.root, task.id) };
    const { operation, input } = task;
    const response = await cache.use(task.handle, (context) => answer(context, operation, input));
    return { ok: true, json: JSON.stringify(response) };
  } catch (error) {
    return { ok: false, ...asReply(error, task) };
  }
}

function asReply(
  error: unknown,
  task: WorkerTask,
): { code: ErrorCode; message: string; cause: string | undefined } {
  if (error instanceof ApiError)
    return { code: error.code, message: error.message, cause: String(error.cause ?? "") };
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const archive =
    task.kind === "answer" && (task.operation === "searchArchives" || task.operation === "readDocument");
  if (error instanceof SegmentError)
    return archive
      ? { code: "ARCHIVE_UNAVAILABLE", message: "The archive is temporarily unavailable", cause }
      : { code: "SERVICE_UNAVAILABLE", message: "The corpus is temporarily unavailable", cause };
  return { code: "INTERNAL_ERROR", message: "Unexpected server error", cause };
}
