import fc from "fast-check";
import { expect, it } from "vitest";
import type { Int8Vector } from "./int8-vector.ts";
import { pairwiseProducts } from "./pairwise-products.ts";

const sets = fc.integer({ min: 1, max: 3 }).chain((blocks) =>
  fc.array(
    fc.option(
      fc.record({
        int8: fc.int8Array({ minLength: 32 * blocks, maxLength: 32 * blocks }),
        scale: fc.integer({ min: 1, max: 20 }).map((n) => n / 1024),
      }),
    ),
    { maxLength: 12 },
  ),
);

function naive(some: Int8Vector | null, other: Int8Vector | null): number {
  if (!some || !other) return 0;
  return some.int8.reduce((sum, x, j) => sum + x * other.int8[j]! * some.scale * other.scale, 0);
}

it("gives the inner product of every two vectors, 0 with a missing one, like a loop", () => {
  fc.assert(
    fc.property(sets, (vectors) => {
      const products = pairwiseProducts(vectors);
      expect(products).toHaveLength(vectors.length ** 2);
      for (const [i, some] of vectors.entries())
        for (const [j, other] of vectors.entries())
          expect(products[i * vectors.length + j]).toBeCloseTo(naive(some, other), 3);
    }),
  );
});

it("uses larger space after smaller: no product is left over from an earlier call", () => {
  const vector = (value: number) => ({ int8: new Int8Array(64).fill(value), scale: 1 });
  expect([...pairwiseProducts([vector(1)])]).toEqual([64]);
  // Adding 0 turns -0 into 0.
  expect([...pairwiseProducts([vector(2), null, vector(3)])].map((x) => x + 0)).toEqual([
    256, 0, 384, 0, 0, 0, 384, 0, 576,
  ]);
  expect([...pairwiseProducts([null, null])]).toEqual([0, 0, 0, 0]);
});
