/** Deletes old snapshots, and files that are no longer used. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  listSnapshots,
  readManifest,
  readServedManifest,
  segmentFileNames,
  setCurrentSnapshot,
} from "../corpus/manifest.ts";

/**
 * Deletes snapshots beyond the `keep` newest before the current one, and segments that none left needs. Where `replaced` was
 * current before, those after it were rolled back, and are deleted, too: a rollback must not return to them.
 */
export function prune(
  directory: DataDirectory,
  { keep, replaced = null }: { keep: number; replaced?: string | null },
): void {
  const current = currentSnapshot(directory);
  const others = listSnapshots(directory).filter((id) => id !== current);
  const before = others.filter((id) => replaced === null || id <= replaced);
  const kept = new Set(before.slice(Math.max(0, before.length - keep)));
  for (const id of others)
    if (!kept.has(id)) rmSync(join(directory.snapshots, `${id}.json`), { force: true });
  const needed = new Set(listSnapshots(directory).flatMap((id) => segmentFiles(directory, id)));
  for (const name of readdirSync(directory.segments))
    if (!needed.has(name)) rmSync(join(directory.segments, name), { force: true });
}

/** None when the manifest cannot be read. */
function segmentFiles(directory: DataDirectory, id: string): string[] {
  try {
    return segmentFileNames(readManifest(directory, id));
  } catch {
    return [];
  }
}

/** Deletes leftovers of interrupted writes. Requires the publish lock. */
export function removeUnfinished(directory: DataDirectory): void {
  for (const folder of [directory.segments, directory.snapshots])
    for (const name of readdirSync(folder))
      if (name.endsWith(".tmp")) rmSync(join(folder, name), { force: true });
}

class RollbackError extends Error {
  override name = "RollbackError";
}

/** Makes the newest snapshot before the current one current. Returns its id. */
export function rollBack(directory: DataDirectory): string {
  const current = existsSync(directory.current) ? currentSnapshot(directory) : null;
  const before = listSnapshots(directory).filter((id) => current !== null && id < current);
  const target = before.at(-1);
  if (!target) throw new RollbackError("there is no previous snapshot to return to");
  readServedManifest(directory, target);
  setCurrentSnapshot(directory, target);
  return target;
}
