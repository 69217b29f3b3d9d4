/** Files written atomically: to a temporary file, flushed, then renamed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** One file being written. End with `commit`, or with `abandon`, which also cleans up after a failed commit. */
export class DurableWriter {
  readonly path: string;
  readonly #temporary: string;
  readonly #handle: number;
  #written = 0;
  #open = true;

  constructor(path: string) {
    this.path = path;
    this.#temporary = `${path}.${process.pid}.tmp`;
    this.#handle = naming(path, () => openSync(this.#temporary, "w", 0o600));
  }

  get written(): number {
    return this.#written;
  }

  /** Appends bytes in pieces of at most 256 MB. Throws an Error that names the file, also on a full disk. */
  write(bytes: Uint8Array): void {
    naming(this.path, () => {
      for (let at = 0; at < bytes.length; ) {
        const piece = writeSync(this.#handle, bytes, at, Math.min(bytes.length - at, 1 << 28));
        at += piece;
        this.#written += piece;
      }
    });
  }

  /** Zero bytes up to the next multiple of `alignment`. */
  pad(alignment: number): void {
    const missing = (alignment - (this.#written % alignment)) % alignment;
    if (missing > 0) this.write(new Uint8Array(missing));
  }

  commit(): void {
    naming(this.path, () => {
      fsyncSync(this.#handle);
      this.#close();
      renameSync(this.#temporary, this.path);
      flushDirectory(dirname(this.path));
    });
  }

  /** Removes the temporary file. Does nothing once the file is committed. */
  abandon(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#handle);
  }
}

/** Runs a step of writing a file; its errors name the file and say what to do, unlike the system's. */
export function naming<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const full = code === "ENOSPC" || code === "EDQUOT";
    const problem = full ? "the disk is full; free some space and run this again" : message;
    throw Object.assign(new Error(`${path} cannot be written: ${problem}`, { cause: error }), { code });
  }
}

/** Writes a small file in one step. */
export function writeDurably(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    naming(path, () => {
      writeFileSync(temporary, content, { mode: 0o600, flush: true });
      renameSync(temporary, path);
    });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushDirectory(dirname(path));
}

/** Makes a rename survive a power cut. */
function flushDirectory(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
