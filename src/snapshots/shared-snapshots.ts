/** The snapshots that servers with data directories of their own share: files in a store, the current one in the catalog. */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Catalog } from "../catalog/catalog.ts";
import type { PublishedSnapshots } from "../catalog/published-snapshots.ts";
import { createDataDirectory } from "../corpus/data-directory.ts";
import {
  type Manifest,
  manifestFormats,
  manifestPath,
  readableFormats,
  setCurrentSnapshot,
} from "../corpus/manifest.ts";
import { takeLock } from "../locks/lock.ts";
import { writeDurably } from "../search/segment/durable-file.ts";
import { installSnapshot, requireServed } from "./install-snapshot.ts";
import { pruneStore } from "./prune-store.ts";
import { type SnapshotStore, type StoredName, StoreError, type TransferOptions } from "./store.ts";
import { uploadSnapshot } from "./upload-snapshot.ts";

export interface SharedSnapshotsOptions {
  dataDir: string;
  store: SnapshotStore;
  catalog: Pick<Catalog, "publishedSnapshots" | "swapPublishedSnapshots">;
  /** Called with what failed after the work was done: it is done at the next publish. */
  onProblem?(error: Error): void;
  /** Clock, for tests. */
  now?(): number;
}

export interface SharedSnapshots {
  /** Null before the first publish. */
  published(): Promise<PublishedSnapshots | null>;
  /**
   * Makes the current snapshot of the store that of the data directory. Resolves with what is published. Throws
   * StoreError or SnapshotFormatError; then the snapshot before stays current.
   */
  install(options?: TransferOptions): Promise<PublishedSnapshots | null>;
  /**
   * The same before a publish, which needs no snapshot of the store: one that is missing or damaged there is not an
   * error. Then `isInstalled` is false.
   */
  prepare(options?: TransferOptions): Promise<(PublishedSnapshots & { isInstalled: boolean }) | null>;
  /**
   * Uploads a snapshot of the data directory and makes it current everywhere, unless another became current since
   * `prepare` or `install`: then it throws SwapLostError. Requires the lock of publishing.
   */
  publish(manifest: Manifest, options: PublishSharedOptions): Promise<void>;
  /** Makes the newest snapshot before the current one current everywhere, and resolves with its id. */
  rollBack(): Promise<string>;
  close(): Promise<void>;
}

export interface PublishSharedOptions extends TransferOptions {
  /** Old snapshots that are kept in addition to the current one. */
  keep: number;
  /** Called once the snapshot is current, in the data directory too, while no other process changes that. */
  onActive?(): void;
}

/** Another snapshot became current while one was made. */
export class SwapLostError extends Error {
  override name = "SwapLostError";
}

export class SharedRollbackError extends Error {
  override name = "SharedRollbackError";
}

const hour = 3_600_000;
const grace = { fileMs: hour, uploadMs: 24 * hour };

