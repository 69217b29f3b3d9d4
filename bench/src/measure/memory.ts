/** Resident memory of processes, in MB (10^6 bytes). */
import { readdirSync, readFileSync } from "node:fs";

/** This process now, after a garbage collection if it is exposed. */
export function residentNow(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() / 1e6;
}

/** The peak of this process. */
export function residentPeak(): number {
  return process.resourceUsage().maxRSS / 1000;
}

/** Another process, from /proc; null where there is none. `VmHWM` is the peak, `VmRSS` the present. */
export function residentOf(pid: number, field: "VmRSS" | "VmHWM"): number | null {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line ? (Number(line[1]) * 1024) / 1e6 : null;
  } catch {
    return null;
  }
}

/**
 * The peaks of a process and of those that it started and that still run, added up: at least what they used together
 * at any time. Null where there is no /proc.
 */
export function residentPeakOfTree(pid: number): number | null {
  const own = residentOf(pid, "VmHWM");
  if (own === null) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (residentPeakOfTree(child) ?? 0), own);
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Watches another process's resident memory until stopped; `stop` returns the peak. */
export function watchResident(pid: number, everyMs = 100): { stop(): number | null } {
  let most = residentOf(pid, "VmRSS");
  const timer = setInterval(() => {
    const now = residentOf(pid, "VmRSS");
    if (now !== null) most = Math.max(most ?? 0, now);
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}
