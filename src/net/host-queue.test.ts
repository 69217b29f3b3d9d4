import fc from "fast-check";
import { expect, it } from "vitest";
import { testClock } from "./clock.case.ts";
import { createHostQueue } from "./host-queue.ts";

const settle = () => new Promise(setImmediate);

it("lets in as many at a time as allowed, in order, and each host on its own", async () => {
  const queue = createHostQueue(testClock(), 2);
  const entered: string[] = [];
  const enter = async (name: string, host = "a") => {
    const leave = await queue.enter(host, { delayMs: 0 });
    entered.push(name);
    return leave;
  };
  const first = await enter("1");
  const second = await enter("2");
  const third = enter("3");
  const fourth = enter("4");
  await (await enter("other", "b"))();
  await settle();
  expect(entered).toEqual(["1", "2", "other"]);
  second();
  second();
  await third;
  await settle();
  expect(entered).toEqual(["1", "2", "other", "3"]);
  first();
  (await third)();
  (await fourth)();
  expect(entered.at(-1)).toBe("4");
});

it("pauses after the start and after the end of a request", async () => {
  const clock = testClock();
  const queue = createHostQueue(clock, 1);
  (await queue.enter("a", { delayMs: 500 }))();
  const leave = await queue.enter("a", { delayMs: 500 });
  expect(clock.slept).toEqual([500]);
  await clock.sleep(2_000);
  leave();
  (await queue.enter("a", { delayMs: 0 }))();
  expect(clock.slept).toEqual([500, 2_000, 500]);
});

it("one that gives up while waiting leaves its place to the next", async () => {
  const queue = createHostQueue(testClock(), 1);
  const leave = await queue.enter("a", { delayMs: 0 });
  const caller = new AbortController();
  const impatient = queue.enter("a", { delayMs: 0, signal: caller.signal });
  const queued = queue.enter("a", { delayMs: 0, signal: caller.signal });
  const patient = queue.enter("a", { delayMs: 0 });
  caller.abort(new Error("closing"));
  await expect(impatient).rejects.toThrow("closing");
  await expect(queued).rejects.toThrow("closing");
  let entered = false;
  void patient.then(() => {
    entered = true;
  });
  await settle();
  expect(entered).toBe(false);
  leave();
  (await patient)();
});

it("never exceeds the number at a time, never starts before the pause has passed, and lets everyone in", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(
        fc.record({ work: fc.integer({ min: 0, max: 50 }), delayMs: fc.integer({ min: 0, max: 50 }) }),
        {
          maxLength: 12,
        },
      ),
      async (perHost, requests) => {
        const clock = testClock();
        const queue = createHostQueue(clock, perHost);
        let running = 0;
        let done = 0;
        let notBefore = 0;
        await Promise.all(
          requests.map(async ({ work, delayMs }) => {
            const leave = await queue.enter("a", { delayMs });
            running++;
            expect(running).toBeLessThanOrEqual(perHost);
            expect(clock.now()).toBeGreaterThanOrEqual(notBefore);
            notBefore = clock.now() + delayMs;
            await clock.sleep(work);
            running--;
            done++;
            notBefore = Math.max(notBefore, clock.now() + delayMs);
            leave();
          }),
        );
        expect(done).toBe(requests.length);
      },
    ),
    { numRuns: 50 },
  );
});
