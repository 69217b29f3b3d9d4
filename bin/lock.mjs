/** A lock between processes: a file that its holder keeps fresh, and that others take over once it is stale. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const REFRESH_MS = 2_000;
/** Without a sign of life for this long, a lock held on another host (or in another container) is stale. */
const SILENT_MS = 30_000;
/** The same for a process number that is alive here: it may have been given to another program since. */
const REUSED_MS = 15 * 60_000;
const POLL_MS = 150;

/** Runs `work` while holding the lock file at `path`; waits for another holder first. */
export async function withLock(path, work) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), nonce: Math.random() });
  while (!acquire(path, mine)) await pause(POLL_MS);
  const refresh = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // Taken over or removed by hand: the work in hand is still safe, its last step is one rename.
    }
  }, REFRESH_MS);
  const release = () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    process.removeListener("exit", release);
    release();
  }
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function acquire(path, mine) {
  try {
    writeFileSync(path, mine, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  removeIfStale(path);
  return false;
}

/** Moves a stale lock out of the way. Of several that try, only one moves it; a live lock moved by a race goes back. */
function removeIfStale(path) {
  const content = read(path);
  if (content === null || !isStale(path, content)) return;
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== content) linkSync(aside, path);
  } catch {
    // Another process was quicker: the next round decides.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isStale(path, content) {
  try {
    const silentFor = Date.now() - statSync(path).mtimeMs;
    const { pid, host } = parseHolder(content);
    if (host !== hostname()) return silentFor > SILENT_MS;
    process.kill(pid, 0);
    return silentFor > REUSED_MS;
  } catch (error) {
    return error.code === "ESRCH"; // no such process
  }
}

/** A lock caught half-written names no host, so that only its age counts. */
function parseHolder(content) {
  try {
    return JSON.parse(content);
  } catch {
    return { pid: 0, host: "" };
  }
}
