/** What runs in each worker thread: loads snapshots, and answers operations on them. */
import { workerData } from "node:worker_threads";
import type { ErrorCode } from "../contract/api/errors.ts";
import { loadSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import { answer, type ResearchOperationId } from "./answer.ts";
import { asApiError } from "./failure.ts";
import { retirements, type WorkerSettings } from "./protocol.ts";
import { SnapshotCache } from "./snapshot-cache.ts";

export type WorkerTask =
  | { kind: "load"; root: string; id: string }
  | { kind: "attach"; handle: SnapshotHandle }
  | { kind: "answer"; handle: SnapshotHandle; operation: ResearchOperationId; input: unknown };

export type WorkerReply =
  | { ok: true; handle: SnapshotHandle }
  | { ok: true; json: string }
  | { ok: true }
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
    if (task.kind === "attach") {
      await cache.use(task.handle, async () => {});
      return { ok: true };
    }
    const { operation, input } = task;
    const response = await cache.use(task.handle, (context) => answer(context, operation, input));
    return { ok: true, json: JSON.stringify(response) };
  } catch (error) {
    const { code, message, cause } = asApiError(
      error,
      task.kind === "answer" ? task.operation : "getFilters",
    );
    return { ok: false, code, message, cause: cause === undefined ? undefined : String(cause) };
  }
}
