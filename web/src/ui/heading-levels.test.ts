import fc from "fast-check";
import { expect, it } from "vitest";
import { headingLevels } from "./heading-levels.ts";

const levels = (below: number, depths: number[]) => depths.map(headingLevels(below));

it("moves headings below the page's, and keeps their order", () => {
  expect(levels(1, [1, 2, 3, 2, 1])).toEqual([2, 3, 4, 3, 2]);
  expect(levels(1, [3, 3, 5, 1])).toEqual([2, 2, 3, 2]);
  expect(levels(2, [4, 2])).toEqual([3, 3]);
});

it("never leaves out a level, and never goes above the page's or below the last", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 })), fc.integer({ min: 1, max: 5 }), (depths, below) => {
      let before = below;
      for (const level of levels(below, depths)) {
        expect(level).toBeGreaterThan(below);
        expect(level).toBeLessThanOrEqual(Math.min(6, before + 1));
        before = level;
      }
    }),
  );
});
