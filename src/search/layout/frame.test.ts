import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frame } from "./frame.ts";

const axis = (positions: Float32Array, which: 0 | 1) => [...positions.filter((_, i) => i % 2 === which)];

describe("frame", () => {
  it("keeps distances, within a margin of two hundredths, when no row is far from the others", () => {
    const values = fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 50 }), (numbers, unit) => {
        const given = Float32Array.from(numbers.slice(0, numbers.length & ~1), (x) => x * unit);
        const { positions, extent } = frame(given);
        for (const x of positions) {
          expect(x).toBeGreaterThanOrEqual(0.02 - 1e-5);
          expect(x).toBeLessThanOrEqual(0.98 + 1e-5);
        }
        for (let i = 2; i < given.length; i++)
          expect((positions[i]! - positions[i - 2]!) * extent).toBeCloseTo(given[i]! - given[i - 2]!, 0);
      }),
    );
  });

  /** Two numbers per row: a square of 100 by 100 rows, and one row more. */
  const withOutlier = (x: number) =>
    Float32Array.from([
      ...Array.from({ length: 10_000 }, (_, i) => [i % 100, Math.floor(i / 100)]).flat(),
      x,
      50,
    ]);

  it("shows an outlier at its distance up to a fifth of the others' range", () => {
    const { positions } = frame(withOutlier(115));
    const [last, before] = [axis(positions, 0).at(-1)!, Math.max(...axis(positions, 0).slice(0, -1))];
    expect(last).toBeCloseTo(0.98, 5);
    expect(before).toBeLessThan(0.9);
  });

  it("moves an outlier that is further away to the edge, and leaves the scale to the others", () => {
    const { positions } = frame(withOutlier(1e6));
    expect(axis(positions, 0).at(-1)).toBe(1);
    const others = axis(positions, 0).slice(0, -1);
    expect(Math.max(...others) - Math.min(...others)).toBeGreaterThan(0.79);
  });

  it("places rows at one point in the middle", () => {
    expect([...frame(new Float32Array(8).fill(3)).positions]).toEqual(Array(8).fill(0.5));
  });
});
