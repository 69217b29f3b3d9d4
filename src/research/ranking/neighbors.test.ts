import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import { addNeighbors } from "./neighbors.ts";

const dimensions = 32;

/** Unit vectors in a plane, by their angles in degrees; null is a missing vector. */
function vectorAt(angle: number | null): Int8Vector | null {
  if (angle === null) return null;
  const radians = (angle / 180) * Math.PI;
  const int8 = new Int8Array(dimensions);
  int8[0] = Math.round(127 * Math.cos(radians));
  int8[1] = Math.round(127 * Math.sin(radians));
  return { int8, scale: 1 / 127 };
}

function product(some: Int8Vector | null, other: Int8Vector | null): number {
  if (!some || !other) return 0;
  const sum = some.int8.reduce((total, x, j) => total + x * other.int8[j]!, 0);
  return Math.fround(Math.fround(sum * Math.fround(some.scale)) * Math.fround(other.scale));
}

/** The definition, over all candidates, with sorting. */
function naiveMeans(scores: readonly number[], vectors: readonly (Int8Vector | null)[]): number[] {
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const best = order.slice(0, 64);
  const least = scores[best.at(-1)!]!;
  return scores.map((score, candidate) => {
    if (!best.includes(candidate)) return 0;
    const others = best
      .filter((other) => other !== candidate)
      .map((other) => ({ other, product: product(vectors[candidate]!, vectors[other]!) }))
      .filter((one) => one.product > 0)
      .sort((x, y) => y.product - x.product)
      .slice(0, 7);
    const total = others.reduce((sum, one) => sum + one.product, 1);
    return (
      others.reduce((sum, one) => sum + one.product * (scores[one.other]! - least), score - least) / total
    );
  });
}

const candidates = fc.array(
  fc.record({
    score: fc.integer({ min: 0, max: 1000 }).map((n) => n / 100),
    angle: fc.option(fc.integer({ min: 0, max: 359 }), { freq: 8 }),
  }),
  { maxLength: 90 },
);

describe("addNeighbors", () => {
  it("adds the weighted mean score of the nearest to each of the best 64, as a sort does", () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 3 }), (given, weight) => {
        const vectors = given.map(({ angle }) => vectorAt(angle));
        const before = given.map(({ score }) => score);
        const scores = Float64Array.from(before);
        const means = addNeighbors(scores, { weight, vectorOf: (candidate) => vectors[candidate]! });
        expect(means.size).toBe(Math.min(64, given.length));
        naiveMeans(before, vectors).forEach((mean, candidate) => {
          expect(means.get(candidate) ?? 0).toBeCloseTo(mean, 5);
          expect(scores[candidate]).toBeCloseTo(before[candidate]! + weight * mean, 4);
        });
      }),
    );
  });

  it("moves a candidate among high scores above one with the same score among low ones", () => {
    const angles = [0, 1, 2, 90, 91, 92];
    const scores = Float64Array.of(5, 5, 3, 3, 1, 1);
    addNeighbors(scores, { weight: 1, vectorOf: (candidate) => vectorAt(angles[candidate]!) });
    expect(scores[2]).toBeGreaterThan(scores[3]! + 1);
  });

  it("reads no vector, and changes nothing, with a weight of 0", () => {
    const scores = Float64Array.of(2, 1);
    const vectorOf = () => {
      throw new Error("read");
    };
    expect(addNeighbors(scores, { weight: 0, vectorOf }).size).toBe(0);
    expect([...scores]).toEqual([2, 1]);
  });
});
