/** Local files that are copied to and from a store. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { naming } from "../search/segment/durable-file.ts";
import { StoreError } from "./store.ts";

/** SHA-256 in hexadecimal, and the size. */
export async function digestFile(
  path: string,
  signal?: AbortSignal,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/**
 * Writes pieces to a temporary file, which becomes `path` when their SHA-256 is `sha256`. `piecesFrom` yields the content
 * from an offset on; it is asked again, from where it stopped, while `mayResume` allows it.
 */
export async function writeVerified(
  path: string,
  sha256: string,
  from: {
    piecesFrom(offset: number): AsyncIterable<Uint8Array>;
    mayResume?(error: unknown): Promise<boolean>;
    /** For messages. */
    what: string;
  },
): Promise<void> {
  // Hosts that share the folder may have processes of the same number.
  const temporary = `${path}.${randomUUID()}.part`;
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await onDisk(path, () => open(temporary, "w", 0o600));
  try {
    for (;;) {
      try {
        for await (const piece of from.piecesFrom(bytes)) {
          await onDisk(path, () => file.writeFile(piece));
          hash.update(piece);
          bytes += piece.length;
        }
        break;
      } catch (error) {
        if (error instanceof StoreError || !(await from.mayResume?.(error))) throw error;
      }
    }
    if (hash.digest("hex") !== sha256)
      throw new StoreError(
        "damaged",
        `${from.what} is damaged or cut short (${bytes} bytes do not have its SHA-256); publish again to replace it`,
      );
    await onDisk(path, () => file.sync());
    await file.close();
    await onDisk(path, () => rename(temporary, path));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A StoreError of kind `local` that names the file and says what to do, as other files of a snapshot do. */
async function onDisk<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    try {
      return naming(path, () => {
        throw error;
      });
    } catch (named) {
      throw new StoreError("local", (named as Error).message, error);
    }
  }
}
