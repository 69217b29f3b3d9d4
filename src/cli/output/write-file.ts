/** Writes a file that appears only when it is complete. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../exit.ts";

/**
 * Resolves to the size in bytes. Throws CommandError when the file cannot be written; what was written until then, or
 * until `signal` is aborted, is removed.
 */
export async function writeFileOf(
  path: string,
  pieces: AsyncIterable<string>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(bytes: number): void },
): Promise<number> {
  const part = `${path}.${process.pid}.part`;
  let size = 0;
  async function* counted() {
    for await (const piece of pieces) {
      size += Buffer.byteLength(piece);
      onProgress(size);
      yield piece;
    }
  }
  const file = createWriteStream(part);
  try {
    await pipeline(Readable.from(counted()), file, { signal });
    await rename(part, path);
    return size;
  } catch (error) {
    await rm(part, { force: true });
    const code = error instanceof Error && "syscall" in error ? (error as NodeJS.ErrnoException).code : null;
    if (!code) throw error;
    throw new CommandError(`${path} cannot be written (${code}); give another path with --output`, {
      cause: error,
    });
  }
}
