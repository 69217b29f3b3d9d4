/**
 * Worker threads over the shared memory of snapshots. A thread that crashes, runs out of memory, exits or gets stuck is
 * replaced: the request that it had begun is answered 503, requests that it had not begun go to another thread.
 */

import { randomUUID } from "node:crypto";
import type { ResourceLimits } from "node:worker_threads";
import type { ClusterOptions } from "../../archive-search/opensearch/cluster.ts";
import { ApiError } from "../../contract/api/errors.ts";
import type { SnapshotOperationId } from "../../contract/api/operations.ts";
import type { SnapshotHandle } from "../../corpus/snapshot.ts";
import { openQueryPort, type QueryEmbedder } from "../../embed/query-port.ts";
import { type ThreadFile, threadFile } from "../../threads/thread-file.ts";
import { errorOf } from "../failure.ts";
import type { RemoteEmbeddings } from "../query-embedding.ts";
import { Dispatcher } from "./dispatcher.ts";
import { retirements, type WorkerReply, type WorkerTask } from "./protocol.ts";
import { type Job, type ThreadListener, WorkerThread } from "./worker-thread.ts";

/** Jobs per thread: one running, and one queued so that the thread does not idle between jobs. */
const tasksAtHand = 2;
/** Jobs per thread with an embedder elsewhere: while one waits for it, the thread can work on others. */
const tasksWhileWaiting = 16;
/** More waiting requests than this are refused: the answer would come too late anyway. */
const maxWaiting = 2_000;
/** Checks of every thread within `stuckMs`. */
const checks = 10;
/** Starting takes longer: the thread loads the program and attaches to a snapshot. */
const startMs = 120_000;
/** Loading reads every file of a snapshot in one go. */
const loadMs = 600_000;
const restartMs = { first: 50, longest: 10_000 };

