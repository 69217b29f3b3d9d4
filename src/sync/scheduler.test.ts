import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Scheduler, type SchedulerOptions, startScheduler } from "./scheduler.ts";

const minute = 60_000;

/** A task that ends when the test says so. */
function controlled() {
  const calls: {
    keys?: readonly string[];
    allows?: boolean;
    signal: AbortSignal;
    end(outcome?: "cancelled"): void;
    fail(error: Error): void;
  }[] = [];
  const run = (signal: AbortSignal, keys?: readonly string[], allows?: boolean) =>
    new Promise<"done" | "cancelled">((resolve, fail) => {
      const end = (outcome: "done" | "cancelled" = "done") => resolve(outcome);
      calls.push({ keys, allows, signal, end, fail });
      signal.addEventListener("abort", () => fail(signal.reason));
    });
  return { calls, run };
}

let clock: number;
let isDue: boolean;
let due: number | null;
let problems: string[];
let syncs: ReturnType<typeof controlled>;
let publishes: ReturnType<typeof controlled>;
let scheduler: Scheduler;

beforeEach(() => {
  vi.useFakeTimers();
  clock = 0;
  isDue = false;
  due = null;
  problems = [];
  syncs = controlled();
  publishes = controlled();
});
afterEach(async () => {
  await scheduler.close();
  vi.useRealTimers();
});

function start(change: Partial<SchedulerOptions> = {}) {
  scheduler = startScheduler({
    isDue: async () => isDue,
    sync: async ({ keys, allowWithdrawals }, signal) => {
      await syncs.run(signal, keys, allowWithdrawals);
    },
    publishDue: async () => due,
    publish: async (signal) => {
      const outcome = await publishes.run(signal);
      if (outcome === "done") due = null;
      return outcome;
    },
    onProblem: (what, error) => problems.push(`${what}: ${(error as Error).message}`),
    now: () => clock,
    publishWindowMs: 10 * minute,
    ...change,
  });
  return pass(0);
}

async function pass(ms: number) {
  clock += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

describe("reading", () => {
  it("begins when a source is due, once at a time", async () => {
    await start();
    expect(syncs.calls).toHaveLength(0);
    isDue = true;
    await pass(minute);
    expect(syncs.calls.map(({ keys }) => keys)).toEqual([[]]);
    expect(scheduler.activity()).toEqual({ syncing: true, publishing: false, requested: [] });
    await pass(5 * minute);
    expect(syncs.calls).toHaveLength(1);
    isDue = false;
    syncs.calls[0]!.end();
    await pass(minute);
    expect(syncs.calls).toHaveLength(1);
  });

  it("begins immediately with the sources that someone asks for, and after the reading that is running", async () => {
    await start();
    scheduler.request(["docs"]);
    await pass(0);
    scheduler.request(["letters", "docs"]);
    await pass(0);
    expect(syncs.calls.map(({ keys }) => keys)).toEqual([["docs"]]);
    syncs.calls[0]!.end();
    await pass(0);
    expect(syncs.calls.map(({ keys }) => keys)).toEqual([["docs"], ["letters", "docs"]]);
  });

  it("is tried again when it failed, not immediately", async () => {
    isDue = true;
    await start();
    syncs.calls[0]!.fail(new Error("out of memory"));
    await pass(0);
    expect(problems).toEqual(["sync: out of memory"]);
    expect(syncs.calls).toHaveLength(1);
    await pass(minute);
    expect(syncs.calls).toHaveLength(2);
  });

  it("that someone asked for is kept when it failed, with the consent that was given", async () => {
    await start();
    scheduler.request(["docs"], { allowWithdrawals: true });
    await pass(0);
    scheduler.request(["docs", "letters"]);
    syncs.calls[0]!.fail(new Error("another process is reading"));
    await pass(0);
    expect(scheduler.activity().requested).toEqual(["docs", "letters"]);
    await pass(minute);
    syncs.calls[1]!.end();
    await pass(minute);
    expect(syncs.calls.map(({ keys, allows }) => [keys, allows])).toEqual([
      [["docs"], true],
      [["docs"], true],
      [["letters"], false],
    ]);
    expect(scheduler.activity().requested).toEqual([]);
  });

  it("that someone asked for and that keeps failing lets the sources that are due be read", async () => {
    await start();
    scheduler.request(["docs"]);
    isDue = true;
    await pass(0);
    for (const call of [0, 1, 2]) {
      syncs.calls[call]!.fail(new Error("out of memory"));
      await pass(15_000);
    }
    expect(syncs.calls.map(({ keys }) => keys)).toEqual([["docs"], [], ["docs"], []]);
  });

  it("survives a catalog that cannot be read", async () => {
    await start({ isDue: () => (isDue ? Promise.resolve(true) : Promise.reject(new Error("locked"))) });
    expect(problems).toEqual(["sync: locked"]);
    isDue = true;
    await pass(minute);
    expect(syncs.calls).toHaveLength(1);
  });
});

describe("publishing", () => {
  it("begins when changes wait and nothing is being read", async () => {
    due = 0;
    await start();
    expect(publishes.calls).toHaveLength(1);
    publishes.calls[0]!.end();
    await pass(minute);
    expect(publishes.calls).toHaveLength(1);
  });

  it("waits for the reading that is running, and no longer than the window", async () => {
    isDue = true;
    due = 0;
    await start();
    await pass(9 * minute);
    expect(publishes.calls).toHaveLength(0);
    await pass(minute);
    expect(publishes.calls).toHaveLength(1);
  });

  it("never happens when it is left to the operator", async () => {
    due = 0;
    await start({ publishWindowMs: null });
    await pass(60 * minute);
    expect(publishes.calls).toHaveLength(0);
  });

  it("is tried again after ever longer pauses, and what changed stays due", async () => {
    due = 0;
    await start();
    publishes.calls[0]!.fail(new Error("the disk is full"));
    await pass(0);
    await pass(50_000);
    expect(publishes.calls).toHaveLength(1);
    await pass(20_000);
    expect(publishes.calls).toHaveLength(2);
    publishes.calls[1]!.fail(new Error("the disk is full"));
    await pass(0);
    await pass(110_000);
    expect(publishes.calls).toHaveLength(2);
    await pass(20_000);
    expect(publishes.calls).toHaveLength(3);
    expect(due).toBe(0);
    expect(problems).toEqual(["publish: the disk is full", "publish: the disk is full"]);
  });

  it("waits an hour after one that was cancelled, which is no problem", async () => {
    due = 0;
    await start();
    publishes.calls[0]!.end("cancelled");
    await pass(0);
    await pass(59 * minute);
    expect(publishes.calls).toHaveLength(1);
    await pass(2 * minute);
    expect(publishes.calls).toHaveLength(2);
    publishes.calls[1]!.fail(new Error("the disk is full"));
    await pass(0);
    await pass(2 * minute);
    expect(publishes.calls).toHaveLength(3);
    expect(problems).toEqual(["publish: the disk is full"]);
  });
});

it("closing stops what is running, and nothing begins after it", async () => {
  isDue = true;
  due = -60 * minute;
  await start();
  await scheduler.close();
  expect([syncs.calls[0]!.signal.aborted, publishes.calls[0]!.signal.aborted]).toEqual([true, true]);
  scheduler.request(["docs"]);
  await pass(60 * minute);
  expect([syncs.calls.length, publishes.calls.length]).toEqual([1, 1]);
  expect(problems).toEqual([]);
  expect(due).toBe(-60 * minute);
});
