import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidates } from "./candidates.ts";
import { nonIncreasing, similarityIn } from "./similarity.ts";

describe("the similarity of a project", () => {
  const candidates = (changes: Partial<Candidates>) =>
    ({
      rows: Uint32Array.of(7),
      coverage: Float64Array.of(0),
      certainty: 1,
      cosines: null,
      searched: 1,
      named: new Set(),
      nearlyNamed: new Set(),
      ...changes,
    }) as Candidates;
  const similarityOf = (coverage: number, cosine: number | null, names: Partial<Candidates> = {}) =>
    similarityIn(
      candidates({
        coverage: Float64Array.of(coverage),
        cosines: cosine === null ? null : Float32Array.of(cosine),
        ...names,
      }),
      (raw) => raw / 2,
    )(0);

  it("grows with the words that it holds and with its calibrated closeness", () => {
    expect(similarityOf(0, null)).toBe(0);
    expect(similarityOf(1, null)).toBeCloseTo(0.8, 9);
    expect(similarityOf(0.5, null)).toBeCloseTo(0.1, 9);
    expect(similarityOf(0, 1)).toBeCloseTo(0.97 * 0.5 ** 2.5, 6);
    expect(similarityOf(0, 2)).toBeCloseTo(0.97, 6);
    expect(similarityOf(1, 1)).toBeCloseTo(1 - 0.2 * (1 - 0.97 * 0.5 ** 2.5), 6);
    expect(similarityOf(0, -1)).toBe(0);
    expect(similarityOf(1, null, { certainty: 0.5 })).toBeCloseTo(0.1, 9);
  });

  it("grows with the closeness of the nearest, one in a hundred of the projects searched, ten at most", () => {
    const count = 20;
    const first = (searched: number, cosines: (at: number) => number) =>
      similarityIn(
        candidates({
          rows: Uint32Array.from({ length: count }, (_, at) => at),
          coverage: new Float64Array(count),
          cosines: Float32Array.from({ length: count }, (_, at) => cosines(at)),
          searched,
        }),
        (raw) => raw,
      )(0);
    const amid = (near: number) => (at: number) => (at === 0 ? 0.8 : at < near ? 0.6 : 0);
    const expected = (around: number) => 0.97 * (0.64 * 0.8 + 0.36 * around) ** 2.5;
    expect(first(100, amid(1))).toBeCloseTo(expected(0.8), 6);
    expect(first(101, amid(1))).toBeCloseTo(expected(0.8 / 2), 6);
    expect(first(400, amid(2))).toBeCloseTo(expected(1.4 / 4), 6);
    for (const searched of [1_000, 90_000]) {
      expect(first(searched, amid(10))).toBeCloseTo(expected(6.2 / 10), 6);
      expect(first(searched, amid(11))).toBe(first(searched, amid(10)));
    }
  });

  it("is high for a project whose name is the query, or nearly is", () => {
    expect(similarityOf(0, null, { named: new Set([7]) })).toBe(0.98);
    expect(similarityOf(0, null, { named: new Set([8]) })).toBe(0);
    expect(similarityOf(0, null, { nearlyNamed: new Set([7]) })).toBe(0.85);
    expect(similarityOf(1, 2, { nearlyNamed: new Set([7]) })).toBeCloseTo(0.994, 6);
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
