/** Publishes in a child process: it computes for seconds at a time, so that Ctrl-C and the progress line work here. */
import type { PublishRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { PublishReport } from "../publish/publish.ts";
import { makeDataDirectory } from "./catalog.ts";
import { type ChildTask, type ProcessFile, processFile, runChildTask } from "./child-task.ts";
import type { PublishMessage, PublishTask } from "./publish-process.ts";

/**
 * Rejects like `publish`, with the signal's reason when it was interrupted, and with one line when the process dies.
 * Tests pass the file of a process that dies.
 */
export async function publishInProcess(
  config: Config,
  request: PublishRequest,
  file: ProcessFile = processFile("publish-process"),
): Promise<PublishReport> {
  const { refit = false, recluster = false, signal, onProgress, onFailure } = request;
  signal?.throwIfAborted();
  makeDataDirectory(config);
  const start: PublishTask = { kind: "start", config, refit, recluster };
  return runChildTask<PublishReport, PublishMessage>({
    file,
    start,
    signal,
    onMessage: (message) => {
      if (message.kind === "progress") onProgress?.(message.progress);
      else onFailure(message.message);
    },
    describeDeath,
  });
}

const describeDeath: ChildTask<PublishMessage>["describeDeath"] = ({ end, outOfMemory, killedBy }) => {
  const advice =
    outOfMemory || killedBy === "SIGKILL"
      ? "give it more memory, such as NODE_OPTIONS=--max-old-space-size=8192, and publish again"
      : "publish again; --verbose shows what it wrote";
  return `the publish process ${end}; the previous snapshot stays current; ${advice}`;
};
