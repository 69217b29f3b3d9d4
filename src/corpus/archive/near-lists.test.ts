import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestOfAll } from "./near-lists.ts";

const near = fc
  .uniqueArray(fc.double({ min: -1, max: 1, noNaN: true }).map(Math.fround), { maxLength: 12 })
  .map((closeness) => ({
    lists: Uint32Array.from(closeness.keys()),
    closeness: Float32Array.from(closeness),
  }));

/** Oracle: every list of every segment, sorted. */
function naive(segments: readonly (NonNullable<ReturnType<typeof nearestOfAll>[number]> | null)[]) {
  const all = segments.flatMap((segment, s) =>
    [...(segment?.closeness ?? [])].map((closeness, i) => ({ s, list: segment!.lists[i]!, closeness })),
  );
  const most = Math.max(0, ...segments.map((segment) => segment?.lists.length ?? 0));
  const kept = Math.ceil(Math.sqrt(most * all.length));
  const bar = all.map(({ closeness }) => closeness).sort((a, b) => b - a)[kept - 1] ?? 0;
  return segments.map(
    (segment, s) =>
      segment && all.filter((one) => one.s === s && one.closeness >= bar).map(({ list }) => list),
  );
}

describe("lists of several segments", () => {
  it("are the nearest of all together, as the naive twin finds, each segment's in their order", () => {
    fc.assert(
      fc.property(fc.array(fc.option(near), { maxLength: 6 }), (segments) => {
        const found = nearestOfAll(segments);
        expect(found.map((one) => one && [...one.lists])).toEqual(naive(segments));
        found.forEach((one, s) => {
          one?.lists.forEach((list, i) => {
            expect(one.closeness[i]).toBe(segments[s]!.closeness[list]);
          });
        });
      }),
    );
  });

  it("are all of one segment, and those of a large one beside a small one but for a few", () => {
    const of = (count: number, closeness: number) => ({
      lists: Uint32Array.from({ length: count }, (_, i) => i),
      closeness: new Float32Array(count).map((_, i) => closeness - i / 1_000),
    });
    expect(nearestOfAll([of(9, 0.5), null])).toEqual([of(9, 0.5), null]);
    const [large, small] = nearestOfAll([of(100, 0.9), of(2, 0.1)]);
    expect(large!.lists).toHaveLength(100);
    expect(small!.lists).toHaveLength(1);
  });

  it("are three times those of one segment for nine of one size", () => {
    const segments = Array.from({ length: 9 }, (_, s) => ({
      lists: Uint32Array.from({ length: 50 }, (_, i) => i),
      closeness: Float32Array.from({ length: 50 }, (_, i) => 1 - i / 50 - s / 10_000),
    }));
    const kept = nearestOfAll(segments).reduce((sum, one) => sum + one!.lists.length, 0);
    expect(kept).toBe(150);
  });
});
