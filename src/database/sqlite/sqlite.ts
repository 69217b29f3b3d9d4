/** Opens a SQLite file (libsql) behind Kysely. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely } from "kysely";
import LibsqlDatabase from "libsql";
import { storageError } from "../storage-error.ts";
import { sqliteDialect } from "./sqlite-driver.ts";

export interface SqliteOptions {
  /**
   * How long a write waits for another process's write lock before it fails with a StorageError, in milliseconds. The
   * wait does not block the event loop.
   */
  lockWaitMs?: number;
  /** Page size of a new file, in bytes; a power of two from 512 to 65,536. */
  pageSize?: number;
}

/** Only for opening, which may meet another process that opens or recovers the same file; it blocks the thread. */
const OPENING_WAIT_MS = 5_000;

/**
 * A database in WAL mode with full sync: an acknowledged commit survives a kill or a power failure. The file and its
 * folder are created when missing, accessible to the owner only. Transactions take the write lock when they begin,
 * unless their access mode is "read only". Throws an Error naming the file when it is not a database.
 */
export async function openSqlite<DB>(path: string, options: SqliteOptions = {}): Promise<Kysely<DB>> {
  const { lockWaitMs = 30_000, pageSize = 4096 } = options;
  makePrivateFile(path);
  const database = openDatabase(path, pageSize);
  return new Kysely<DB>({ dialect: sqliteDialect({ database, path, lockWaitMs }) });
}

function openDatabase(path: string, pageSize: number): LibsqlDatabase.Database {
  try {
    const database = new LibsqlDatabase(path);
    for (const setting of [
      `busy_timeout = ${OPENING_WAIT_MS}`,
      `page_size = ${pageSize}`,
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "cache_size = -16000",
      "temp_store = MEMORY",
      // SQLite's own wait would block the event loop; the driver waits for the write lock instead.
      "busy_timeout = 0",
    ]) {
      database.pragma(setting);
    }
    return database;
  } catch (error) {
    const known = storageError(error, path);
    if (known !== error) throw known;
    throw new Error(`${path} cannot be opened as a SQLite database: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function makePrivateFile(path: string): void {
  if (path === ":memory:") return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives the WAL the mode of the database file, so creating the file first is enough. Only a new file is
  // opened here: when any handle of a file is closed, POSIX drops all locks that the process has on it.
  try {
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw storageError(error, path);
  }
}