export interface WorkerPoolOptions {
  threads: number;
  remote?: RemoteEmbeddings;
  search?: ClusterOptions;
  model?: QueryEmbedder;
  /** Called with the reason when a thread died. */
  onDeath?(problem: Error): void;
  /** A thread that has work but makes no progress for this long is terminated; 10 s by default. */
  stuckMs?: number;
  /** For tests: the threads' entry file and resource limits. */
  file?: ThreadFile;
  resourceLimits?: ResourceLimits;
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #stuckMs: number;
  readonly #dispatcher: Dispatcher<Job>;
  readonly #slots = new Slots();
  /** All live threads, ready or not. */
  readonly #threads = new Set<WorkerThread>();
  /** Threads that may still run code, including those declared dead. */
  readonly #running = new Set<WorkerThread>();
  readonly #starting = new Map<WorkerThread, () => void>();
  readonly #channel = new BroadcastChannel(retirements);
  /** Unique to this pool. */
  readonly #assistance = `priorart-assistance-${randomUUID()}`;
  readonly #watchdog: NodeJS.Timeout;
  readonly #restarts = new Set<NodeJS.Timeout>();
  /** The snapshot that a new thread attaches to before it takes requests. */
  #handle: SnapshotHandle | null = null;
  #deathsInARow = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#stuckMs = options.stuckMs ?? 10_000;
    this.#dispatcher = new Dispatcher(
      options.remote || options.search || options.model ? tasksWhileWaiting : tasksAtHand,
    );
    (this.#channel as unknown as { unref(): void }).unref();
    this.#watchdog = setInterval(() => this.#check(), this.#stuckMs / checks).unref();
    for (let i = 0; i < options.threads; i++) this.#start();
  }

  /** Loading takes a second or more, so it runs in its own thread and delays no request. */
  async load(root: string, id: string): Promise<SnapshotHandle> {
    if (this.#closed) throw unavailable("the server is closing");
    const reply = await this.#runAlone({ kind: "load", root, id });
    if (reply.ok && "handle" in reply) return reply.handle;
    throw reply.ok ? new Error("unexpected reply") : errorOf(reply.cause ?? reply.message);
  }

  /** Attaches the threads to a snapshot before its first request arrives; busy threads may attach later. */
  async attach(handle: SnapshotHandle): Promise<void> {
    await Promise.all(
      [...this.#starting.keys()].map((thread) => {
        return new Promise<void>((resolve) => this.#starting.set(thread, resolve));
      }),
    );
    try {
      if (this.#closed) throw unavailable("the server is closing");
      const replies = await Promise.all(
        [...this.#threads].filter(({ ready }) => ready).map((thread) => this.#attachOne(thread, handle)),
      );
      const failed = replies.find((reply) => !reply.ok);
      if (failed) throw errorOf(failed.cause ?? failed.message);
      this.#handle = handle;
    } catch (error) {
      // The threads that did attach would keep its memory.
      this.retire(handle.key);
      throw error;
    }
  }

  /** JSON text of the response. Throws ApiError. */
  async answer(handle: SnapshotHandle, operation: SnapshotOperationId, input: unknown): Promise<string> {
    if (this.#closed) throw unavailable("the server is closing");
    if (this.#dispatcher.waiting >= maxWaiting)
      throw new ApiError("SERVICE_UNAVAILABLE", "Too many requests are waiting; try again shortly");
    const reply = await new Promise<WorkerReply>((resolve, reject) => {
      this.#dispatcher.submit({ task: { kind: "answer", handle, operation, input }, resolve, reject });
    });
    if (reply.ok && "json" in reply) return reply.json;
    if (reply.ok) throw new Error("unexpected reply");
    throw new ApiError(reply.code, reply.message, { cause: reply.cause });
  }

  retire(key: string): void {
    if (this.#handle?.key === key) this.#handle = null;
    if (!this.#closed) this.#channel.postMessage(key);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watchdog);
    for (const timer of this.#restarts) clearTimeout(timer);
    this.#channel.close();
    // What waits for threads that start would wait forever.
    for (const thread of [...this.#starting.keys()]) this.#started(thread);
    // A thread that was stuck and killed may never end, so it is not awaited.
    await Promise.all([...this.#running].filter(({ alive }) => alive).map((thread) => thread.terminate()));
    const left = [...this.#running].flatMap((thread) => Object.values(thread.takeBack()).flat());
    for (const job of [...left, ...this.#dispatcher.drain()])
      job.reject(unavailable("the server is closing"));
  }

  #start(): void {
    const thread = this.#spawn({
      onReady: (started) => void this.#admit(started),
      onReply: () => {
        this.#deathsInARow = 0;
        this.#dispatcher.dispatch();
      },
      onDeath: (dead, reason) => this.#replace(dead, reason),
      onGone: (gone) => this.#release(gone),
    });
    this.#threads.add(thread);
    this.#starting.set(thread, () => {});
  }

  #spawn(listener: ThreadListener): WorkerThread {
    const {
      remote,
      search,
      model,
      file = threadFile("./worker", import.meta.url),
      resourceLimits,
    } = this.#options;
    const beatMs = this.#stuckMs / checks / 2;
    const queries = model && { version: model.version, port: openQueryPort(model) };
    const assistance = this.#options.threads > 1 ? this.#assistance : undefined;
    const settings = { remote, search, model: queries, slot: this.#slots.take(), assistance, beatMs };
    const thread = new WorkerThread({ file, settings, resourceLimits }, listener);
    this.#running.add(thread);
    return thread;
  }

  /** A replacement thread attaches first; when that fails, its requests report the reason. */
  async #admit(thread: WorkerThread): Promise<void> {
    if (this.#handle) await this.#attachOne(thread, this.#handle).catch(() => {});
    if (!this.#threads.has(thread)) return;
    this.#dispatcher.join(thread);
    this.#started(thread);
  }

  #started(thread: WorkerThread): void {
    this.#starting.get(thread)?.();
    this.#starting.delete(thread);
  }

  #replace(thread: WorkerThread, reason: string): void {
    const neverReady = this.#starting.has(thread);
    this.#threads.delete(thread);
    this.#dispatcher.leave(thread);
    this.#started(thread);
    const problem = unavailable(`its worker thread ${reason}`);
    const { begun, untouched } = thread.takeBack();
    for (const job of begun) job.reject(problem);
    const again: Job[] = [];
    for (const job of untouched) {
      // Another thread attaches on demand.
      if (job.task.kind === "attach") job.resolve({ ok: true });
      else if (job.returned) job.reject(problem);
      else again.push(Object.assign(job, { returned: true }));
    }
    this.#dispatcher.resubmit(again);
    // No thread is left and new ones do not start: reject the waiting requests instead of keeping them.
    if (neverReady && this.#dispatcher.threads === 0)
      for (const job of this.#dispatcher.drain()) job.reject(problem);
    this.#options.onDeath?.(new Error(`a worker thread ${reason}`));
    this.#restart();
  }

  /** Restarts immediately after a single death, with backoff while no thread is alive. */
  #restart(): void {
    const delay = Math.min(restartMs.longest, restartMs.first * 2 ** this.#deathsInARow++);
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#start();
    }, delay);
    this.#restarts.add(timer);
  }

  #release(thread: WorkerThread): void {
    this.#running.delete(thread);
    this.#slots.release(thread.slot);
  }

  #check(): void {
    for (const thread of this.#threads)
      if (thread.check() >= (thread.ready ? checks : (checks * startMs) / this.#stuckMs))
        thread.kill(`was stuck for ${this.#stuckMs / 1000} s and was terminated`);
  }

  #attachOne(thread: WorkerThread, handle: SnapshotHandle): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      thread.send({ task: { kind: "attach", handle }, resolve, reject });
    });
  }

  /** Runs one task in its own thread. */
  #runAlone(task: WorkerTask): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      const thread: WorkerThread = this.#spawn({
        onReady: () => thread.send({ task, resolve, reject }),
        onReply: () => void thread.terminate(),
        onDeath: (_, reason) => reject(new Error(`the thread that loads snapshots ${reason}`)),
        onGone: (gone) => {
          reject(new Error("the thread that loads snapshots was terminated"));
          clearTimeout(timer);
          this.#release(gone);
        },
      });
      const timer = setTimeout(() => thread.kill("took too long and was terminated"), loadMs).unref();
    });
  }
}

function unavailable(reason: string): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", "The request could not be completed; try again shortly", {
    cause: reason,
  });
}

/** Slot numbers of running threads: each gets the lowest that is free when it starts. */
class Slots {
  readonly #taken = new Set<number>();

  take(): number {
    let slot = 0;
    while (this.#taken.has(slot)) slot++;
    this.#taken.add(slot);
    return slot;
  }

  release(slot: number): void {
    this.#taken.delete(slot);
  }
}
