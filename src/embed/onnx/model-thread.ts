/** The main thread's view of one model thread. */
import { Worker } from "node:worker_threads";
import { memoryLimits } from "../../threads/memory-limits.ts";
import type { ThreadFile } from "../../threads/thread-file.ts";
import { EmbeddingError } from "../embedder.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFolder } from "./model-folder.ts";
import type { ModelThreadData, ModelThreadReply, ModelThreadRequest, TextTask } from "./protocol.ts";

interface Pending {
  resolve(vector: Float32Array | null): void;
  reject(error: Error): void;
}

/**
 * It is never terminated: the runtime aborts the whole process when a thread is terminated, or the process exits, in
 * the middle of a run.
 */
export class ModelThread {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #pending: Pending | null = null;
  #alive = true;

  constructor(file: ThreadFile, folder: ModelFolder) {
    this.#worker = new Worker(file.url, {
      workerData: { folder } satisfies ModelThreadData,
      resourceLimits: memoryLimits(),
      ...(file.execArgv && { execArgv: file.execArgv }),
    });
    this.#exited = new Promise((resolve) => this.#worker.once("exit", () => resolve()));
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves with the length of the model's vectors. Throws ModelError. Called once, first. */
  opened(): Promise<number> {
    return new Promise((resolve, reject) => {
      let reason = "it ended while it opened the model";
      this.#worker.on("error", (error) => {
        reason = error.message;
      });
      this.#worker.on("exit", () => {
        this.#alive = false;
        reject(new ModelError(`The local model's thread failed: ${reason}`));
        this.#pending?.reject(new EmbeddingError(`The local model's thread failed: ${reason}`));
        this.#pending = null;
      });
      this.#worker.on("message", (reply: ModelThreadReply) => {
        if (reply.type === "failed") reject(new ModelError(reply.message));
        else if (reply.type === "opened") {
          reason = "it ended";
          // Idle, it does not keep the process alive.
          this.#worker.unref();
          resolve(reply.dimensions);
        } else this.#settle(reply);
      });
    });
  }

  /** One at a time. Rejects with EmbeddingError. */
  embed(task: TextTask): Promise<Float32Array | null> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#worker.ref();
      this.#worker.postMessage(task satisfies ModelThreadRequest);
    });
  }

  /** Resolves once the thread has ended, after the text that it works on. */
  async close(): Promise<void> {
    this.#worker.ref();
    this.#worker.postMessage("close" satisfies ModelThreadRequest);
    await this.#exited;
  }

  #settle(reply: ModelThreadReply & { type: "vector" | "error" }): void {
    const pending = this.#pending;
    this.#pending = null;
    this.#worker.unref();
    if (reply.type === "vector") pending?.resolve(reply.vector);
    else pending?.reject(new EmbeddingError(`The local model failed: ${reply.message}`));
  }
}
