/** Folders in which backups and restores are prepared. A killed process leaves one behind; the next run removes it. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { takeLock } from "../locks/lock.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Makes an empty folder, readable only by its owner, and locks it through the file `lock` in it. Returns the release
 * of the lock; null when another process works in the folder.
 */
export async function openStaging(path: string, lock: string): Promise<(() => void) | null> {
  const made = await makeFolder(path);
  let release = takeLock(join(path, lock));
  if (release === null) return null;
  if (made) return release;
  release();
  await rm(path, { recursive: true });
  if (!(await makeFolder(path))) return null;
  release = takeLock(join(path, lock));
  return release;
}

/** False: it exists. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new BackupError(
      `${path} cannot be created (${code}); check that the folder above exists and can be written`,
      {
        cause: error,
      },
    );
  }
}
