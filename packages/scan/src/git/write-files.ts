/** Writes selected files of a commit into a folder without `git checkout`, so without filters, links or attributes. */
import { mkdir, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Batch } from "./batch.ts";
import type { TreeFile } from "./tree-entries.ts";

const SLASH = Buffer.from("/");

/**
 * Reads the output of `git cat-file --batch` for `files`, in their order, and writes each below `folder`. Returns
 * how many could not be written because their name collides with another or is too long.
 */
export async function writeFiles(
  answers: Readable,
  files: readonly TreeFile[],
  folder: string,
): Promise<number> {
  const source = new Batch(answers);
  const made = new Set<string>();
  let unwritten = 0;
  for (const { object, path } of files) {
    const content = await source.next(object);
    if (!(await write(folder, path, { content, made }))) unwritten++;
  }
  // git ends when its output has been read to the end.
  await source.end();
  return unwritten;
}

/** Makes an empty folder at each path where that is possible. */
export async function makeFolders(paths: readonly Buffer[], folder: string): Promise<void> {
  for (const path of paths) {
    await mkdir(Buffer.concat([Buffer.from(folder), SLASH, path]), { recursive: true }).catch(() => {});
  }
}

async function write(
  folder: string,
  path: Buffer,
  { content, made }: { content: Buffer; made: Set<string> },
): Promise<boolean> {
  const target = Buffer.concat([Buffer.from(folder), SLASH, path]);
  const parent = target.subarray(0, target.lastIndexOf(SLASH));
  const key = parent.toString("latin1");
  try {
    if (!made.has(key)) {
      await mkdir(parent, { recursive: true });
      made.add(key);
    }
    // Never overwrites: a tree may contain names that are equal on this file system.
    await writeFile(target, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["EEXIST", "ENOTDIR", "ENAMETOOLONG", "EILSEQ", "EINVAL", "EISDIR"].includes(code)) return false;
    throw error;
  }
}
