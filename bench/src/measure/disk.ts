/** Bytes that a file, or all files below a folder, take. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export function bytesOnDisk(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOnDisk(join(path, name)), 0);
}
