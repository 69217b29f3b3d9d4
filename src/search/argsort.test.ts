import fc from "fast-check";
import { expect, it } from "vitest";
import { argsort, argsortBest } from "./argsort.ts";

const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));

it("returns the same order as sorting with a comparator, equals by position", () => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 200 }), (scores) => {
      const sorted = [...scores.keys()].sort((x, y) => scores[y]! - scores[x]! || x - y);
      expect([...argsort(Float64Array.from(scores))]).toEqual(sorted);
    }),
    { numRuns: 500 },
  );
});

it("returns the beginning of that order, however many are asked for", () => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 60 }), fc.nat({ max: 70 }), (scores, count) => {
      const given = Float64Array.from(scores);
      expect([...argsortBest(given, count)]).toEqual([...argsort(given).subarray(0, count)]);
    }),
    { numRuns: 500 },
  );
});
