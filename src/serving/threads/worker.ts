/** Entry of each worker thread. */
import { workerData } from "node:worker_threads";
import { createPerform } from "./perform.ts";
import type { WorkerSettings } from "./protocol.ts";
import { takeTasks } from "./take-tasks.ts";

const settings = workerData as WorkerSettings;
takeTasks(settings, createPerform(settings));
