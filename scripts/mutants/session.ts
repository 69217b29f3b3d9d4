/**
 * Runs vitest with the plan's runner and follows its progress. A mutant that loops forever stops the whole process:
 * it is then terminated, the mutant counted as timed out, and vitest restarted for the rest.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PLAN_VARIABLE, type Plan, type Progress } from "./plan.ts";

const LOOK_EVERY = 200;
/** Milliseconds that a test file may take before its first mutant. */
const LONGEST_FILE = 300_000;

function readProgress(path: string): Progress[] {
  const text = readFileSync(path, "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const isDone = (progress: Progress) => progress.type === "file-ended";

function endGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/** Waits until the process has ended, its last reported step is overdue, or a signal came; then terminates it. */
async function follow(child: ChildProcess, plan: Plan, signal: AbortSignal): Promise<void> {
  let closed = false;
  child.on("close", () => {
    closed = true;
  });
  let length = 0;
  let since = Date.now();
  while (!closed && !signal.aborted) {
    await sleep(LOOK_EVERY);
    const progress = readProgress(plan.progressFile);
    if (progress.length > length) since = Date.now();
    length = progress.length;
    const last = progress.at(-1);
    const limit = last?.type === "started" ? 4 * last.limit + 2000 : LONGEST_FILE;
    if (Date.now() - since > limit) break;
  }
  endGroup(child);
}

const logOf = (planFile: string) => join(dirname(planFile), "vitest.log");

function startVitest(root: string, planFile: string): ChildProcess {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const config = join(root, "scripts", "mutants", "vitest.config.ts");
  const log = openSync(logOf(planFile), "w");
  const child = spawn(process.execPath, [vitest, "run", "--config", config], {
    cwd: root,
    detached: true,
    stdio: ["ignore", log, log],
    env: { ...process.env, [PLAN_VARIABLE]: planFile, TMPDIR: dirname(planFile) },
  });
  closeSync(log);
  return child;
}

async function runTests(
  root: string,
  { planFile, plan, signal }: { planFile: string; plan: Plan; signal: AbortSignal },
): Promise<Progress[]> {
  for (;;) {
    const before = readProgress(plan.progressFile);
    const ended = new Set(before.filter(isDone).map(({ test }) => test));
    const tests = plan.tests.filter((test) => !ended.has(test));
    if (tests.length === 0 || signal.aborted) return before;
    writeFileSync(planFile, JSON.stringify({ ...plan, tests }));
    await follow(startVitest(root, planFile), plan, signal);
    const after = readProgress(plan.progressFile);
    if (signal.aborted) return after;
    if (after.length === before.length)
      throw new Error(`vitest ended without running a test file:\n${readFileSync(logOf(planFile), "utf8")}`);
    const last = after.at(-1) as Progress;
    if (last.type === "started") {
      const timedOut = { type: "ended", test: last.test, id: last.id, outcome: "timeout" } satisfies Progress;
      writeFileSync(plan.progressFile, `${JSON.stringify(timedOut)}\n`, { flag: "a" });
    }
  }
}

/**
 * Runs the plan to its end, or until SIGINT or SIGTERM; returns the progress until then. Throws where vitest ends
 * without any.
 */
export async function runPlan(
  root: string,
  directory: string,
  plan: Plan,
): Promise<{ progress: Progress[]; interrupted: boolean }> {
  writeFileSync(plan.progressFile, "");
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    const progress = await runTests(root, {
      planFile: join(directory, "plan.json"),
      plan,
      signal: controller.signal,
    });
    const ended = progress.filter(isDone).length;
    return { progress, interrupted: ended < plan.tests.length };
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
