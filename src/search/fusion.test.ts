import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse, type RankedList } from "./fusion.ts";

const list = fc.record({
  weight: fc.double({ min: 0.1, max: 2, noNaN: true }),
  items: fc.uniqueArray(fc.nat(30), { maxLength: 20 }),
});

function naiveScore(lists: readonly RankedList[], item: number, k: number): number {
  let score = 0;
  for (const { weight, items } of lists) {
    const rank = Array.from(items).indexOf(item) + 1;
    if (rank > 0) score += weight / (k + rank);
  }
  return score;
}

describe("fuse", () => {
  it("returns every item of every list once, with the sum of its reciprocal ranks, best first", () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), fc.integer({ min: 1, max: 100 }), (lists, k) => {
        const fused = fuse(lists, k);
        const items = new Set(lists.flatMap((one) => Array.from(one.items)));
        expect(new Set(fused.map(({ item }) => item))).toEqual(items);
        expect(fused).toHaveLength(items.size);
        for (const { item, score } of fused) expect(score).toBeCloseTo(naiveScore(lists, item, k), 12);
        for (let i = 1; i < fused.length; i++) {
          const [before, after] = [fused[i - 1]!, fused[i]!];
          expect(
            before.score > after.score || (before.score === after.score && before.item < after.item),
          ).toBe(true);
        }
      }),
    );
  });

  it("puts the item that leads every list first", () => {
    const fused = fuse(
      [
        { weight: 1, items: [7, 1, 2] },
        { weight: 0.2, items: Uint32Array.of(7, 2) },
      ],
      10,
    );
    expect(fused.map(({ item }) => item)).toEqual([7, 2, 1]);
  });

  it("is empty without items", () => {
    expect(fuse([], 10)).toEqual([]);
    expect(fuse([{ weight: 1, items: [] }], 10)).toEqual([]);
  });
});
