/** A small separate file system, if the tests may mount one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** A file system of the given megabytes, or null where mounting is not allowed. */
export function mountSmallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), "priorart-disk-"));
  const mounted = run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  const release = () => {
    if (mounted) run("umount", "-l", folder);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!mounted) {
    release();
    return null;
  }
  onTestFinished(release);
  return folder;
}

/** Leaves the given number of bytes free. */
export function fillDisk(folder: string, free: number): string {
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, "filler");
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - free)));
  return path;
}
