import { describe, expect, it } from "vitest";
import { matchedTerms, mergeHits, raise } from "./archive-hits.ts";

const hits = (...pairs: [id: number, score: number][]) => ({
  ids: Uint32Array.from(pairs, ([id]) => id),
  scores: Float64Array.from(pairs, ([, score]) => score),
});

describe("merged hits", () => {
  it("are the best of all lists, of equal scores those of earlier lists first", () => {
    const lists = [hits([1, 9], [2, 5], [3, 1]), hits([10, 7], [11, 5]), hits([20, 5])];
    expect(mergeHits(lists, 5)).toEqual(hits([1, 9], [10, 7], [2, 5], [11, 5], [20, 5]));
    expect(mergeHits(lists, 2)).toEqual(hits([1, 9], [10, 7]));
    expect(mergeHits(lists, 99)).toEqual(hits([1, 9], [10, 7], [2, 5], [11, 5], [20, 5], [3, 1]));
  });

  it("are none of no lists or empty ones", () => {
    expect(mergeHits([], 5)).toEqual(hits());
    expect(mergeHits([hits(), hits()], 5)).toEqual(hits());
    expect(mergeHits([hits(), hits([4, 1])], 5)).toEqual(hits([4, 1]));
  });
});

describe("bits of the matched terms", () => {
  const term = (position: number | undefined) => ({ term: 0, idf: 1, position });

  it("are moved from the segment's terms to those of the query", () => {
    const terms = [term(1), term(4), term(5)];
    expect([...matchedTerms(Uint32Array.of(0b000, 0b001, 0b110, 0b111), terms)]).toEqual([
      0, 0b10, 0b110000, 0b110010,
    ]);
  });

  it("stay where the segment has all terms, or they have no positions", () => {
    const bits = Uint32Array.of(0b101);
    expect(matchedTerms(bits, [term(0), term(1), term(2)])).toBe(bits);
    expect(matchedTerms(bits, [term(undefined), term(undefined), term(undefined)])).toBe(bits);
  });

  it("of terms beyond 32 are left out", () => {
    const terms = Array.from({ length: 34 }, (_, i) => term(i + 1));
    const [row] = matchedTerms(Uint32Array.of(0xffffffff), terms);
    expect(row).toBe(0xfffffffe);
  });
});

it("numbers are raised in place", () => {
  const numbers = Uint32Array.of(5, 7);
  expect(raise(numbers, 10)).toBe(numbers);
  expect([...numbers]).toEqual([15, 17]);
  expect([...raise(numbers, -15)]).toEqual([0, 2]);
  expect([...raise(numbers, 0)]).toEqual([0, 2]);
});
