/** Parses in a worker thread, so that an input that takes too much time or memory fails alone. */
import { Worker } from "node:worker_threads";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import type { Content } from "../connector.ts";
import { type Format, FormatError, type ParsedDocument } from "./format.ts";

export type ParseReply = { documents: ParsedDocument[] } | { fault: string };

/** Time for one item, in milliseconds; a page of a PDF takes some milliseconds, and a book has hundreds. */
const timeLimitMs = (format: Format): number => (format === "pdf" ? 120_000 : 30_000);
/** Heap of the thread. */
const MEMORY_LIMIT_MB = 512;
/** Bytes by which the process may grow during one item: what decompresses is not on the heap. */
const GROWTH_LIMIT = 2 ** 30;
const WATCH_MS = 200;

interface Task {
  content: Content;
  resolve(documents: ParsedDocument[]): void;
  reject(error: Error): void;
}

/** One item at a time; the others wait. A thread that fails is replaced. */
export class ParseThread {
  readonly #limitMs: (format: Format) => number;
  #queue: Task[] = [];
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #stopped: Error | null = null;

  /** `limitMs` is for tests. */
  constructor({ limitMs = timeLimitMs }: { limitMs?: (format: Format) => number } = {}) {
    this.#limitMs = limitMs;
  }

  /** Throws FormatError when the content cannot be parsed within the limits, and an error after `stop`. */
  parse(content: Content): Promise<ParsedDocument[]> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    return new Promise((resolve, reject) => {
      this.#queue.push({ content, resolve, reject });
      if (this.#queue.length === 1) this.#next();
    });
  }

  /** Terminates the thread, even when busy; waiting items are rejected. Can be called again. */
  async stop(): Promise<void> {
    this.#stopped ??= new Error("parsing was stopped");
    const waiting = this.#queue.splice(0);
    await this.#discardWorker();
    for (const task of waiting) task.reject(this.#stopped);
  }

  #next(): void {
    const [task] = this.#queue;
    if (task === undefined) {
      // An idle thread does not keep the process running.
      this.#worker?.unref();
      return;
    }
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      this.#queue.shift();
      task.reject(error as Error);
      this.#next();
      return;
    }
    this.#worker.ref();
    this.#worker.postMessage(task.content);
    const limitMs = this.#limitMs(task.content.format);
    // If this thread was busy, the reply may already be waiting in the event loop.
    this.#timer = setTimeout(() => setImmediate(() => this.#late(task, limitMs)), limitMs);
    const before = process.memoryUsage.rss();
    this.#watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > GROWTH_LIMIT) this.#fail("needed too much memory to parse");
    }, WATCH_MS);
  }

  #late(task: Task, limitMs: number): void {
    if (this.#queue[0] === task) this.#fail(`took longer than ${limitMs / 1_000} s to parse`);
  }

  #start(): Worker {
    const { url, execArgv } = threadFile("./parse-worker", import.meta.url);
    const worker = new Worker(url, {
      resourceLimits: memoryLimits({ old: MEMORY_LIMIT_MB }),
      // Libraries write warnings about damaged files.
      stdout: true,
      stderr: true,
      ...(execArgv && { execArgv }),
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const current = () => this.#worker === worker && this.#queue.length > 0;
    worker.on("message", (reply: ParseReply) => {
      if (current()) this.#settle(reply);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? `needed more than ${MEMORY_LIMIT_MB} MB of memory to parse`
          : `ended its thread: ${error.message.slice(0, 200)}`;
      if (current()) this.#fail(reason);
    });
    worker.on("exit", () => {
      if (current()) this.#fail("ended its thread");
      else if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }

  #settle(reply: ParseReply): void {
    this.#stopTimers();
    const task = this.#queue.shift()!;
    if ("documents" in reply) task.resolve(reply.documents);
    else task.reject(new FormatError(reply.fault));
    this.#next();
  }

  /** Fails the first item; the next one starts in a new thread. */
  #fail(reason: string): void {
    void this.#discardWorker();
    this.#settle({ fault: reason });
  }

  async #discardWorker(): Promise<void> {
    const worker = this.#worker;
    this.#stopTimers();
    this.#worker = null;
    await worker?.terminate();
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
  }
}
