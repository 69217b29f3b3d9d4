import fc from "fast-check";
import { expect, it } from "vitest";
import { argsort } from "./argsort.ts";

it("returns the same order as sorting with a comparator, equals by position", () => {
  const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(score, { maxLength: 200 }), (scores) => {
      const sorted = [...scores.keys()].sort((x, y) => scores[y]! - scores[x]! || x - y);
      expect([...argsort(Float64Array.from(scores))]).toEqual(sorted);
    }),
    { numRuns: 500 },
  );
});
