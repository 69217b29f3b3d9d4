/** Runs a map in a worker thread, so that an expression that loops can be terminated. */
import { Worker } from "node:worker_threads";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import { NESTED_TOO_DEEPLY } from "../read/entry.ts";
import { type MapResult, mapFault } from "./map-expression.ts";

/** Start data of the thread: the expression, and its name in messages. */
export interface MapWorkerData {
  text: string;
  name: string;
}

/** Sent by the thread when it is ready for records; afterwards it sends one MapResult for each. */
export const READY = "ready";

/** Time limit for one record, in milliseconds. */
const MAP_TIME_LIMIT_MS = 10_000;
/** Heap of the thread, in MB. */
const MEMORY_LIMIT_MB = 1_024;

interface Task {
  record: unknown;
  resolve(result: MapResult | null): void;
  reject(error: Error): void;
}

/** Records wait in a queue; the thread works on the first. A thread that fails on a record is replaced. */
export class MapThread {
  readonly #data: MapWorkerData;
  readonly #limitMs: number;
  #queue: Task[] = [];
  #worker: Worker | null = null;
  #isReady = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(data: MapWorkerData, limitMs: number = MAP_TIME_LIMIT_MS) {
    this.#data = data;
    this.#limitMs = limitMs;
  }

  /** Resolves to null when `stop` was called first. Rejects when no thread can be started. */
  evaluate(record: unknown): Promise<MapResult | null> {
    if (this.#isStopped) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const task = { record, resolve, reject };
      this.#queue.push(task);
      if (this.#worker === null) this.#start();
      else if (this.#isReady) this.#send(task);
    });
  }

  /** Terminates the thread, even when busy; queued records resolve to null. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const task of this.#queue.splice(0)) task.resolve(null);
    await this.#discardWorker();
  }

  #start(): void {
    const { url, execArgv } = threadFile("./map-worker", import.meta.url);
    const worker = new Worker(url, {
      workerData: this.#data,
      resourceLimits: memoryLimits({ old: MEMORY_LIMIT_MB }),
      ...(execArgv && { execArgv }),
    });
    this.#worker = worker;
    this.#isReady = false;
    worker.on("message", (message: typeof READY | MapResult) => {
      if (this.#worker !== worker) return;
      if (message !== READY) this.#queue.shift()?.resolve(message);
      else {
        this.#isReady = true;
        for (const task of [...this.#queue]) this.#send(task);
      }
      this.#watch();
    });
    worker.on("error", (error) => {
      if (this.#worker === worker) this.#fail(`the map terminated its thread: ${error.message}`, error);
    });
  }

  #send(task: Task): void {
    try {
      this.#worker!.postMessage(task.record);
    } catch {
      // Structured cloning is recursive.
      this.#queue = this.#queue.filter((other) => other !== task);
      task.resolve({ values: null, fault: NESTED_TOO_DEEPLY });
    }
    if (this.#timer === undefined) this.#watch();
  }

  /** Starts the timer of the first record in the queue. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [first] = this.#queue;
    if (first === undefined || !this.#isReady) return;
    this.#timer = setTimeout(() => {
      // If this thread was busy, the reply may already be waiting in the event loop.
      setImmediate(() => {
        if (this.#queue[0] === first && !this.#isStopped)
          this.#fail(`the map took longer than ${this.#limitMs / 1_000} s on this record: simplify the map`);
      });
    }, this.#limitMs);
  }

  #fail(reason: string, cause?: Error): void {
    const startedWell = this.#isReady;
    void this.#discardWorker();
    if (!startedWell) {
      for (const task of this.#queue.splice(0)) task.reject(cause ?? new Error(reason));
      return;
    }
    this.#queue.shift()?.resolve({ values: null, fault: mapFault(reason) });
    if (this.#queue.length > 0) this.#start();
  }

  async #discardWorker(): Promise<void> {
    const worker = this.#worker;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#worker = null;
    this.#isReady = false;
    await worker?.terminate();
  }
}
