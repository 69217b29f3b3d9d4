/**
 * Locks between processes and threads. A lock is an exclusive transaction on an empty SQLite file: the system releases
 * it when its holder ends, whether by return, crash, kill or out of memory, so no lock is ever stale.
 */
import { writeFileSync } from "node:fs";
import Database from "libsql";

/** Takes the lock at `path` and returns its release; null when it is held elsewhere, in this process too. Never waits. */
export function takeLock(path: string): (() => void) | null {
  createFile(path);
  const database = openFile(path);
  try {
    database.pragma("busy_timeout = 0");
    // A journal file, which BEGIN EXCLUSIVE would create, fails on a full disk.
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return null;
    throw lockError(path, error);
  }
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    // Closing alone would keep the lock until the connection is garbage collected.
    database.exec("rollback");
    database.close();
  };
}

/** Opened only when it is new: closing any other handle of the file would drop the locks that this process has on it. */
function createFile(path: string): void {
  try {
    writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw lockError(path, error);
  }
}

function openFile(path: string): Database.Database {
  try {
    return new Database(path);
  } catch (error) {
    throw lockError(path, error);
  }
}

/** Number of SQLITE_READONLY, whose extended codes libsql does not name, and of SQLITE_CANTOPEN. */
const isPermission = ({ code, rawCode = 0, message }: Error & { code?: string; rawCode?: number }) =>
  code === "EACCES" ||
  code === "EPERM" ||
  (rawCode & 0xff) === 8 ||
  /^ConnectionFailed.*: 14"\)$/s.test(message);

function lockError(path: string, error: unknown): Error {
  const why = isPermission(error as Error)
    ? "it or its folder belongs to another user or cannot be written; run the command as the user that owns it"
    : (error as Error).message;
  return new Error(`${path} cannot be locked: ${why}`, { cause: error });
}
