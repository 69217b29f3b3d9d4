import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bar, bars, percent, points } from "./bars.ts";

describe("a bar", () => {
  it("is drawn in steps of an eighth of a character", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => bar(part, 8, 1))).toEqual([
      "",
      "▏",
      "▎",
      "▍",
      "▌",
      "▋",
      "▊",
      "▉",
      "█",
    ]);
    expect(bar(1, 2, 5)).toBe("██▌");
  });

  it("never exceeds its width, grows with its number, and shows anything above 0", () => {
    const length = (text: string) =>
      [...text].reduce((sum, block) => sum + (0x2590 - block.codePointAt(0)!) / 8, 0);
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 40 }), (x, y, width) => {
        const [less, more] = [Math.min(x, y), Math.max(x, y)];
        expect([...bar(more, more, width)]).toHaveLength(more > 0 ? width : 0);
        expect(bar(less, more, width) !== "").toBe(less > 0);
        expect(length(bar(less, more, width))).toBeLessThanOrEqual(length(bar(more, more, width)));
        expect(
          Math.abs(length(bar(less, more || 1, width)) - (less / (more || 1)) * width),
        ).toBeLessThanOrEqual(1 / 8);
      }),
    );
  });

  it("is empty when there is nothing to compare with", () => {
    expect([bar(0, 0, 9), bar(5, 0, 9), bar(-1, 5, 9)]).toEqual(["", "", ""]);
    expect(bars([])).toEqual([]);
    expect(bars([0, 0], 8)).toEqual(["", ""]);
    expect(bars([4, 2, 0], 2)).toEqual(["██", "█", ""]);
  });
});

describe("numbers", () => {
  it("are formatted: shares in percent, differences in signed points", () => {
    expect([percent(0), percent(0.2584), percent(1)]).toEqual(["0.0 %", "25.8 %", "100.0 %"]);
    expect([0.032, -0.004, 0, 0.0001, -0.0001].map(points)).toEqual(["+3.2", "-0.4", "0.0", "0.0", "0.0"]);
  });
});
