/** One publish at a time per data directory: a file that names the process at work. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { naming } from "../search/segment/durable-file.ts";

export class PublishLockedError extends Error {
  override name = "PublishLockedError";
}

/** A lock without a name in it is being written this moment; older than this, its writer died over it. */
const namelessMilliseconds = 5_000;

/** Takes the lock, also from a process that is gone; returns what releases it. */
export function takePublishLock(root: string): () => void {
  const path = join(root, "publish.lock");
  for (;;) {
    if (create(path)) return () => rmSync(path, { force: true });
    const holder = readHolder(path);
    if (holder === null) continue;
    if (isAtWork(holder, path)) throw lockedError(path, holder);
    removeStale(path, holder);
  }
}

function create(path: string): boolean {
  let handle: number;
  try {
    handle = openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    naming(path, () => writeSync(handle, `${process.pid} ${startOf(process.pid) ?? ""}`.trim()));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Moves the lock away first: had another process taken it meanwhile, it gets its lock back. */
function removeStale(path: string, holder: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved === holder) {
    rmSync(aside, { force: true });
    return;
  }
  renameSync(aside, path);
  throw lockedError(path, moved ?? "");
}

/** What the lock says; null when it is gone. */
function readHolder(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isAtWork(holder: string, path: string): boolean {
  const [pid, start] = holder.split(" ");
  if (!Number(pid))
    return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < namelessMilliseconds;
  const now = startOf(Number(pid));
  // The number may belong to another process by now: after a restart, and often in containers.
  if (start !== undefined && now !== null) return start === now;
  return isRunning(Number(pid));
}

/** When a process started, as its system counts; null where that cannot be read. */
function startOf(pid: number): string | null {
  try {
    // The name in brackets may hold blanks; the 22nd field is the 20th after it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function lockedError(path: string, holder: string): PublishLockedError {
  const process = holder.split(" ")[0] || "unknown";
  return new PublishLockedError(
    `another publish (process ${process}) is at work on this data directory; wait for it, or delete ${path} if it is not`,
  );
}
