import { expect, it } from "vitest";
import { circuitBreaker } from "./circuit-breaker.ts";

function breakerAt() {
  const clock = { now: 0 };
  const breaker = circuitBreaker(() => clock.now);
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breaker.failed();
  };
  return { clock, breaker, fail };
}

it("opens after four failures in a row, and lets one request through each second", () => {
  const { clock, breaker, fail } = breakerAt();
  fail(3);
  expect(breaker.allows()).toBe(true);
  fail(1);
  expect(breaker.allows()).toBe(false);
  clock.now = 999;
  expect(breaker.allows()).toBe(false);
  clock.now = 1_000;
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
});

it("closes with the first answer, and counts failures from the beginning", () => {
  const { clock, breaker, fail } = breakerAt();
  fail(4);
  clock.now = 1_000;
  expect(breaker.allows()).toBe(true);
  breaker.succeeded();
  fail(3);
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
});
