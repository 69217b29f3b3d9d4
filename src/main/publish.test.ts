import { expect, it, onTestFinished } from "vitest";
import { describeError, exitCodeFor, exitCodes } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";
import { documentsOf, openWorkbench } from "../publish/workbench.case.ts";
import { publishInProcess } from "./publish.ts";

/** The fault is passed in the arguments of Node itself: the process has no others. */
const faulty = (step: string, kind: string) => ({
  url: new URL("./publish-faults.case.ts", import.meta.url),
  execArgv: ["--import", "tsx", "--max-old-space-size=96", `--title=${step}:${kind}`],
});

const quiet = { onFailure: () => {} };

it("a process that dies during publish fails the command in one line, and the previous snapshot stays current", async () => {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  const config = { dataDir: at.dataDir, database: null, embedder: { kind: "fitted" } } as unknown as Config;
  await at.put(...documentsOf(0, 4));
  await at.publish();
  await at.put(...documentsOf(4, 8));
  for (const [step, kind, line] of [
    ["read", "throw", "ended with code 1"],
    ["index", "exit", "ended with code 7"],
    ["index", "kill", "was killed by SIGKILL"],
    ["index", "memory", "ran out of memory"],
  ] as const) {
    const error = await publishInProcess(config, quiet, faulty(step, kind)).catch(
      (reason: unknown) => reason,
    );
    expect(describeError(error)).toMatch(
      new RegExp(`^the publish process ${line}; the previous snapshot stays current; .*publish again`),
    );
    expect(exitCodeFor(error, false)).toBe(exitCodes.failed);
    expect(at.manifest().id).toBe("000001");
  }
  // Nothing left behind, including locks, blocks the next publish.
  expect(await at.publish()).toMatchObject({ snapshot: "000002", documents: 8 });
});

it("an interrupted publish rejects with the reason and leaves the previous snapshot", async () => {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  const config = { dataDir: at.dataDir, database: null, embedder: { kind: "fitted" } } as unknown as Config;
  // Enough work left after the first progress for the interruption to arrive in time.
  await at.put(...documentsOf(0, 2_500));
  const controller = new AbortController();
  const reason = new Error("interrupted");
  const publishing = publishInProcess(config, {
    ...quiet,
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await expect(publishing).rejects.toThrow("interrupted");
  expect(await at.publish()).toMatchObject({ snapshot: "000001", changed: true });
});
