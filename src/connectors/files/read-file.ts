/** Reads a file below a folder of this machine, and identifies its versions. */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { ItemFailure } from "../connector.ts";

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface LocalFile {
  /** A real path, without symbolic links. */
  root: string;
  /** Below `root`, with `/` between its parts; empty: `root` is the file itself. */
  path: string;
}

/** Null when it does not exist any more. Throws ItemFailure when it cannot be read or has more than `most` bytes. */
export function readFile(file: LocalFile, most: number): Promise<Buffer | null> {
  return withFile(file, async (handle) => {
    const { size } = await handle.stat();
    if (size > most) throw new ItemFailure(`is larger than ${Math.floor(most / 2 ** 20)} MiB`);
    const bytes = await handle.readFile();
    if (bytes.length > most) throw new ItemFailure(`is larger than ${Math.floor(most / 2 ** 20)} MiB`);
    return bytes;
  });
}

/**
 * Changes with the file: its size, its inode, and the times of its last change, of which only the system sets
 * one, so that neither a clock set back nor a copied date hides a change. Null when it cannot be inspected:
 * reading it reports why.
 */
export async function versionOf({ root, path }: LocalFile): Promise<string | null> {
  try {
    const { size, mtimeNs, ctimeNs, ino } = await lstat(path === "" ? root : join(root, path), {
      bigint: true,
    });
    return `${size}-${mtimeNs}-${ctimeNs}-${ino}`;
  } catch {
    return null;
  }
}

/** Null when the file does not exist. Throws ItemFailure otherwise. */
export async function withFile<T>(
  { root, path }: LocalFile,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T | null> {
  const full = path === "" ? root : join(root, path);
  try {
    // A folder of its path may have been replaced by a symbolic link since it was listed.
    const real = await realpath(full);
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new ItemFailure("is outside the folder");
    const handle = await open(real, FLAGS);
    try {
      if (!(await handle.stat()).isFile()) throw new ItemFailure("is not a regular file");
      return await use(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ItemFailure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new ItemFailure(`cannot be read (${code ?? "unknown error"})`);
  }
}
