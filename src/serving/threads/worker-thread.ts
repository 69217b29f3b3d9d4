/** One worker thread as the main thread sees it: what it holds, whether it lives, why it died. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import {
  beatAt,
  begunAt,
  type TaskMessage,
  type WorkerMessage,
  type WorkerReply,
  type WorkerSettings,
  type WorkerTask,
} from "./protocol.ts";
import type { ThreadFile } from "./thread-file.ts";

export interface Job {
  task: WorkerTask;
  resolve(reply: WorkerReply): void;
  reject(error: Error): void;
  /** Whether a thread that died has given it back already. */
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
  /** Its code runs no longer; after `onDeath`. */
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
  /** Signs of life at the last check, and checks since they last changed. */
  #signs = 0;
  #unchanged = 0;

  constructor({ file, settings, resourceLimits }: ThreadOptions, listener: ThreadListener) {
    this.slot = settings.slot;
    this.#listener = listener;
    this.#worker = new Worker(file.url, {
      workerData: { ...settings, vitals: this.#vitals } satisfies WorkerSettings,
      ...(file.execArgv && { execArgv: file.execArgv }),
      ...(resourceLimits && { resourceLimits }),
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

  /** False once it died or was told to end. */
  get alive(): boolean {
    return this.#alive;
  }

  get held(): number {
    return this.#held.size;
  }

  send(job: Job): void {
    const number = ++this.#sent;
    this.#held.set(number, job);
    // While it holds a job, the process waits for it.
    this.#worker.ref();
    this.#worker.postMessage({ number, task: job.task } satisfies TaskMessage);
  }

  /** Takes all jobs back: those that it may have begun, and those that it has never seen. */
  takeBack(): { begun: Job[]; untouched: Job[] } {
    const last = Atomics.load(this.#vitals, begunAt);
    const begun: Job[] = [];
    const untouched: Job[] = [];
    for (const [number, job] of this.#held) (number <= last ? begun : untouched).push(job);
    this.#held.clear();
    return { begun, untouched };
  }

  /** How many checks in a row have found the thread with work to do and no sign of life. */
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

  /** Resolves once its code runs no longer. */
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
