import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound } from "./lower-bound.ts";

it("finds the first place that is not below a value, within the given range, like a loop", () => {
  const numbers = fc.array(fc.nat(9), { maxLength: 12 });
  fc.assert(
    fc.property(numbers, fc.nat(10), fc.tuple(fc.nat(12), fc.nat(12)), (list, value, [a, b]) => {
      const sorted = Uint32Array.from(list).sort();
      const [from, to] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)];
      const loop = (start: number, end: number) => {
        for (let i = start; i < end; i++) if (sorted[i]! >= value) return i;
        return end;
      };
      expect(lowerBound(sorted, value)).toBe(loop(0, list.length));
      expect(lowerBound(sorted, value, { from, to })).toBe(loop(from, to));
    }),
    { numRuns: 200 },
  );
});
