/** Threads with one session of the model each, and the texts that wait for them. */
import { type ThreadFile, threadFile } from "../../threads/thread-file.ts";
import { EmbeddingError } from "../embedder.ts";
import type { ModelFolder } from "./model-folder.ts";
import { ModelThread } from "./model-thread.ts";
import type { TextTask } from "./protocol.ts";

interface Job {
  task: TextTask;
  signal: AbortSignal | undefined;
  resolve(vector: Float32Array | null): void;
  reject(error: unknown): void;
}

export interface ModelThreadsOptions {
  /** At least 1. */
  threads: number;
  /** For tests: the threads' entry file. */
  file?: ThreadFile;
}

export class ModelThreads {
  /** Of the vectors. */
  readonly dimensions: number;
  readonly #start: () => Promise<ModelThread>;
  readonly #idle: ModelThread[];
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  private constructor(start: () => Promise<ModelThread>, threads: ModelThread[], dimensions: number) {
    this.#start = start;
    this.#idle = threads;
    this.dimensions = dimensions;
  }

  /** Throws ModelError when the model cannot be opened. */
  static async open(folder: ModelFolder, options: ModelThreadsOptions): Promise<ModelThreads> {
    const file = options.file ?? threadFile("./model-worker", import.meta.url);
    let dimensions = 0;
    const start = async () => {
      const thread = new ModelThread(file, folder);
      dimensions = await thread.opened();
      return thread;
    };
    // The first alone: when it fails, the others would fail likewise.
    const threads = [await start()];
    const others = Array.from({ length: options.threads - 1 }, start);
    threads.push(...(await Promise.all(others)));
    return new ModelThreads(start, threads, dimensions);
  }

  /** Rejects with EmbeddingError, or with the signal's reason when it has aborted before the text's turn comes. */
  embed(task: TextTask, signal?: AbortSignal): Promise<Float32Array | null> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closed());
      this.#waiting.push({ task, signal, resolve, reject });
      this.#dispatch();
    });
  }

  /** Texts in work are finished, those that wait are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(closed());
    await Promise.all(this.#running);
    await Promise.all(this.#idle.splice(0).map((thread) => thread.close()));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const job = this.#waiting.shift()!;
      if (job.signal?.aborted) {
        job.reject(job.signal.reason);
        continue;
      }
      const running = this.#run(this.#idle.pop()!, job).finally(() => {
        this.#running.delete(running);
        this.#dispatch();
      });
      this.#running.add(running);
    }
  }

  async #run(thread: ModelThread, job: Job): Promise<void> {
    try {
      job.resolve(await thread.embed(job.task));
    } catch (error) {
      job.reject(error);
    }
    if (thread.alive) this.#idle.push(thread);
    else if (!this.#closed) await this.#replace();
  }

  async #replace(): Promise<void> {
    try {
      this.#idle.push(await this.#start());
    } catch (error) {
      // Without a thread left, nothing would ever answer those that wait.
      if (this.#idle.length === 0 && this.#running.size <= 1) {
        this.#closed = true;
        for (const job of this.#waiting.splice(0)) job.reject(error);
      }
    }
  }
}

function closed(): EmbeddingError {
  return new EmbeddingError("The local model is closed");
}
