import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearestOf } from "./nearest.ts";

describe("the name that was meant", () => {
  it("is found by key or label", () => {
    const choices = [
      { key: "breakout", label: "Breakout 2025" },
      { key: "ethglobal-new-delhi", label: "ETHGlobal New Delhi" },
    ];
    expect(nearestOf("braekout", choices)?.key).toBe("breakout");
    expect(nearestOf("New Delhi", choices)?.key).toBe("ethglobal-new-delhi");
    expect(nearestOf("something else", choices)).toBeNull();
    expect(nearestOf("", choices)).toBeNull();
  });

  it("is measured by a distance", () => {
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
