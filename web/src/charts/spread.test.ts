import fc from "fast-check";
import { expect, it } from "vitest";
import { spread } from "./spread.ts";

it("moves values apart, keeps their order, and leaves those that are apart where they are", () => {
  expect(spread([0.5, 0.1, 0.52], 0.1, [0, 1])).toEqual([0.5, 0.1, 0.6]);
  expect(spread([1, 1, 0.99], 0.1, [0, 1])).toEqual([0.9, 1, 0.8].map((one) => expect.closeTo(one, 9)));
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 }),
      (values) => {
        const placed = spread(values, 0.1, [0, 1]);
        const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!);
        for (const [rank, at] of order.entries())
          if (rank > 0) expect(placed[at]! - placed[order[rank - 1]!]!).toBeGreaterThan(0.1 - 1e-9);
        expect(Math.max(...placed)).toBeLessThanOrEqual(1 + 1e-9);
      },
    ),
  );
});
