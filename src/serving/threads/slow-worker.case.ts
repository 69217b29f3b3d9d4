/**
 * For tests: a worker that writes the file `loading-ID` into the data directory and loads a snapshot only once `load-ID` is
 * there, too; and that exits when it is asked for the project `exit`.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { createPerform } from "./perform.ts";
import type { WorkerSettings, WorkerTask } from "./protocol.ts";
import { takeTasks } from "./take-tasks.ts";

const settings = workerData as WorkerSettings;
const perform = createPerform(settings);

takeTasks(settings, async (task: WorkerTask) => {
  if (task.kind === "load") {
    writeFileSync(join(task.root, `loading-${task.id}`), "");
    while (!existsSync(join(task.root, `load-${task.id}`))) await sleep(5);
  }
  if (task.kind === "answer" && (task.input as { slug?: string }).slug === "exit") process.exit(9);
  return perform(task);
});
