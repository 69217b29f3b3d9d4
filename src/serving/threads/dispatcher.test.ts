import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dispatcher, type Seat } from "./dispatcher.ts";

class FakeThread implements Seat<number> {
  readonly jobs: number[] = [];
  readonly #log: (thread: FakeThread, job: number) => void;

  constructor(log: (thread: FakeThread, job: number) => void) {
    this.#log = log;
  }

  get held(): number {
    return this.jobs.length;
  }

  send(job: number): void {
    this.jobs.push(job);
    this.#log(this, job);
  }
}

type Step =
  | { kind: "submit" }
  | { kind: "finish"; thread: number }
  | { kind: "crash"; thread: number; begun: number }
  | { kind: "join" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: "submit" as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("finish" as const), thread: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("crash" as const), thread: fc.nat(5), begun: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "join" as const }) },
);

/**
 * A naive model: one sorted list of waiting jobs and one list of jobs per thread. After every step, the first waiting
 * job goes to the first of the least busy threads while one has capacity.
 */
function simulate(steps: readonly Step[], perThread: number): number[][] {
  const threads: number[][] = [];
  const sent: number[][] = [];
  let waiting: number[] = [];
  let next = 0;
  for (const one of steps) {
    if (one.kind === "submit") waiting.push(next++);
    if (one.kind === "join") threads.push([]);
    const at = "thread" in one && threads.length > 0 ? one.thread % threads.length : -1;
    if (one.kind === "finish" && at >= 0) threads[at]!.shift();
    if (one.kind === "crash" && at >= 0) waiting.push(...threads.splice(at, 1)[0]!.slice(one.begun));
    waiting.sort((a, b) => a - b);
    for (;;) {
      const fewest = Math.min(...threads.map(({ length }) => length));
      if (waiting.length === 0 || fewest >= perThread) break;
      const thread = threads.findIndex(({ length }) => length === fewest);
      sent.push([thread, waiting[0]!]);
      threads[thread]!.push(waiting[0]!);
      waiting = waiting.slice(1);
    }
  }
  return sent;
}

function run(steps: readonly Step[], perThread: number): number[][] {
  const dispatcher = new Dispatcher<number>(perThread);
  const threads: FakeThread[] = [];
  const sent: number[][] = [];
  let next = 0;
  let finished = 0;
  let lost = 0;
  for (const one of steps) {
    if (one.kind === "submit") dispatcher.submit(next++);
    if (one.kind === "join") {
      const thread = new FakeThread((by, job) => sent.push([threads.indexOf(by), job]));
      threads.push(thread);
      dispatcher.join(thread);
    }
    const thread = "thread" in one ? threads[one.thread % threads.length] : undefined;
    if (thread && one.kind === "finish") {
      if (thread.jobs.shift() !== undefined) finished++;
      dispatcher.dispatch();
    }
    if (thread && one.kind === "crash") {
      threads.splice(threads.indexOf(thread), 1);
      dispatcher.leave(thread);
      lost += Math.min(one.begun, thread.held);
      dispatcher.resubmit(thread.jobs.slice(one.begun));
    }
    const held = threads.reduce((sum, { jobs }) => sum + jobs.length, 0);
    expect(threads.every(({ jobs }) => jobs.length <= perThread)).toBe(true);
    expect(dispatcher.threads).toBe(threads.length);
    // Every job is in exactly one place.
    expect(finished + lost + held + dispatcher.waiting).toBe(next);
  }
  return sent;
}

describe("Dispatcher", () => {
  it("sends the same jobs as a naive model, to the same threads in the same order, also after crashes", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 3 }), (steps, perThread) => {
        expect(run(steps, perThread)).toEqual(simulate(steps, perThread));
      }),
      { numRuns: 500 },
    );
  });

  it("never sends a new job before one that is waiting", () => {
    const sent: number[] = [];
    const dispatcher = new Dispatcher<number>(1);
    const thread = new FakeThread((_, job) => sent.push(job));
    dispatcher.submit(0);
    dispatcher.submit(1);
    dispatcher.join(thread);
    thread.jobs.shift();
    dispatcher.submit(2);
    expect(sent).toEqual([0, 1]);
    thread.jobs.shift();
    dispatcher.dispatch();
    expect(sent).toEqual([0, 1, 2]);
  });

  it("returns all waiting jobs on request", () => {
    const dispatcher = new Dispatcher<number>(1);
    for (const job of [3, 4, 5]) dispatcher.submit(job);
    expect(dispatcher.drain()).toEqual([3, 4, 5]);
    expect(dispatcher.waiting).toBe(0);
    expect(dispatcher.drain()).toEqual([]);
  });
});
