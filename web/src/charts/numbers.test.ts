import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCount, formatLift, formatShare, niceCeiling } from "./numbers.ts";

describe("numbers of charts", () => {
  it("are short, and never show zero for something", () => {
    expect([0, 0.0004, 0.0005, 0.034, 0.0994, 0.0996, 0.1, 0.5, 1].map(formatShare)).toEqual([
      "0%",
      "<0.1%",
      "<0.1%",
      "3.4%",
      "9.9%",
      "10%",
      "10%",
      "50%",
      "100%",
    ]);
    expect([0, 0.5, 0.949, 1, 2.44, 9.94, 12.4, 1234].map(formatLift)).toEqual([
      "0×",
      "0.50×",
      "0.95×",
      "1.0×",
      "2.4×",
      "9.9×",
      "12×",
      "1,234×",
    ]);
    expect(formatCount(8045)).toBe("8,045");
  });

  it("have an axis that holds the greatest value, and is at most 1.5 times as long", () => {
    expect([0, 1, 3, 0.012, 20, 21, 26].map(niceCeiling)).toEqual([1, 1, 3, 0.015, 20, 25, 30]);
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (value) => {
        const end = niceCeiling(value);
        expect(end).toBeGreaterThanOrEqual(value * (1 - 1e-9));
        expect(end).toBeLessThanOrEqual(value * 1.5 * (1 + 1e-9));
      }),
    );
  });
});
