/** Reads files of a commit one by one, through one git process. */
import { PassThrough, type Readable } from "node:stream";
import { Batch } from "./batch.ts";
import { CloneFailure } from "./clone-failure.ts";
import { type GitCall, runGit } from "./run-git.ts";

export interface Blobs {
  /** Content of an object that the repository contains. Throws CloneFailure, or the signal's reason. */
  read(object: string): Promise<Buffer>;
  /** Waits for what is being read. */
  close(): Promise<void>;
}

interface Task {
  object: string;
  resolve(content: Buffer): void;
  reject(error: unknown): void;
}

/** git is started with the first read. */
export function openBlobs(call: Pick<GitCall, "cwd" | "home" | "signal">): Blobs {
  const waiting: Task[] = [];
  const input = new PassThrough({ encoding: "utf8" });
  let running: Promise<void> | null = null;
  let closed = false;
  let wake = () => {};

  const answer = async (batch: Batch) => {
    while (!closed || waiting.length > 0) {
      const [task] = waiting;
      if (task === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        const content = await batch.next(task.object);
        waiting.shift();
        task.resolve(content);
      }
    }
    await batch.end();
  };
  const close = () => {
    closed = true;
    input.end();
    wake();
  };
  const start = async () => {
    call.signal.addEventListener("abort", close, { once: true });
    let reason: unknown = new CloneFailure("failed", "the repository was closed");
    try {
      const read = (stdout: Readable) => answer(new Batch(stdout));
      await runGit({ ...call, protocols: [], args: ["cat-file", "--batch"], input, read });
    } catch (error) {
      reason = call.signal.aborted ? call.signal.reason : error;
    }
    closed = true;
    call.signal.removeEventListener("abort", close);
    for (const task of waiting.splice(0)) task.reject(reason);
  };

  return {
    read(object) {
      if (call.signal.aborted) return Promise.reject(call.signal.reason);
      if (closed) return Promise.reject(new CloneFailure("failed", "the repository was closed"));
      return new Promise((resolve, reject) => {
        waiting.push({ object, resolve, reject });
        input.write(`${object}\n`);
        running ??= start();
        wake();
      });
    },
    async close() {
      close();
      await running;
    },
  };
}
