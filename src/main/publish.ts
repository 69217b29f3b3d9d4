/**
 * Publishes in a child process: Ctrl-C and the progress line work while it computes, and when it runs out of memory
 * or is killed, the command fails with one line.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PublishRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { PublishReport } from "../publish/publish.ts";
import { makeDataDirectory } from "./catalog.ts";
import type { PublishMessage, PublishTask } from "./publish-process.ts";

/** A step that does not end within this is killed: a publish can be interrupted at any point and started again. */
const GRACE_MS = 2_000;

/** Characters kept of the process's stderr: V8 prints the reason first, then its stacks. */
const STDERR_KEPT = 64 * 1024;

export interface ProcessFile {
  url: URL;
  execArgv: string[];
}

/** Under the test runner this file is TypeScript, and so is the child's. */
const inTypeScript = import.meta.url.endsWith(".ts");

const publishProcess: ProcessFile = {
  url: new URL(inTypeScript ? "./publish-process.ts" : "./publish-process.js", import.meta.url),
  execArgv: inTypeScript ? ["--import", "tsx"] : process.execArgv,
};

/**
 * Rejects like `publish`, with the signal's reason when it was interrupted, and with one line when the process dies.
 * Tests pass the file of a process that dies.
 */
export async function publishInProcess(
  config: Config,
  request: PublishRequest,
  file: ProcessFile = publishProcess,
): Promise<PublishReport> {
  const { refit = false, recluster = false, signal, onProgress, onFailure } = request;
  signal?.throwIfAborted();
  makeDataDirectory(config);
  const child = fork(fileURLToPath(file.url), {
    execArgv: file.execArgv,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const stderr = collectStderr(child);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.send({ kind: "stop" } satisfies PublishTask);
    kill = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<PublishReport>((resolve, reject) => {
      child.on("message", (message: PublishMessage) => {
        if (message.kind === "progress") onProgress?.(message.progress);
        else if (message.kind === "failure") onFailure(message.message);
        else if (message.kind === "done") resolve(message.report);
        else reject(restoreName(message));
      });
      child.on("error", reject);
      child.on("close", (code, killedBy) =>
        reject(signal?.aborted ? signal.reason : deathError({ code, killedBy, stderr: stderr() })),
      );
      child.send({ kind: "start", config, refit, recluster } satisfies PublishTask);
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(kill);
    await end(child);
  }
}

/** The first bytes of what the process writes to stderr. */
function collectStderr(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    text += piece.slice(0, STDERR_KEPT - text.length);
  });
  return () => text;
}

/** After its last message the process only waits for this. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function deathError(death: { code: number | null; killedBy: string | null; stderr: string }): Error {
  const { code, killedBy, stderr } = death;
  const outOfMemory = /heap out of memory|Allocation failed/.test(stderr);
  const end = outOfMemory
    ? "ran out of memory"
    : killedBy
      ? `was killed by ${killedBy}`
      : `ended with code ${code}`;
  const advice =
    outOfMemory || killedBy === "SIGKILL"
      ? "give it more memory, such as NODE_OPTIONS=--max-old-space-size=8192, and publish again"
      : "publish again; --verbose shows what it wrote";
  const error = new Error(`the publish process ${end}; the previous snapshot stays current; ${advice}`);
  // Shown with --verbose.
  error.stack = `${error.stack}\n${stderr}`;
  return error;
}

function restoreName({ error, name }: { error: unknown; name: string }): unknown {
  if (error instanceof Error) error.name = name;
  return error;
}
