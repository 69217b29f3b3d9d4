/** Copies a SQLite file that other processes read and write. */
import Database from "libsql/promise";
import { storageError } from "../storage-error.ts";

/**
 * Writes the contents of the database at `path`, as of one moment, to the new file `target`. Writers are not blocked,
 * nor is the event loop. Throws StorageError or an Error that names the file; on abort, the signal's reason.
 */
export async function copySqlite(path: string, target: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const database = openFile(path);
  const interrupt = () => database.interrupt();
  signal?.addEventListener("abort", interrupt, { once: true });
  try {
    // A moment in which another process recovers the file, or migrates it.
    await database.exec("pragma busy_timeout = 5000");
    signal?.throwIfAborted();
    await database.exec(`vacuum into '${target.replaceAll("'", "''")}'`);
    // An interrupt before the statement began has no effect.
    signal?.throwIfAborted();
  } catch (error) {
    signal?.throwIfAborted();
    const known = storageError(error, path);
    if (known !== error) throw known;
    throw new Error(`${path} cannot be copied: ${(error as Error).message}`, { cause: error });
  } finally {
    signal?.removeEventListener("abort", interrupt);
    database.close();
  }
}

function openFile(path: string): Database {
  try {
    return new Database(path, {});
  } catch (error) {
    throw storageError(error, path);
  }
}
