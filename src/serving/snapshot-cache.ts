/** The snapshots that one thread has attached to: normally one, two during a swap. */
import type { ArchiveSession } from "../archive-search/archive-session.ts";
import type { NearestTask } from "../archive-search/assistants.ts";
import { localSession } from "../archive-search/local-session.ts";
import { beginArchive } from "../archive-search/opensearch/begin-archive.ts";
import { type Cluster, type ClusterOptions, openCluster } from "../archive-search/opensearch/cluster.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { CorpusSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import { forgetVerified } from "../corpus/verified-files.ts";
import { collectSoon } from "../memory/collect-garbage.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { prepareRotated } from "../search/vector/vector-index.ts";
import type { SnapshotContext } from "./answer.ts";
import { type ConfiguredEmbedders, embeddingBytes, queryEmbedding, wordsOf } from "./query-embedding.ts";
import { type Assistance, openAssistance } from "./threads/assistance.ts";
import { writtenWords } from "./written-words.ts";

interface Attached {
  context: SnapshotContext;
  running: number;
}

export interface SnapshotCacheOptions extends ConfiguredEmbedders {
  search?: ClusterOptions | undefined;
  /** Identifies the thread's region of a snapshot's memory, which a replacement thread reuses. */
  slot?: number;
  /** Channel of the threads that help each other. */
  assistance?: string | undefined;
}

export class SnapshotCache {
  readonly #attached = new Map<string, Attached>();
  /** A queued request may refer to a snapshot that is already retired. */
  readonly #retired = new Set<string>();
  readonly #embedders: ConfiguredEmbedders;
  readonly #cluster: Cluster | null;
  readonly #slot: number | undefined;
  readonly #assistance: Assistance | null;

  constructor({ search, slot, assistance, ...embedders }: SnapshotCacheOptions) {
    this.#embedders = embedders;
    this.#assistance = assistance ? openAssistance(assistance, (key, task) => this.#assist(key, task)) : null;
    this.#cluster = search ? openCluster(search) : null;
    this.#slot = slot;
  }

  /** Runs one request on a snapshot, which is kept until the request ends. */
  async use<T>(handle: SnapshotHandle, run: (context: SnapshotContext) => Promise<T>): Promise<T> {
    try {
      return await this.#run(handle, run);
    } catch (error) {
      if (error instanceof SegmentError) forgetVerified(dataDirectory(handle.root));
      throw error;
    }
  }

  /** Retires a snapshot: it is released after its last in-flight request. */
  retire(key: string): void {
    this.#retired.add(key);
    // A thread that never attached may still have loaded the snapshot for others.
    collectSoon();
    this.#release(key);
  }

  close(): void {
    for (const key of [...this.#attached.keys()]) this.retire(key);
    void this.#cluster?.close();
    this.#assistance?.close();
  }

  async #run<T>(handle: SnapshotHandle, run: (context: SnapshotContext) => Promise<T>): Promise<T> {
    const attached = this.#attach(handle);
    attached.running++;
    try {
      return await run(attached.context);
    } finally {
      attached.running--;
      this.#release(handle.key);
    }
  }

  #attach(handle: SnapshotHandle): Attached {
    const known = this.#attached.get(handle.key);
    if (known) return known;
    const snapshot = new CorpusSnapshot(handle, embeddingBytes, this.#slot);
    const begin = beginArchive(snapshot, this.#cluster) ?? this.#beginLocally(snapshot, handle.key);
    const context = {
      snapshot,
      ...(begin && { beginArchive: begin }),
      embedQuery: queryEmbedding(snapshot, this.#embedders),
      knowsWord: wordsOf(snapshot),
      words: writtenWords(),
    };
    const attached = { context, running: 0 };
    this.#attached.set(handle.key, attached);
    return attached;
  }

  /** Null where no other thread can do a part of a search. */
  #beginLocally({ archive }: CorpusSnapshot, key: string): (() => ArchiveSession) | null {
    const assistants = this.#assistance?.on(key);
    return assistants ? () => localSession(archive, assistants) : null;
  }

  /** Another thread's task; null where this one has not attached to the snapshot. */
  #assist(key: string, { rotated, ...request }: NearestTask): Uint32Array | null {
    const archive = this.#attached.get(key)?.context.snapshot.archive;
    return archive
      ? archive.searchVectors(prepareRotated(rotated), { ...request, filter: archive.filter() }).ids
      : null;
  }

  #release(key: string): void {
    const attached = this.#attached.get(key);
    if (!attached || attached.running > 0 || !this.#retired.has(key)) return;
    attached.context.snapshot.close();
    this.#attached.delete(key);
    // The memory is outside the heap, so without this an idle thread would hold it for a long time.
    collectSoon();
  }
}
