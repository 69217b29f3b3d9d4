/**
 * Serves research operations from the current snapshot. Picks up new snapshots and withdrawals while running; every
 * request uses the same snapshot throughout.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { ClusterOptions } from "../archive-search/opensearch/cluster.ts";
import type { CatalogReader, LiveOverlay } from "../catalog/types.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { SnapshotOperationId } from "../contract/api/operations.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot } from "../corpus/manifest.ts";
import { CorpusSnapshot, loadSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import type { QueryEmbedder } from "../embed/query-port.ts";
import { collectSoon } from "../memory/collect-garbage.ts";
import { answer } from "./answer.ts";
import { asApiError, unreadableError } from "./failure.ts";
import type { RemoteEmbeddings } from "./query-embedding.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { WorkerPool, type WorkerPoolOptions } from "./threads/worker-pool.ts";

export interface ServingOptions {
  dataDir: string;
  /** Source of withdrawals; without one, the snapshot is served as published. */
  catalog?: Pick<CatalogReader, "changeCounter" | "overlay">;
  /** Worker threads; 0 answers in this thread. */
  workers: number;
  remote?: RemoteEmbeddings;
  /** The OpenSearch cluster, for snapshots that keep their archive there. */
  search?: ClusterOptions;
  /** A local model, closed with the serving; needed only for snapshots built with it. */
  model?: QueryEmbedder & { close(): Promise<void> };
  /** Called with the reason when a new snapshot or the catalog cannot be read; the current snapshot stays in service. */
  onProblem?(problem: Error): void;
  /** Called with each snapshot that becomes current. */
  onSnapshot?(snapshot: ServedSnapshot): void;
  /** Called with the reason when a worker thread died and was replaced. */
  onThreadDeath?(problem: Error): void;
  /** For tests: threads that fail. */
  threads?: Pick<WorkerPoolOptions, "file" | "resourceLimits" | "stuckMs">;
}

export interface ServedSnapshot {
  id: string;
  corpusRevision: string;
  projects: number;
  documents: number;
  chunks: number;
  /** Version of the embedder of its passages; absent: the built-in one. */
  passageEmbedder?: string;
  /** Version of the local model that embeds its queries together with the built-in embedder; absent: there is none. */
  queryModel?: string;
}

export interface Serving {
  /** A response object, or its JSON text when a worker made it. Throws ApiError. */
  execute(operation: SnapshotOperationId, input: unknown): Promise<object | string>;
  ready(): boolean;
  snapshot(): ServedSnapshot | null;
  /** Checks for a new snapshot and for withdrawals now instead of at the next tick. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** How often the data directory and the catalog's change counter are polled. */
const watchMilliseconds = 250;

/** Longest that a request that failed waits for a newer snapshot, to be tried again with it. */
const swapMilliseconds = 1_000;

/** A snapshot that could not be read is retried after this time, or when another one is published. */
const retryMilliseconds = 30_000;

interface Current {
  handle: SnapshotHandle;
  /** This thread's own view, through which withdrawals reach all threads. */
  view: CorpusSnapshot;
  /** In-flight requests. */
  running: number;
}

/** Opens the current snapshot; if there is none, starts to serve as soon as one is published. */
export async function openServing(options: ServingOptions): Promise<Serving> {
  const serving = new SnapshotServing(options);
  await serving.refresh();
  serving.watch();
  return serving;
}

class SnapshotServing implements Serving {
  readonly #options: ServingOptions;
  readonly #pool: WorkerPool | null;
  readonly #local: SnapshotCache;
  #current: Current | null = null;
  #loads = 0;
  #failed: { id: string; at: number; error: unknown } | null = null;
  #change = -1;
  /** Withdrawals as of that change. */
  #overlay: LiveOverlay = { withdrawnProjects: [], withdrawnDocuments: [], sourceAccess: {} };
  #timer: NodeJS.Timeout | null = null;
  #refreshing: Promise<void> | null = null;
  #closed = false;

  constructor(options: ServingOptions) {
    this.#options = options;
    const { workers: threads, remote, search, model, onThreadDeath: onDeath } = options;
    this.#pool =
      threads > 0 ? new WorkerPool({ threads, remote, search, model, onDeath, ...options.threads }) : null;
    this.#local = new SnapshotCache(options);
  }

