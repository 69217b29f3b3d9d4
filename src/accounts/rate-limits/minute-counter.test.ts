import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MinuteCounter } from "./minute-counter.ts";
import type { RateLimitResult } from "./types.ts";

const START = Date.parse("2026-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

/** A naive oracle of the rules. */
function naive(limit: number) {
  const windows = new Map<string, { endsAt: number; used: number }>();
  return {
    consume(key: string, now: number): RateLimitResult {
      let window = windows.get(key);
      if (!window || window.endsAt <= now || window.endsAt > now + 60_000) {
        window = { endsAt: now + 60_000, used: 0 };
        windows.set(key, window);
      }
      window.used++;
      const allowed = window.used <= limit;
      const resetSeconds = Math.ceil((window.endsAt - now) / 1_000);
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - window.used),
        windowSeconds: 60,
        resetSeconds,
        retryAfterSeconds: allowed ? 0 : resetSeconds,
      };
    },
    restart(now: number) {
      for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
    },
  };
}

test("for any requests, restarts and clock changes, results equal those of naive windows", async () => {
  const step = fc.record({
    key: fc.constantFrom("ada", "bob"),
    pass: fc.oneof(fc.constant(0), fc.nat(40_000), fc.constantFrom(1, 999, 59_999, 60_000, -1, -61_000)),
    restart: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { maxLength: 40 }),
      async (limit, steps) => {
        vi.setSystemTime(START);
        const twin = naive(limit);
        let counter = new MinuteCounter({ limit });
        for (const { key, pass, restart } of steps) {
          vi.setSystemTime(Date.now() + pass);
          if (restart) {
            const next = new MinuteCounter({ limit });
            next.restore(counter.windows());
            counter = next;
            twin.restart(Date.now());
          }
          expect(await counter.consume(key)).toEqual(twin.consume(key, Date.now()));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("a window is announced once, when it opens, before the response to its first request", async () => {
  const opened: [string, number][] = [];
  const counter = new MinuteCounter({
    limit: 1,
    onOpen: async (key, endsAt) => {
      await new Promise(setImmediate);
      opened.push([key, endsAt - START]);
    },
  });
  await counter.consume("ada");
  expect(opened).toEqual([["ada", 60_000]]);
  await counter.consume("ada");
  expect(counter.windows()).toEqual([{ key: "ada", endsAt: START + 60_000, used: 2 }]);
  vi.setSystemTime(START + 60_000);
  expect(counter.windows()).toEqual([]);
  await counter.consume("ada");
  expect(opened).toEqual([
    ["ada", 60_000],
    ["ada", 120_000],
  ]);
});

test("a restored window without a count is exhausted", async () => {
  const counter = new MinuteCounter({ limit: 2 });
  counter.restore([{ key: "ada", endsAt: START + 10_000, used: null }]);
  expect(await counter.consume("ada")).toMatchObject({ allowed: false, retryAfterSeconds: 10 });
  expect(await counter.consume("bob")).toMatchObject({ allowed: true, remaining: 1 });
});
