/** Facts about a SQLite file, without migrating it. */
import Database from "libsql";
import { isLocked, storageError } from "../storage-error.ts";

/** The number of migrations applied. Throws StorageError, or an Error that names the file when it is not a database. */
export function schemaVersionOf(path: string): number {
  try {
    return withDatabase(path, (database) => {
      const [row] = database.pragma("user_version") as { user_version: number }[];
      return row!.user_version;
    });
  } catch (error) {
    const known = storageError(error, path);
    if (known !== error) throw known;
    throw new Error(`${path} cannot be read as a SQLite database: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Whether another connection has the database open. Ends its WAL mode when none has; it is set again when the file is
 * opened. False for a file that is not a database.
 */
export function isOpenElsewhere(path: string): boolean {
  return withDatabase(path, (database) => {
    try {
      // Not as a prepared statement, which would keep the connection open when it fails. It needs the file alone.
      database.exec("pragma busy_timeout = 0; pragma journal_mode = DELETE");
      return false;
    } catch (error) {
      return isLocked(error);
    }
  });
}

function withDatabase<T>(path: string, work: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
