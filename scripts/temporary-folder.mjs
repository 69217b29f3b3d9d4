/** Where tests create their files: in memory where there is much of it, because they sync small files all the time. */
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** More than all tests create at once. */
const enoughBytes = 8 * 2 ** 30;

/** Whether programs may be run from the file system: tests install some into their folder. */
const mayExecute = (path) =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .some((line) => {
      const [, mounted, , options = ""] = line.split(" ");
      return mounted === path && !options.split(",").includes("noexec");
    });

/** `/dev/shm` where enough memory is free, else the default temporary folder; TMPDIR takes precedence. */
export function fastestTemporaryFolder(memory = "/dev/shm") {
  if (process.env.TMPDIR) return tmpdir();
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const hasSpace = bavail * bsize >= enoughBytes && freemem() >= enoughBytes;
    return hasSpace && mayExecute(memory) ? memory : tmpdir();
  } catch {
    // There is no such file system, or this is not Linux.
    return tmpdir();
  }
}

/** A new folder there; the caller removes it. Other users may enter it: PostgreSQL does not run as root. */
export function newTemporaryFolder() {
  const folder = mkdtempSync(join(fastestTemporaryFolder(), "priorart-test-"));
  chmodSync(folder, 0o711);
  return folder;
}
