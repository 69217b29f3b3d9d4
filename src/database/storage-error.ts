/** The database file cannot be read or written now: it is locked, the disk is full, or I/O fails. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

const advice: Record<string, string> = {
  SQLITE_FULL: "cannot be written: the disk is full; free some space and run this again",
  SQLITE_BUSY: "is locked by another process; wait until it has finished, then run this again",
  SQLITE_IOERR: "cannot be read or written: input or output failed; check the disk",
  SQLITE_CANTOPEN: "cannot be opened; check that the folder exists and can be written",
  SQLITE_READONLY: "cannot be written: it is read-only; check the permissions of the file and its folder",
  SQLITE_PROTOCOL: "is locked by another process; wait until it has finished, then run this again",
};

/** Reduces extended codes such as SQLITE_IOERR_WRITE to their first two parts. */
const primaryCode = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code)
    .split("_", 2)
    .join("_");

export const isLocked = (error: unknown): boolean => primaryCode(error) === "SQLITE_BUSY";

/**
 * A StorageError that names the file and what to do, when SQLite's code is a storage failure; else the error itself.
 */
export function storageError(error: unknown, path: string): unknown {
  const problem = advice[primaryCode(error)];
  return problem === undefined ? error : new StorageError(`${path} ${problem}`, { cause: error });
}
