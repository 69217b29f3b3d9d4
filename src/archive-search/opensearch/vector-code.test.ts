import fc from "fast-check";
import { expect, it } from "vitest";
import { prepareRotated } from "../../search/vector/vector-index.ts";
import { codeFromBytes, codeToBytes, cosine, encodeVector } from "./vector-code.ts";

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })
  .map((values) => Float32Array.from(values))
  .filter((values) => values.some((x) => Math.abs(x) > 0.01));

const norm = (values: Float32Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
const unit = (values: Float32Array) => values.map((x) => x / norm(values));

it("keeps inner products of unit vectors within one hundredth, through its bytes", () => {
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      const [query, stored] = [unit(one), unit(other)];
      const code = codeFromBytes(codeToBytes(encodeVector(stored)!));
      const exact = query.reduce((sum, x, j) => sum + x * stored[j]!, 0);
      expect(Math.abs(cosine(prepareRotated(query), code) - exact)).toBeLessThan(0.01);
    }),
  );
});

it("is null for a vector of zeros", () => {
  expect(encodeVector(new Float32Array(64))).toBeNull();
});
