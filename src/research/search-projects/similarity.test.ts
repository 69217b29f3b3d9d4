import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidates } from "./candidates.ts";
import { fitOf, nonIncreasing } from "./similarity.ts";

describe("the similarity of a project", () => {
  const similarityOf = (coverage: number, cosine: number | null, names: Partial<Candidates> = {}) =>
    fitOf(
      {
        rows: Uint32Array.of(7),
        coverage: Float64Array.of(coverage),
        certainty: 1,
        cosines: cosine === null ? null : Float32Array.of(cosine),
        named: new Set(),
        nearlyNamed: new Set(),
        ...names,
      } as Candidates,
      0,
      (raw) => raw / 2,
    );

  it("grows with the words that it holds and with its calibrated closeness", () => {
    expect(similarityOf(0, null)).toBe(0);
    expect(similarityOf(1, null)).toBeCloseTo(0.8, 9);
    expect(similarityOf(0.5, null)).toBeCloseTo(0.1, 9);
    expect(similarityOf(0, 1)).toBeCloseTo(0.9 * 0.5 ** 2.5, 6);
    expect(similarityOf(1, 1)).toBeCloseTo(1 - 0.2 * (1 - 0.9 * 0.5 ** 2.5), 6);
    expect(similarityOf(0, -1)).toBe(0);
    expect(similarityOf(1, null, { certainty: 0.5 })).toBeCloseTo(0.1, 9);
  });

  it("is high for a project whose name is the query, or nearly is", () => {
    expect(similarityOf(0, null, { named: new Set([7]) })).toBe(0.98);
    expect(similarityOf(0, null, { named: new Set([8]) })).toBe(0);
    expect(similarityOf(0, null, { nearlyNamed: new Set([7]) })).toBe(0.85);
    expect(similarityOf(1, 2, { nearlyNamed: new Set([7]) })).toBeCloseTo(0.98, 6);
  });
});

describe("nonIncreasing", () => {
  it("averages values that rise with those before them", () => {
    expect([...nonIncreasing([])]).toEqual([]);
    expect([...nonIncreasing([3, 2, 1])]).toEqual([3, 2, 1]);
    expect([...nonIncreasing([1, 3])]).toEqual([2, 2]);
    expect([...nonIncreasing([4, 1, 3, 2])]).toEqual([4, 2, 2, 2]);
    expect([...nonIncreasing([1, 2, 6])]).toEqual([3, 3, 3]);
  });

  it("never rises, keeps the sum, and leaves what falls already", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }), (values) => {
        const fitted = [...nonIncreasing(values)];
        expect(fitted).toHaveLength(values.length);
        for (let i = 1; i < fitted.length; i++) expect(fitted[i]).toBeLessThanOrEqual(fitted[i - 1]! + 1e-9);
        const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
        expect(sum(fitted)).toBeCloseTo(sum(values), 6);
        const falling = values.toSorted((a, b) => b - a);
        expect([...nonIncreasing(falling)]).toEqual(falling);
      }),
    );
  });
});
