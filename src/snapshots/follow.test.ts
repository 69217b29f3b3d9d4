import { afterEach, beforeEach, expect, it } from "vitest";
import type { PublishedSnapshots } from "../catalog/published-snapshots.ts";
import { type Following, followSnapshots } from "./follow.ts";

let published: PublishedSnapshots | null;
/** Thrown by installations, while it is set. */
let failure: Error | null;
let installed: string[];
let problems: string[];
let recoveries: number;
let following: Following;

const snapshots = (current: string): PublishedSnapshots => ({
  owner: "owner",
  current,
  kept: [{ id: current, manifest: `digest-${current}`, publishedAt: "2026-01-02T03:04:05.000Z" }],
});

function start(retryMs = 5): void {
  following = followSnapshots({
    shared: {
      published: async () => published,
      async install() {
        installed.push(published?.current ?? "none");
        if (failure) throw failure;
        return published;
      },
    },
    onProblem: ({ message }) => problems.push(message),
    onRecovery: () => recoveries++,
    pollMs: 2,
    retryMs: () => retryMs,
  });
}

beforeEach(() => {
  [published, failure, installed, problems, recoveries] = [null, null, [], [], 0];
});
afterEach(() => following.close());

it("installs what becomes current, once", async () => {
  start();
  expect(following.settled()).toBe(false);
  await expect.poll(() => following.settled()).toBe(true);
  published = snapshots("000001");
  await expect.poll(() => installed.at(-1)).toBe("000001");
  const before = installed.length;
  published = snapshots("000002");
  await expect.poll(() => installed.slice(before)).toEqual(["000002"]);
  expect(problems).toEqual([]);
});

it("reports a problem once, tries again, and reports that it is over", async () => {
  published = snapshots("000001");
  failure = new Error("the store is away");
  start();
  await expect.poll(() => installed.length).toBeGreaterThan(3);
  // Served meanwhile: what there was before.
  expect(following.settled()).toBe(true);
  expect(problems).toEqual(["the store is away"]);
  expect(following.problem()).toBe("the store is away");
  failure = new Error("the bucket is away");
  await expect.poll(() => problems).toEqual(["the store is away", "the bucket is away"]);
  failure = null;
  await expect.poll(() => recoveries).toBe(1);
  expect(following.problem()).toBeNull();
});

it("waits between attempts, but not when another snapshot becomes current", async () => {
  published = snapshots("000001");
  failure = new Error("damaged");
  start(600_000);
  await expect.poll(() => problems).toEqual(["damaged"]);
  expect(installed).toEqual(["000001"]);
  failure = null;
  published = snapshots("000002");
  await expect.poll(() => recoveries).toBe(1);
  expect(installed).toEqual(["000001", "000002"]);
});
