import { beforeEach, expect, it } from "vitest";
import type { PublishReport } from "../publish/publish.ts";
import { createPublisher, type Publisher, type PublisherOptions } from "./publisher.ts";

type Request = Parameters<PublisherOptions["publish"]>[0];

interface Call extends Request {
  end(report: Partial<PublishReport>): void;
  fail(error: Error): void;
}

let calls: Call[];
let publisher: Publisher;
const errors: unknown[] = [];
const logger = { info() {}, warn() {}, error: (entry: unknown) => errors.push(entry) } as never;

beforeEach(() => {
  calls = [];
  errors.length = 0;
  publisher = createPublisher({
    logger,
    publish: (request) =>
      new Promise((end, fail) => {
        calls.push({ ...request, end: (report) => end(report as PublishReport), fail });
        request.signal.addEventListener("abort", () => fail(request.signal.reason));
      }),
  });
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
const whole = { refit: false, recluster: false };

it("runs one at a time, and reports its step, its warnings and how it ended", async () => {
  expect(publisher.state()).toEqual({ running: null, last: null });
  expect(publisher.start({ refit: true, recluster: false })).toBe(true);
  expect(publisher.start(whole)).toBe(false);
  expect(calls).toHaveLength(1);
  calls[0]!.onProgress({ step: "embed", done: 3, total: 10 });
  for (let count = 0; count < 9; count++) calls[0]!.onFailure(`no vector ${count}`);
  expect(publisher.state().running).toMatchObject({
    startedBy: "administrator",
    step: "embed",
    done: 3,
    total: 10,
    stopping: false,
    warnings: [0, 1, 2, 3, 4].map((count) => `no vector ${count}`),
  });
  calls[0]!.end({ snapshot: "000007", changed: true });
  await turn();
  expect(publisher.state()).toMatchObject({
    running: null,
    last: { outcome: "published", snapshot: "000007", message: null },
  });
});

it("reports why it failed, and that it was cancelled", async () => {
  publisher.start(whole);
  calls[0]!.fail(new Error("the disk is full"));
  await turn();
  expect(publisher.state().last).toMatchObject({ outcome: "failed", message: "the disk is full" });
  expect(errors).toHaveLength(1);
  expect(publisher.cancel()).toBe(false);
  publisher.start(whole);
  expect(publisher.cancel()).toBe(true);
  expect(publisher.state().running?.stopping).toBe(true);
  await turn();
  expect(publisher.state().last).toMatchObject({ outcome: "cancelled", snapshot: null, message: null });
  expect(errors).toHaveLength(1);
});

it("lets the schedule wait for the one that is running, and then publish what changed since", async () => {
  publisher.start(whole);
  const stopping = new AbortController();
  const automatic = publisher.automatic(stopping.signal);
  await turn();
  expect(calls).toHaveLength(1);
  calls[0]!.end({ snapshot: "000001", changed: true });
  await turn();
  await turn();
  expect(calls).toHaveLength(2);
  expect(publisher.state().running?.startedBy).toBe("schedule");
  stopping.abort(new Error("the server is closing"));
  await expect(automatic).rejects.toThrow("the server is closing");
  expect(publisher.state().running).toBeNull();
});

it("tells the schedule whether its publish ended, failed or was cancelled", async () => {
  const { signal } = new AbortController();
  const done = publisher.automatic(signal);
  calls[0]!.end({ snapshot: "000001", changed: true });
  expect(await done).toBe("done");
  const failed = publisher.automatic(signal);
  calls[1]!.fail(new Error("the disk is full"));
  await expect(failed).rejects.toThrow("the disk is full");
  const cancelled = publisher.automatic(signal);
  expect(publisher.cancel()).toBe(true);
  expect(await cancelled).toBe("cancelled");
  expect(publisher.state().last?.outcome).toBe("cancelled");
});

it("stops what is running when it is closed", async () => {
  publisher.start(whole);
  await publisher.close();
  expect(calls[0]!.signal.aborted).toBe(true);
  expect(publisher.state().running).toBeNull();
});
