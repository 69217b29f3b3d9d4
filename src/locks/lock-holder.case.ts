/** A thread that takes a lock and ends as its argument says once it gets a message. */
import { parentPort, workerData } from "node:worker_threads";
import { takeLock } from "./lock.ts";

const { path, ending } = workerData as { path: string; ending: string };
const release = takeLock(path);

parentPort!.once("message", () => {
  if (ending === "throw") throw new Error("thrown");
  if (ending === "exit") process.exit(3);
  if (ending === "memory") for (const kept: number[][] = []; ; ) kept.push(new Array(10_000).fill(0.5));
});
parentPort!.postMessage(release ? "held" : "refused");
