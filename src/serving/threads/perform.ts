/** The tasks of a worker: loads snapshots, and answers operations on them. */
import { loadSnapshot } from "../../corpus/snapshot.ts";
import { embedOverPort } from "../../embed/query-port.ts";
import { answer } from "../answer.ts";
import { asApiError } from "../failure.ts";
import { SnapshotCache } from "../snapshot-cache.ts";
import { retirements, type WorkerReply, type WorkerSettings, type WorkerTask } from "./protocol.ts";

/** Never rejects: the failure of a task is sent as a reply. */
export function createPerform({
  remote,
  search,
  model,
  slot,
  assistance,
}: WorkerSettings): (task: WorkerTask) => Promise<WorkerReply> {
  const cache = new SnapshotCache({
    remote,
    search,
    model: model && embedOverPort(model.port, model.version),
    slot,
    assistance,
  });
  const channel = new BroadcastChannel(retirements);
  channel.onmessage = (event) => cache.retire((event as unknown as { data: string }).data);
  // Listening must not keep the thread alive.
  (channel as unknown as { unref(): void }).unref();

  return async (task) => {
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
      const operation = task.kind === "answer" ? task.operation : "getFilters";
      const { code, message, cause } = asApiError(error, operation);
      return { ok: false, code, message, cause: cause === undefined ? undefined : String(cause) };
    }
  };
}
