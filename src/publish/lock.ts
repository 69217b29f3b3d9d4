/** One publish at a time per data directory: a file that holds the process id. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export class PublishLockedError extends Error {
  override name = "PublishLockedError";
}

/** Takes the lock, also from a process that is gone; returns what releases it. */
export function takePublishLock(root: string): () => void {
  const path = join(root, "publish.lock");
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = openSync(path, "wx", 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(path);
      if (attempt > 3 || (holder !== null && isRunning(holder)))
        throw new PublishLockedError(
          `another publish (process ${holder ?? "unknown"}) is at work on this data directory; wait for it, or delete ${path} if it is not`,
        );
      rmSync(path, { force: true });
    }
  }
}

function readHolder(path: string): number | null {
  try {
    return Number(readFileSync(path, "utf8")) || null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
