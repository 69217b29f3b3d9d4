/**
 * For tests: a worker that fails once it has begun a request, in the manner named by the query of a project search, and exits
 * when it is to attach to the snapshot with the key `fault`.
 */
import { workerData } from "node:worker_threads";
import { createPerform } from "./perform.ts";
import type { WorkerSettings, WorkerTask } from "./protocol.ts";
import { takeTasks } from "./take-tasks.ts";

const settings = workerData as WorkerSettings;
const perform = createPerform(settings);

const faults: Record<string, () => unknown> = {
  "fault: throw": () => {
    queueMicrotask(() => {
      throw new Error("thrown on purpose");
    });
    return new Promise(() => {});
  },
  "fault: memory": () => {
    for (const kept: number[][] = []; ; ) kept.push(new Array(10_000).fill(0.5));
  },
  "fault: exit": () => process.exit(9),
  "fault: loop": () => {
    for (;;);
  },
};

takeTasks(settings, async (task: WorkerTask) => {
  if (task.kind === "attach" && task.handle.key === "fault") process.exit(9);
  if (task.kind === "answer") await faults[(task.input as { query?: string }).query ?? ""]?.();
  return perform(task);
});
