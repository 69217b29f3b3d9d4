/**
 * A lock between processes of one machine: a file that holds the process number of its holder. It works before
 * anything is installed, which a database lock would not.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 100;

/** Runs `work` while holding the lock file at `path`; waits for another holder first. */
export async function withLock(path, work) {
  while (!acquire(path)) await pause(POLL_MS);
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

function acquire(path) {
  const mine = `${path}.${process.pid}`;
  try {
    // Linked, not written in place: the file appears with its content or not at all.
    writeFileSync(mine, String(process.pid));
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    removeIfStale(path, mine);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves the lock of a process that has ended aside. One moved in a race with its next holder is put back. */
function removeIfStale(path, aside) {
  const holder = read(path);
  if (holder === null || isRunning(Number(holder))) return;
  try {
    renameSync(path, aside);
    if (read(aside) !== holder) linkSync(aside, path);
  } catch {
    // Another process was faster; the next attempt decides.
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}
