/** Files that are either wholly there or not there: written aside, flushed, then renamed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** One file being written. Call `commit` or `abandon` exactly once. */
export class DurableWriter {
  readonly path: string;
  readonly #temporary: string;
  readonly #handle: number;
  #written = 0;

  constructor(path: string) {
    this.path = path;
    this.#temporary = `${path}.${process.pid}.tmp`;
    this.#handle = openSync(this.#temporary, "w", 0o600);
  }

  get written(): number {
    return this.#written;
  }

  /** Appends bytes in pieces of at most 256 MB. A full disk throws ENOSPC. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = writeSync(this.#handle, bytes, at, Math.min(bytes.length - at, 1 << 28));
      at += piece;
      this.#written += piece;
    }
  }

  /** Zero bytes up to the next multiple of `alignment`. */
  pad(alignment: number): void {
    const missing = (alignment - (this.#written % alignment)) % alignment;
    if (missing > 0) this.write(new Uint8Array(missing));
  }

  commit(): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    renameSync(this.#temporary, this.path);
    flushDirectory(dirname(this.path));
  }

  abandon(): void {
    closeSync(this.#handle);
    rmSync(this.#temporary, { force: true });
  }
}

/** Writes a small file in one step. */
export function writeDurably(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    renameSync(temporary, path);
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
