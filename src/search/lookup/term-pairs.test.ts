import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PairCounter, TermPairs } from "./term-pairs.ts";

const textsOf = (terms: number, maxLength: number) =>
  fc.array(fc.array(fc.nat(terms - 1), { maxLength: 30 }), { maxLength });

/** As `first second` → occurrences. */
function counted(texts: readonly number[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    text.slice(1).forEach((second, i) => {
      const pair = `${text[i]} ${second}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    });
  return counts;
}

function build(texts: readonly number[][], terms: number, limits: { minCount: number; maxSlots?: number }) {
  const counter = new PairCounter(limits);
  for (const text of texts) counter.add(Uint32Array.from(text));
  return counter.build(terms);
}

describe("pairs of terms", () => {
  it("are counted as a map counts them, but for those that are too rare", () => {
    fc.assert(
      fc.property(textsOf(9, 40), fc.integer({ min: 1, max: 4 }), (texts, minCount) => {
        const pairs = new TermPairs(build(texts, 9, { minCount }));
        const counts = counted(texts);
        for (let first = 0; first < 9; first++)
          for (let second = 0; second < 9; second++) {
            const count = counts.get(`${first} ${second}`) ?? 0;
            expect(pairs.count(first, second)).toBe(count >= minCount ? count : 0);
          }
      }),
    );
  });

  it("are counted where there are more than the table begins with", () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => [i, i + 1, 7]);
    const pairs = new TermPairs(build(texts, 20_001, { minCount: 1 }));
    expect(pairs.count(19_999, 20_000)).toBe(1);
    expect(pairs.count(6, 7)).toBe(2);
    expect(pairs.count(20_000, 7)).toBe(1);
  });

  it("are forgotten if they are rare, where the table is full; what is often met stays", () => {
    const texts = Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? [1, 2] : [i + 2, i + 3]));
    const { starts, seconds, counts } = build(texts, 30_003, { minCount: 2, maxSlots: 1 << 12 });
    expect([starts[1], starts[2], starts.at(-1)]).toEqual([0, 1, 1]);
    expect(seconds).toEqual(Uint32Array.of(2));
    expect(counts).toEqual(Uint16Array.of(10_000));
  });

  it("are counted to 65,535", () => {
    const text = new Array(70_000).fill(3);
    expect(new TermPairs(build([text], 4, { minCount: 2 })).count(3, 3)).toBe(65_535);
  });

  it("are none in a segment of an older version, and none of an unknown term", () => {
    expect(new TermPairs({}).count(0, 0)).toBe(0);
    expect(new TermPairs(build([[0, 1]], 2, { minCount: 1 })).count(-1, 1)).toBe(0);
  });
});