export function createSharedSnapshots(options: SharedSnapshotsOptions): SharedSnapshots {
  const { dataDir, store, catalog, onProblem = () => {}, now = Date.now } = options;
  const directory = createDataDirectory(dataDir);
  const transfers = join(dataDir, "transfers");
  let seen: PublishedSnapshots | null = null;

  const clearTransfers = () => rmSync(transfers, { recursive: true, force: true });

  /** Only one process of a data directory at a time changes which snapshots are in it. */
  const alone = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const path = join(dataDir, "transfer-lock.db");
    let release = takeLock(path);
    for (; release === null; release = takeLock(path)) await pause(50, undefined, { signal });
    try {
      mkdirSync(transfers, { recursive: true, mode: 0o700 });
      return await work();
    } finally {
      release();
    }
  };

  const installIn = async (formats: readonly number[], transfer: TransferOptions = {}) => {
    const published = await catalog.publishedSnapshots();
    if (published !== null)
      await alone(transfer.signal, async () => {
        await installSnapshot(store, { directory, published, transfers, formats }, transfer);
        clearTransfers();
      });
    seen = published;
    return published;
  };
  const install: SharedSnapshots["install"] = (transfer) => installIn(manifestFormats, transfer);

  /** Requires the lock of `alone`. */
  const publishAlone: SharedSnapshots["publish"] = async (manifest, { keep, signal, onActive }) => {
    const owner = await ownerOf(store, { seen, transfers });
    const uploaded = await uploadSnapshot(store, { directory, manifest, transfers }, { signal });
    signal?.throwIfAborted();
    const to = withCurrent(seen, { owner, id: manifest.id, manifest: uploaded.sha256, keep, now: now() });
    if (to !== seen && !(await catalog.swapPublishedSnapshots(seen, to))) {
      await store.remove([uploaded.upload]).catch(onProblem);
      throw new SwapLostError(
        `another publish or rollback made another snapshot current meanwhile; ${manifest.id} was not activated: publish again`,
      );
    }
    seen = to;
    writeDurably(manifestPath(directory, manifest.id), uploaded.text);
    setCurrentSnapshot(directory, manifest.id);
    onActive?.();
    try {
      await store.remove([uploaded.upload]);
      await pruneStore(store, { published: to, transfers }, { now: now(), ...grace });
    } catch (error) {
      onProblem(error as Error);
    }
  };

  return {
    published: () => catalog.publishedSnapshots(),
    install,
    async prepare(transfer) {
      try {
        const published = await installIn(readableFormats, transfer);
        return published && { ...published, isInstalled: true };
      } catch (error) {
        if (!(error instanceof StoreError) || !["missing", "damaged"].includes(error.kind)) throw error;
        seen = await catalog.publishedSnapshots();
        return seen && { ...seen, isInstalled: false };
      }
    },
    publish: (manifest, to) => alone(to.signal, () => publishAlone(manifest, to).finally(clearTransfers)),
    async rollBack() {
      const from = await catalog.publishedSnapshots();
      const before = from?.kept.filter(({ id }) => id < from.current) ?? [];
      const target = before.at(-1);
      if (from === null || target === undefined)
        throw new SharedRollbackError("there is no previous snapshot to return to");
      if (!(await store.has(`manifests/${target.manifest}`)))
        throw new SharedRollbackError(
          `${store.place} no longer has the manifest of snapshot ${target.id}; publish instead`,
        );
      await alone(undefined, () =>
        requireServed(store, { directory, entry: target, transfers }).finally(() =>
          rmSync(join(transfers, `${target.id}.json`), { force: true }),
        ),
      );
      if (!(await catalog.swapPublishedSnapshots(from, { ...from, current: target.id })))
        throw new SwapLostError(
          "another publish or rollback made another snapshot current meanwhile; look again",
        );
      // Every server follows on its own; this data directory need not have one.
      await install().catch(onProblem);
      return target.id;
    },
    close: () => store.close(),
  };
}

/** The same object when nothing changes. */
function withCurrent(
  from: PublishedSnapshots | null,
  next: { owner: string; id: string; manifest: string; keep: number; now: number },
): PublishedSnapshots {
  const { owner, id, manifest, keep } = next;
  const known = from?.kept.find((one) => one.id === id && one.manifest === manifest);
  if (from !== null && from.current === id && known) return from;
  // Those after the current one were rolled back: a rollback must not return to them.
  const others = (from?.kept ?? []).filter((one) => one.id !== id && one.id <= from!.current);
  const entry = known ?? { id, manifest, publishedAt: new Date(next.now).toISOString() };
  const kept = [...others.slice(Math.max(0, others.length - keep)), entry];
  return { owner, current: id, kept: kept.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/**
 * Marks the store as this catalog's: garbage collection deletes what its own snapshots do not need. Throws StoreError
 * when it is another one's.
 */
async function ownerOf(
  store: SnapshotStore,
  { seen, transfers }: { seen: PublishedSnapshots | null; transfers: string },
): Promise<string> {
  const owner = seen?.owner ?? randomUUID();
  const name: StoredName = `owners/${createHash("sha256").update(owner).digest("hex")}`;
  const owners = await store.list("owners");
  if (owners.some((other) => other.name !== name))
    throw new StoreError(
      "refused",
      `${store.place} holds snapshots of another database: give PRIORART_SNAPSHOTS a folder or prefix of its own, or, ` +
        "if that database no longer exists, empty it",
    );
  if (owners.length === 0) {
    const path = join(transfers, owner);
    writeFileSync(path, owner, { mode: 0o600 });
    await store.put(name, path);
  }
  return owner;
}
