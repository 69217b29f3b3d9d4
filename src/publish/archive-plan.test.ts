import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedFrom } from "./archive-plan.ts";

describe("joinedFrom", () => {
  it("keeps the number of segments small for any sequence of publishes", () => {
    const publishes = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(publishes, (changes) => {
        const sizes = [10_000_000];
        for (const changed of changes) {
          const first = joinedFrom(sizes, changed);
          expect(first).toBeGreaterThanOrEqual(1);
          const taken = sizes.splice(first).reduce((sum, size) => sum + size, 0);
          sizes.push(changed + taken);
        }
        const deltas = sizes.slice(1);
        const documents = deltas.reduce((sum, size) => sum + size, 0);
        expect(documents).toBe(changes.reduce((sum, changed) => sum + changed, 0));
        // Each has twice the documents of all after it, the last but one at least a thousand.
        expect(deltas.length).toBeLessThanOrEqual(2 + Math.max(0, Math.log2(documents / 1_000)));
      }),
    );
  });

  it("merges small changes until they reach a thousand documents", () => {
    const sizes = [80_000];
    let written = 0;
    for (let publish = 0; publish < 100; publish++) {
      const first = joinedFrom(sizes, 100);
      const built = 100 + sizes.splice(first).reduce((sum, size) => sum + size, 0);
      expect(built).toBeLessThanOrEqual(10_000);
      written += built;
      sizes.push(built);
    }
    expect(written / 10_000).toBeLessThan(10);
  });

  it("never merges the first segment", () => {
    expect(joinedFrom([5], 100_000)).toBe(1);
    expect(joinedFrom([], 10)).toBe(0);
  });
});
