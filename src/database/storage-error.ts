/** The database file cannot be read or written now: it is locked, the disk is full, or I/O fails. */
export class StorageError extends Error {
  override readonly name = "StorageError";
}

const asItsOwner = "run the command as the user that owns it";

const closed = `belongs to another user or cannot be read or written; ${asItsOwner}`;

const advice: Record<string, string> = {
  EACCES: closed,
  EPERM: closed,
  SQLITE_FULL: "cannot be written: the disk is full; free some space and run this again",
  SQLITE_BUSY: "is locked by another process; wait until it has finished, then run this again",
  SQLITE_IOERR: "cannot be read or written: input or output failed; check the disk",
  SQLITE_CANTOPEN: `cannot be opened: it or its folder does not exist, or belongs to another user; ${asItsOwner}`,
  SQLITE_READONLY: `cannot be written: it or its folder belongs to another user, or is read-only; ${asItsOwner}`,
  SQLITE_PROTOCOL: "is locked by another process; wait until it has finished, then run this again",
};

/** Numbers of codes that libsql does not always name. */
const numbered: Record<number, string> = { 8: "SQLITE_READONLY", 14: "SQLITE_CANTOPEN" };

/** Reduces extended codes such as SQLITE_IOERR_WRITE to their first two parts. */
function primaryCode(error: unknown): string {
  const { code, rawCode, message } = (error ?? {}) as { code?: string; rawCode?: number; message?: string };
  // A file that cannot be opened has its number in the message only.
  const number = rawCode ?? Number(/^ConnectionFailed\(.*: (\d+)"\)$/s.exec(message ?? "")?.[1]);
  return numbered[number & 0xff] ?? String(code).split("_", 2).join("_");
}

export const isLocked = (error: unknown): boolean => primaryCode(error) === "SQLITE_BUSY";

/**
 * A StorageError that names the file and what to do, when the code is SQLite's for a storage failure or the system's
 * for a file that this user may not use; else the error itself.
 */
export function storageError(error: unknown, path: string): unknown {
  const problem = advice[primaryCode(error)];
  return problem === undefined ? error : new StorageError(`${path} ${problem}`, { cause: error });
}
