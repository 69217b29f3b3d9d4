/** For tests: a worker that loads a snapshot only once the file `load-ID` is in its data directory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { createPerform } from "./perform.ts";
import type { WorkerSettings, WorkerTask } from "./protocol.ts";
import { takeTasks } from "./take-tasks.ts";

const settings = workerData as WorkerSettings;
const perform = createPerform(settings);

takeTasks(settings, async (task: WorkerTask) => {
  if (task.kind === "load") while (!existsSync(join(task.root, `load-${task.id}`))) await sleep(5);
  return perform(task);
});
