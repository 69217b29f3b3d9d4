/** Whether a data directory may be moved: nobody serves, publishes, or has one of its databases open. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isOpenElsewhere } from "../database/sqlite/sqlite-file.ts";
import { takeLock } from "../locks/lock.ts";
import { BackupError } from "./backup-error.ts";
import { databaseNames } from "./backup-format.ts";

const locks = {
  "server-lock.db": "a server",
  "publish-lock.db": "a publish",
  "sync-lock.db": "a reading of sources",
};

/** Keeps servers and publishes from starting there until released. Throws BackupError when the directory is in use. */
export function holdDataDirectory(path: string): () => void {
  const held: (() => void)[] = [];
  const release = () => {
    for (const one of held.splice(0)) one();
  };
  try {
    for (const [name, what] of Object.entries(locks)) {
      const one = takeLock(join(path, name));
      if (one === null) throw inUse(path, `${what} is running on it`);
      held.push(one);
    }
    for (const name of databaseNames)
      if (existsSync(join(path, name)) && isOpenElsewhere(join(path, name)))
        throw inUse(path, `another process has ${name} open`);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

const inUse = (path: string, why: string) =>
  new BackupError(`${path} is in use: ${why}; stop it, then restore again`);
