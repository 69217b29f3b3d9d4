/** Publishes in a thread of its own, so that Ctrl-C and the progress line work while it computes. */
import { Worker } from "node:worker_threads";
import type { PublishRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { PublishReport } from "../publish/publish.ts";
import { makeDataDirectory } from "./catalog.ts";
import type { PublishMessage, PublishTask } from "./publish-thread.ts";

/** A step that does not end within this is terminated: a publish can be stopped anywhere and started again. */
const GRACE_MS = 2_000;

/** Under the test runner this file is TypeScript, and so is the thread's. */
const inTypeScript = import.meta.url.endsWith(".ts");

/** Rejects as `publish` does, and with the signal's reason when it was interrupted. */
export async function publishInThread(config: Config, request: PublishRequest): Promise<PublishReport> {
  const { refit = false, recluster = false, signal, onProgress, onFailure } = request;
  signal?.throwIfAborted();
  makeDataDirectory(config);
  const task: PublishTask = { config, refit, recluster, stop: new Int32Array(new SharedArrayBuffer(4)) };
  const worker = new Worker(
    new URL(inTypeScript ? "./publish-thread.ts" : "./publish-thread.js", import.meta.url),
    {
      workerData: task,
      ...(inTypeScript ? { execArgv: ["--import", "tsx"] } : {}),
    },
  );
  let termination: NodeJS.Timeout | undefined;
  const stop = () => {
    Atomics.store(task.stop, 0, 1);
    termination = setTimeout(() => void worker.terminate(), GRACE_MS);
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<PublishReport>((resolve, reject) => {
      worker.on("message", (message: PublishMessage) => {
        if (message.kind === "progress") onProgress?.(message.progress);
        else if (message.kind === "failure") onFailure(message.message);
        else if (message.kind === "done") resolve(message.report);
        else reject(revive(message));
      });
      worker.on("error", reject);
      worker.on("exit", (code) => {
        reject(
          signal?.aborted ? signal.reason : new Error(`the thread that publishes ended with code ${code}`),
        );
      });
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(termination);
    await worker.terminate();
  }
}

function revive({ error, name }: { error: unknown; name: string }): unknown {
  if (error instanceof Error) error.name = name;
  return error;
}
