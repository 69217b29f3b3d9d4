import { expect, test } from "vitest";
import { lifetimeAt } from "./lifetime.ts";

const minute = 60_000;
const span = { from: 10 * minute, until: 20 * minute };

test.each([
  [20 * minute, "expired"],
  [20 * minute - 1, "valid"],
  [10 * minute, "valid"],
  [5 * minute, "valid"],
  [5 * minute - 1, "not yet"],
])("at %d ms the span of 10 to 20 minutes is %s", (now, lifetime) => {
  expect(lifetimeAt(now, span)).toBe(lifetime);
});
