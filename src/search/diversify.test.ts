import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diversify } from "./diversify.ts";

/** By definition: at each step the item with the greatest balance; similarity is taken against all picked so far. */
function naive(
  relevance: readonly number[],
  groups: readonly number[],
  { count, balance }: { count: number; balance: number },
) {
  const picked: number[] = [];
  while (picked.length < Math.min(count, relevance.length)) {
    let best = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    relevance.forEach((own, i) => {
      if (picked.includes(i)) return;
      const closest = picked.some((other) => groups[other] === groups[i]) ? 1 : 0;
      const value = balance * own - (1 - balance) * closest;
      if (value <= bestValue) return;
      best = i;
      bestValue = value;
    });
    picked.push(best);
  }
  return picked;
}

const items = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(4)), { maxLength: 25 });

describe("diversify", () => {
  it("picks as the definition of maximal marginal relevance does", () => {
    fc.assert(
      fc.property(items, fc.nat(30), fc.double({ min: 0, max: 1, noNaN: true }), (list, count, balance) => {
        const relevance = list.map(([own]) => own);
        const groups = list.map(([, group]) => group);
        const likeness = (a: number, b: number) => (groups[a] === groups[b] ? 1 : 0);
        expect(diversify(relevance, { count, balance, likeness })).toEqual(
          naive(relevance, groups, { count, balance }),
        );
      }),
    );
  });

  it("returns a prefix of a longer pick for a shorter one, so that pages are consistent", () => {
    fc.assert(
      fc.property(items, fc.nat(25), (list, count) => {
        const relevance = list.map(([own]) => own);
        const likeness = (a: number, b: number) => (list[a]![1] === list[b]![1] ? 1 : 0);
        const all = diversify(relevance, { count: list.length, balance: 0.7, likeness });
        expect(diversify(relevance, { count, balance: 0.7, likeness })).toEqual(all.slice(0, count));
      }),
    );
  });

  it("keeps the order of relevance when only relevance counts", () => {
    const picked = diversify([0.2, 0.9, 0.5], { count: 3, balance: 1, likeness: () => 1 });
    expect(picked).toEqual([1, 2, 0]);
  });
});
