/** Whether the disk has room for a migration and a full publish beside what is served. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Check } from "./types.ts";

export async function checkDisk(dataDir: string): Promise<Check> {
  const needed = sizeOf(join(dataDir, "segments")) + sizeOf(join(dataDir, "catalog.db"));
  const { bavail, bsize } = await statfs(nearestExisting(dataDir));
  const free = bavail * bsize;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const message = `${gigabytes(free)} free; a full publish and a migration need up to ${gigabytes(needed)}`;
  return free < needed
    ? { name: "disk", state: "action", message: `${message}: free some space first` }
    : { name: "disk", state: "ok", message };
}

/** Of a file, or of the files of a folder; 0 when it does not exist, or is closed to this user: that has its own check. */
function sizeOf(path: string): number {
  try {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.size;
    return readdirSync(path).reduce(
      (sum, name) => sum + (statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));
