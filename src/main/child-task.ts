/**
 * Runs one task in a child process: the event loop of this one stays free, and when the child runs out of memory or is
 * killed, the caller gets one line.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A step that does not end within this is killed: every task can be interrupted at any point and started again. */
const GRACE_MS = 2_000;

/** Characters kept of the process's stderr: V8 prints the reason first, then its stacks. */
const STDERR_KEPT = 64 * 1024;

export interface ProcessFile {
  url: URL;
  execArgv: string[];
}

/**
 * For glibc, which otherwise takes ever larger blocks from its arenas once such blocks were freed: there they leave gaps that
 * are not given back to the system. A publish of many segments peaks a fifth lower. Other allocators ignore it.
 */
const allocator = { MALLOC_MMAP_THRESHOLD_: "262144" };

/** Under the test runner this file is TypeScript, and so is the child's. */
const inTypeScript = import.meta.url.endsWith(".ts");

/** `name`: a file of this folder, without its extension. */
export function processFile(name: string): ProcessFile {
  return {
    url: new URL(`./${name}.${inTypeScript ? "ts" : "js"}`, import.meta.url),
    execArgv: inTypeScript ? ["--import", "tsx"] : process.execArgv,
  };
}

/** What a child sends; other messages are the task's own. */
export type ChildEnd<Result> =
  | { kind: "done"; report: Result }
  | { kind: "error"; error: unknown; name: string };

export interface ChildTask<Message> {
  file: ProcessFile;
  /** Sent first. `{ kind: "stop" }` follows when the signal aborts. */
  start: object;
  signal?: AbortSignal;
  onMessage(message: Message): void;
  /** Describes a death in one line. */
  describeDeath(end: { end: string; outOfMemory: boolean; killedBy: string | null }): string;
}

/**
 * Rejects with the error that the child sends, with the signal's reason when it was interrupted, and with one line
 * when it dies.
 */
export async function runChildTask<Result, Message extends { kind: string }>(
  task: ChildTask<Message>,
): Promise<Result> {
  const { file, signal } = task;
  signal?.throwIfAborted();
  const child = fork(fileURLToPath(file.url), {
    execArgv: file.execArgv,
    env: { ...allocator, ...process.env },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const stderr = collectStderr(child);
  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.send({ kind: "stop" });
    kill = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<Result>((resolve, reject) => {
      child.on("message", (message: ChildEnd<Result> | Message) => {
        if (isEnd(message)) {
          if (message.kind === "done") resolve(message.report);
          else reject(restoreName(message));
        } else task.onMessage(message);
      });
      child.on("error", reject);
      child.on("close", (code, killedBy) =>
        reject(signal?.aborted ? signal.reason : deathError(task, { code, killedBy, stderr: stderr() })),
      );
      child.send(task.start);
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(kill);
    await end(child);
  }
}

function isEnd<Result, Message extends { kind: string }>(
  message: ChildEnd<Result> | Message,
): message is ChildEnd<Result> {
  return message.kind === "done" || message.kind === "error";
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

function deathError<Message>(
  task: ChildTask<Message>,
  death: { code: number | null; killedBy: string | null; stderr: string },
): Error {
  const { code, killedBy, stderr } = death;
  const outOfMemory = /heap out of memory|Allocation failed/.test(stderr);
  const ended = killedBy ? `was killed by ${killedBy}` : `ended with code ${code}`;
  const error = new Error(
    task.describeDeath({ end: outOfMemory ? "ran out of memory" : ended, outOfMemory, killedBy }),
  );
  // Shown with --verbose.
  error.stack = `${error.stack}\n${stderr}`;
  return error;
}

function restoreName({ error, name }: { error: unknown; name: string }): unknown {
  if (error instanceof Error) error.name = name;
  return error;
}
