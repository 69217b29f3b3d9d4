/** The main thread's view of one worker thread: its jobs, whether it is alive, why it died. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import { memoryLimits } from "../../threads/memory-limits.ts";
import type { ThreadFile } from "../../threads/thread-file.ts";
import {
  beatAt,
  begunAt,
  type TaskMessage,
  type WorkerMessage,
  type WorkerReply,
  type WorkerSettings,
  type WorkerTask,
} from "./protocol.ts";

export interface Job {
  task: WorkerTask;
  resolve(reply: WorkerReply): void;
  reject(error: Error): void;
  /** Whether a dead thread has already returned it once. */
  returned?: boolean;
}

export interface ThreadOptions {
  file: ThreadFile;
  settings: Omit<WorkerSettings, "vitals">;
  resourceLimits?: ResourceLimits;
}

export interface ThreadListener {
  onReady(thread: WorkerThread): void;
  onReply(thread: WorkerThread): void;
  /** Once: it crashed, ran out of memory, exited or was declared dead. It gets no more jobs. */
  onDeath(thread: WorkerThread, reason: string): void;
  /** Called when its code no longer runs; after `onDeath`. */
  onGone(thread: WorkerThread): void;
}

export class WorkerThread {
  readonly slot: number;
  readonly #worker: Worker;
  readonly #listener: ThreadListener;
  readonly #vitals = new Int32Array(new SharedArrayBuffer(8));
  readonly #held = new Map<number, Job>();
  #sent = 0;
  #ready = false;
  #alive = true;
  #error: unknown;
  /** Counters at the last check, and the number of checks since they last changed. */
  #signs = 0;
  #unchanged = 0;

  constructor({ file, settings, resourceLimits }: ThreadOptions, listener: ThreadListener) {
    this.slot = settings.slot;
    this.#listener = listener;
    this.#worker = new Worker(file.url, {
      workerData: { ...settings, vitals: this.#vitals } satisfies WorkerSettings,
      transferList: settings.model ? [settings.model.port] : [],
      ...(file.execArgv && { execArgv: file.execArgv }),
      resourceLimits: { ...memoryLimits(), ...resourceLimits },
    });
    this.#worker.on("message", (message: WorkerMessage) => this.#receive(message));
    this.#worker.on("error", (error) => {
      this.#error = error;
    });
    this.#worker.on("exit", (code) => {
      this.#die(describeEnd(this.#error, code));
      this.#listener.onGone(this);
    });
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** False once it died or was terminated. */
  get alive(): boolean {
    return this.#alive;
  }

  get held(): number {
    return this.#held.size;
  }

  send(job: Job): void {
    const number = ++this.#sent;
    this.#held.set(number, job);
    // While it has a job, it keeps the process alive.
    this.#worker.ref();
    this.#worker.postMessage({ number, task: job.task } satisfies TaskMessage);
  }

  /** Returns all jobs: those that it may have begun, and those that it has not received. */
  takeBack(): { begun: Job[]; untouched: Job[] } {
    const last = Atomics.load(this.#vitals, begunAt);
    const begun: Job[] = [];
    const untouched: Job[] = [];
    for (const [number, job] of this.#held) (number <= last ? begun : untouched).push(job);
    this.#held.clear();
    return { begun, untouched };
  }

  /** The number of consecutive checks in which the thread had work but made no progress. */
  check(): number {
    const signs = Atomics.load(this.#vitals, beatAt) + Atomics.load(this.#vitals, begunAt);
    const idle = this.#ready && this.#held.size === 0;
    this.#unchanged = idle || signs !== this.#signs ? 0 : this.#unchanged + 1;
    this.#signs = signs;
    return this.#unchanged;
  }

  /** Declares it dead and terminates it, which may take as long as a system call does. */
  kill(reason: string): void {
    this.#die(reason);
    void this.#worker.terminate();
  }

  /** Resolves once its code no longer runs. */
  async terminate(): Promise<void> {
    this.#alive = false;
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (!this.#alive) return;
    if (message === "ready") {
      this.#ready = true;
      // From now on the server's sockets keep the process alive, not its idle threads.
      this.#worker.unref();
      this.#listener.onReady(this);
      return;
    }
    const job = this.#held.get(message.number);
    this.#held.delete(message.number);
    if (this.#held.size === 0) this.#worker.unref();
    job?.resolve(message.reply);
    this.#listener.onReply(this);
  }

  #die(reason: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#listener.onDeath(this, reason);
  }
}

function describeEnd(error: unknown, code: number): string {
  if (error === undefined) return `exited with code ${code}`;
  if ((error as { code?: string } | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") return "ran out of memory";
  return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
