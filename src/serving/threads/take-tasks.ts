/** The worker's end of the protocol with the main thread. */
import { parentPort } from "node:worker_threads";
import {
  beatAt,
  begunAt,
  type TaskMessage,
  type WorkerMessage,
  type WorkerReply,
  type WorkerSettings,
  type WorkerTask,
} from "./protocol.ts";

/** Takes tasks until the thread is terminated. A `perform` that rejects ends the thread. */
export function takeTasks(
  { vitals, beatMs }: WorkerSettings,
  perform: (task: WorkerTask) => Promise<WorkerReply>,
): void {
  const port = parentPort!;
  const post = (message: WorkerMessage) => port.postMessage(message);
  port.on("message", async ({ number, task }: TaskMessage) => {
    Atomics.add(vitals, begunAt, 1);
    post({ number, reply: await perform(task) });
  });
  setInterval(() => Atomics.add(vitals, beatAt, 1), beatMs).unref();
  post("ready");
}
