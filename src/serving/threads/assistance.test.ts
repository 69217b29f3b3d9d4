import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { threadFile } from "../../threads/thread-file.ts";
import { openAssistance } from "./assistance.ts";

/** What becomes of a task, by the first number of its query; as in `assistance.case.ts`. */
const outcomes = { found: 0, unknownSnapshot: 1, error: 2, never: 3 };

/** `messages` of all helping threads, in order. */
async function open({ threads, waitMs }: { threads: number; waitMs?: number }) {
  const channel = `assistance-test-${Math.random()}`;
  const messages: string[] = [];
  const { url, execArgv } = threadFile("./assistance.case", import.meta.url);
  const workers = Array.from({ length: threads }, () => new Worker(url, { workerData: channel, execArgv }));
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  });
  for (const worker of workers) worker.on("message", (message: string) => messages.push(message));
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const assistance = openAssistance(channel, () => null, waitMs);
  onTestFinished(() => assistance.close());
  const offer = (...rotated: number[]) =>
    assistance.on("key").offer({ rotated: Float32Array.from(rotated), k: 5, candidates: 5 });
  const begun = () => messages.filter((message) => message === "begun").length;
  return { workers, messages, offer, begun };
}

it("an idle thread does a task once, whatever their number", async () => {
  const { offer, begun, messages } = await open({ threads: 2 });
  for (let task = 1; task <= 20; task++) {
    const wait = offer(outcomes.found, task, 7);
    await expect.poll(begun, { interval: 1 }).toBe(task);
    expect(wait()).toEqual(Uint32Array.of(task, 7));
  }
  expect(messages).toHaveLength(22);
});

it("a task that no thread begins in time is the owner's, and is not begun later", async () => {
  const { workers, offer, begun, messages } = await open({ threads: 1 });
  const gate = new Int32Array(new SharedArrayBuffer(4));
  workers[0]!.postMessage(gate);
  await expect.poll(() => messages.at(-1), { interval: 1 }).toBe("busy");
  expect(offer(outcomes.found, 1)()).toBeNull();
  const wait = offer(outcomes.found, 2);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await expect.poll(begun, { interval: 1 }).toBe(1);
  expect(wait()).toEqual(Uint32Array.of(2));
});

it.each(["unknownSnapshot", "error", "never"] as const)(
  "a task that ends with %s is the owner's",
  async (outcome) => {
    const { offer, begun } = await open({ threads: 1, waitMs: 50 });
    const wait = offer(outcomes[outcome], 1);
    await expect.poll(begun, { interval: 1 }).toBe(1);
    expect(wait()).toBeNull();
  },
);

it("a thread alone does its own tasks", async () => {
  const { offer } = await open({ threads: 0 });
  expect(offer(outcomes.found, 1)()).toBeNull();
});
