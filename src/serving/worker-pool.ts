/** Worker threads over the shared memory of snapshots. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { ApiError } from "../contract/api/errors.ts";
import type { SnapshotHandle } from "../corpus/snapshot.ts";
import type { ResearchOperationId } from "./answer.ts";
import { FairQueue } from "./fair-queue.ts";
import { retirements, type WorkerSettings } from "./protocol.ts";
import type { RemoteEmbeddings } from "./query-embedding.ts";
import type { WorkerReply, WorkerTask } from "./worker.ts";

/** Per thread: one to work on, one at hand for the moment it is done. */
const tasksAtHand = 2;
/** Per thread, when a remote embedder is waited for, which leaves the thread free for other requests. */
const tasksWhileWaiting = 16;
/** More waiting requests than this are refused: the answer would come too late anyway. */
const maxQueue = 2_000;

/** Under the test runner and in development this file is TypeScript, and so is the worker. */
const inTypeScript = import.meta.url.endsWith(".ts");

/** On Node 20 `--import tsx` does nothing in a worker thread: the loader has to be registered there by hand. */
function typeScriptLoader(): string {
  const loader = createRequire(import.meta.url).resolve("tsx/esm");
  const api = new URL("./api/index.mjs", pathToFileURL(loader));
  const code = `import { register } from ${JSON.stringify(api.href)}; register();`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

export class WorkerPool {
  readonly #pool: Piscina;
  /** Loading a snapshot takes a second: it has a thread of its own, so that no request waits behind it. */
  readonly #loader: Piscina;
  readonly #queue: FairQueue;
  readonly #threads: number;
  readonly #channel = new BroadcastChannel(retirements);

  constructor(threads: number, remote: RemoteEmbeddings | undefined) {
    (this.#channel as unknown as { unref(): void }).unref();
    const settings: WorkerSettings = { remote };
    const worker = {
      filename: new URL(inTypeScript ? "./worker.ts" : "./worker.js", import.meta.url).href,
      // Workers must keep their event loop: they listen for retired snapshots and may fetch embeddings.
      atomics: "disabled",
      recordTiming: false,
      workerData: settings,
      ...(inTypeScript ? { execArgv: ["--import", typeScriptLoader()] } : {}),
    } as const;
    this.#threads = threads;
    const tasks = remote ? tasksWhileWaiting : tasksAtHand;
    this.#queue = new FairQueue(threads * tasks);
    this.#pool = new Piscina({
      ...worker,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: tasks,
      idleTimeout: Number.POSITIVE_INFINITY,
    });
    this.#loader = new Piscina({ ...worker, minThreads: 0, maxThreads: 1 });
  }

  async load(root: string, id: string): Promise<SnapshotHandle> {
    const reply: WorkerReply = await this.#loader.run({ kind: "load", root, id } satisfies WorkerTask);
    if (reply.ok && "handle" in reply) return reply.handle;
    throw new Error(reply.ok ? "unexpected reply" : (reply.cause ?? reply.message));
  }

  /** Lets the threads attach to a snapshot before the first request does; busy ones may do it later. */
  async attach(handle: SnapshotHandle): Promise<void> {
    const task: WorkerTask = { kind: "attach", handle };
    const replies: WorkerReply[] = await Promise.all(
      Array.from({ length: this.#threads }, () => this.#pool.run(task)),
    );
    const failed = replies.find((reply) => !reply.ok);
    if (!failed) return;
    this.retire(handle.key);
    throw new Error(failed.cause ?? failed.message);
  }

  /** JSON text of the response. Throws ApiError. */
  async answer(handle: SnapshotHandle, operation: ResearchOperationId, input: unknown): Promise<string> {
    if (this.#queue.length >= maxQueue)
      throw new ApiError("SERVICE_UNAVAILABLE", "Too many requests are waiting; try again shortly");
    const task: WorkerTask = { kind: "answer", handle, operation, input };
    const reply: WorkerReply = await this.#queue.run(() => this.#pool.run(task));
    if (reply.ok && "json" in reply) return reply.json;
    if (reply.ok) throw new Error("unexpected reply");
    throw new ApiError(reply.code, reply.message, { cause: reply.cause });
  }

  retire(key: string): void {
    this.#channel.postMessage(key);
  }

  async close(): Promise<void> {
    this.#channel.close();
    await Promise.all([this.#pool.destroy(), this.#loader.destroy()]);
  }
}
