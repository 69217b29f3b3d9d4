/** The commit that a folder has checked out, read from its files: git, run there, would obey its configuration. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

const MAX_BYTES = 4 * 2 ** 20;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Null for a folder that is not a checkout, has no commit, or uses an unknown storage format. */
export function headRevision(folder: string): string | null {
  const git = join(folder, ".git");
  // In worktrees and submodules this file names another folder, which may be anywhere.
  if (!lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return null;
  const head = read(join(git, "HEAD"));
  if (COMMIT.test(head)) return head;
  const ref = /^ref: (refs\/[\w./@{}#+-]{1,500})$/.exec(head)?.[1];
  if (ref === undefined || ref.split("/").includes("..")) return null;
  const loose = read(join(git, ref));
  if (COMMIT.test(loose)) return loose;
  const packed = read(join(git, "packed-refs"))
    .split("\n")
    .find((line) => line.endsWith(` ${ref}`));
  const commit = packed?.slice(0, -ref.length - 1) ?? "";
  return COMMIT.test(commit) ? commit : null;
}

/** Empty unless it is a readable regular file. */
function read(path: string): string {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return "";
      const bytes = Buffer.alloc(Math.min(stats.size, MAX_BYTES));
      return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)).trim();
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
