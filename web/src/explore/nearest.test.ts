import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearestNames, nearestOf } from "./nearest.ts";

describe("the names that were meant", () => {
  it("are the nearest, the nearest first, and none that is far away", () => {
    expect(nearestNames("v1-c21", ["v1-c1", "v1-c2", "v1-c210", "payments"])).toEqual([
      "v1-c1",
      "v1-c2",
      "v1-c210",
    ]);
    expect(nearestNames("Rusty", ["rust", "react", "solidity"])).toEqual(["rust"]);
    expect(nearestNames("spring", ["spring-2024", "autumn-2024"])).toEqual(["spring-2024"]);
    expect(nearestNames("zzzzzz", ["rust", "react"])).toEqual([]);
    expect(nearestNames("x".repeat(10_000), ["rust"])).toEqual([]);
  });

  it("are found by key or label", () => {
    const choices = [
      { key: "breakout", label: "Breakout 2025" },
      { key: "ethglobal-new-delhi", label: "ETHGlobal New Delhi" },
    ];
    expect(nearestOf("braekout", choices)?.key).toBe("breakout");
    expect(nearestOf("New Delhi", choices)?.key).toBe("ethglobal-new-delhi");
    expect(nearestOf("something else", choices)).toBeNull();
    expect(nearestOf("", choices)).toBeNull();
  });

  it("are measured by a distance", () => {
    expect([editDistance("", "abc"), editDistance("kitten", "sitting"), editDistance("a", "a")]).toEqual([
      3, 3, 0,
    ]);
    const text = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