  async execute(operation: SnapshotOperationId, input: unknown): Promise<object | string> {
    for (;;) {
      const current = this.#current;
      if (!current && this.#failed) throw unreadableError(operation, this.#failed.error);
      if (!current)
        throw new ApiError(
          "SERVICE_UNAVAILABLE",
          "Nothing has been published yet; the operator must run priorart publish",
        );
      try {
        return await this.#answer(current, operation, input);
      } catch (error) {
        const failure = asApiError(error, operation);
        if (failure.status !== 503 || !(await this.#isReplaced(current))) throw failure;
      }
    }
  }

  async #answer(current: Current, operation: SnapshotOperationId, input: unknown): Promise<object | string> {
    current.running++;
    try {
      if (this.#pool) return await this.#pool.answer(current.handle, operation, input);
      return await this.#local.use(current.handle, (context) => answer(context, operation, input));
    } finally {
      current.running--;
      if (current.running === 0 && current !== this.#current) collectSoon();
    }
  }

  /**
   * Whether another snapshot has taken its place: a file may be missing because it is no longer the newest. Waits for one
   * that is published already, but not as long as a large one takes to load.
   */
  async #isReplaced(current: Current): Promise<boolean> {
    if (this.#current === current && this.#publishedId() !== current.handle.id) {
      const waiting = new AbortController();
      const longest = pause(swapMilliseconds, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([this.refresh(), longest]);
      waiting.abort();
    }
    return this.#current !== current;
  }

  /** Of the newest snapshot in the data directory; null where there is none, or it cannot be told. */
  #publishedId(): string | null {
    try {
      return currentSnapshot(dataDirectory(this.#options.dataDir));
    } catch {
      return null;
    }
  }

  ready(): boolean {
    return this.#current !== null;
  }

  snapshot(): ServedSnapshot | null {
    if (!this.#current) return null;
    const { id, corpusRevision, manifest, projects, archive } = this.#current.view;
    const { kind, version, queries } = manifest.embedder;
    return {
      id,
      corpusRevision,
      projects: projects.count,
      documents: manifest.archive.segments.reduce(
        (sum, { documents, superseded }) => sum + documents - superseded.length,
        0,
      ),
      chunks: archive.chunks,
      ...(kind === "remote" && { passageEmbedder: version }),
      ...(queries && { queryModel: queries.version }),
    };
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  watch(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      void this.refresh().then(() => this.watch());
    }, watchMilliseconds);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // Closing the threads also ends the loading of a snapshot, which may take minutes.
    const closing = this.#pool?.close();
    await this.#refreshing;
    await closing;
    await this.#options.model?.close();
    this.#local.close();
    this.#current?.view.close();
    this.#current = null;
  }

  async #refresh(): Promise<void> {
    if (this.#closed) return;
    try {
      const directory = dataDirectory(this.#options.dataDir);
      const id = currentSnapshot(directory);
      if (id && id !== this.#current?.handle.id && !this.#failedLately(id)) await this.#swap(id);
      else await this.#obeyCatalog();
    } catch (error) {
      if (!this.#closed) this.#report(error);
    }
  }

  #report(error: unknown): void {
    this.#options.onProblem?.(error instanceof Error ? error : new Error(String(error)));
  }

  async #swap(id: string): Promise<void> {
    await this.#obeyCatalog();
    try {
      const handle = await this.#meanwhileObeying(this.#load(id));
      const view = new CorpusSnapshot(handle);
      view.apply(this.#overlay);
      const before = this.#current;
      this.#current = { handle, view, running: 0 };
      this.#failed = null;
      if (before) this.#retire(before);
      this.#options.onSnapshot?.(this.snapshot()!);
    } catch (error) {
      this.#failed = { id, at: performance.now(), error };
      throw error;
    }
  }

  async #load(id: string): Promise<SnapshotHandle> {
    const { dataDir } = this.#options;
    const loaded = this.#pool ? await this.#pool.load(dataDir, id) : loadSnapshot(dataDir, id);
    const handle = { ...loaded, key: `${id}#${this.#loads++}` };
    await this.#pool?.attach(handle);
    return handle;
  }

  /** A large snapshot takes minutes to load: what is withdrawn meanwhile is hidden in the one that is served, too. */
  async #meanwhileObeying<T>(work: Promise<T>): Promise<T> {
    let look: Promise<void> | null = null;
    const timer = setInterval(() => {
      look ??= this.#obeyCatalog()
        .catch((error) => this.#report(error))
        .finally(() => {
          look = null;
        });
    }, watchMilliseconds);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      await look;
    }
  }

  #failedLately(id: string): boolean {
    return this.#failed?.id === id && performance.now() - this.#failed.at < retryMilliseconds;
  }

  #retire({ handle, view }: Current): void {
    this.#pool?.retire(handle.key);
    this.#local.retire(handle.key);
    view.close();
    collectSoon();
  }

  async #obeyCatalog(): Promise<void> {
    const { catalog } = this.#options;
    const change = await catalog?.changeCounter();
    if (!catalog || change === undefined || change === this.#change) return;
    // All withdrawals of years are many: reading them at each change would block the event loop.
    const isLater = change > this.#change;
    const later = await catalog.overlay(isLater ? this.#change : undefined);
    // The counter of a catalog that was restored is lower.
    this.#overlay = isLater ? joined(this.#overlay, later) : later;
    this.#change = change;
    this.#current?.view.apply(later);
  }
}

/** `later`: read after the other one, with later withdrawals only. */
const joined = (overlay: LiveOverlay, later: LiveOverlay): LiveOverlay => ({
  ...later,
  withdrawnProjects: [...overlay.withdrawnProjects, ...later.withdrawnProjects],
  withdrawnDocuments: [...overlay.withdrawnDocuments, ...later.withdrawnDocuments],
});
