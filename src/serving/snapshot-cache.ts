/** The snapshots that one thread has attached to; normally one, two while a new one takes over. */
import { CorpusSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import type { SnapshotContext } from "./answer.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { embeddingBytes, queryEmbedding, type RemoteEmbeddings } from "./query-embedding.ts";

interface Attached {
  context: SnapshotContext;
  running: number;
}

export class SnapshotCache {
  readonly #attached = new Map<string, Attached>();
  /** A request that waited in a queue may come with a snapshot that is retired already. */
  readonly #retired = new Set<string>();
  readonly #remote: RemoteEmbeddings | undefined;
  readonly #slot: number | undefined;

  /** `slot` names the thread's part of a snapshot's memory, for the thread that replaces it. */
  constructor(remote: RemoteEmbeddings | undefined, slot?: number) {
    this.#remote = remote;
    this.#slot = slot;
  }

  /** Runs one request on a snapshot, which stays until the request ends. */
  async use<T>(handle: SnapshotHandle, run: (context: SnapshotContext) => Promise<T>): Promise<T> {
    const attached = this.#attach(handle);
    attached.running++;
    try {
      return await run(attached.context);
    } finally {
      attached.running--;
      this.#release(handle.key);
    }
  }

  /** Lets a snapshot go as soon as its last request ends. */
  retire(key: string): void {
    this.#retired.add(key);
    // A thread that never attached may have loaded the snapshot for others.
    setImmediate(collectGarbage);
    this.#release(key);
  }

  close(): void {
    for (const key of [...this.#attached.keys()]) this.retire(key);
  }

  #attach(handle: SnapshotHandle): Attached {
    const known = this.#attached.get(handle.key);
    if (known) return known;
    const snapshot = new CorpusSnapshot(handle, embeddingBytes, this.#slot);
    const context = { snapshot, embedQuery: queryEmbedding(snapshot, this.#remote) };
    const attached = { context, running: 0 };
    this.#attached.set(handle.key, attached);
    return attached;
  }

  #release(key: string): void {
    const attached = this.#attached.get(key);
    if (!attached || attached.running > 0 || !this.#retired.has(key)) return;
    attached.context.snapshot.close();
    this.#attached.delete(key);
    // The memory is outside the heap: without this an idle thread would keep it for a long time.
    setImmediate(collectGarbage);
  }
}
