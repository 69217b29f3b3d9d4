/**
 * Whether the process of an earlier import still runs: each holds a lock for as long as it does, over all servers of a
 * database. A number of a process says nothing on another host or in another container.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { takeLock } from "../locks/lock.ts";

/** Null while the lock of this id is held. */
export type TakeImportLock = (id: string) => Promise<{ release(): Promise<void> } | null>;

export interface ImportHolder {
  /** Stored with the progress of the import. */
  id: string;
  isRunning(id: string): Promise<boolean>;
  release(): Promise<void>;
}

/** A process that ends in any way releases its lock. */
export async function openImportHolder(take: TakeImportLock): Promise<ImportHolder> {
  const id = randomUUID();
  const held = await take(id);
  if (held === null) throw new Error(`the new lock ${id} is held already`);
  return {
    id,
    async isRunning(other) {
      // Empty: of a version that stored no id.
      if (other === id || other === "") return false;
      const free = await take(other);
      await free?.release();
      return free === null;
    },
    release: () => held.release(),
  };
}

/** Locks of a data directory, whose files are deleted with the import, or by a later one if it was killed. */
export function importLocksIn(dataDir: string): TakeImportLock {
  const folder = join(dataDir, "importing");
  return async (id) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeStale(folder);
    const path = join(folder, `${id}.db`);
    const release = takeLock(path);
    if (release === null) return null;
    return {
      release: async () => {
        // While it is held: a lock of a deleted file would be taken by nobody else.
        rmSync(path, { force: true });
        release();
      },
    };
  };
}

/** A file is made before it is locked: one as old as this was. */
const STALE_MS = 60_000;

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts === undefined || facts.mtimeMs > Date.now() - STALE_MS) continue;
    const release = takeLock(path);
    if (release === null) continue;
    rmSync(path, { force: true });
    release();
  }
}
