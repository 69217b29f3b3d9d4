import { expect, it } from "vitest";
import { joinQuery } from "./query-map.ts";

/** Two dimensions of the model to three: the first to the first, the second to the third, five times as long. */
const map = Float32Array.of(1, 0, 0, 0, 0, 5);

const length = (vector: Float32Array | null) => Math.hypot(...vector!);

it("adds the model's vector, in the space of the built-in embedder, to the built-in embedder's", () => {
  const table = Float32Array.of(0, 1, 0);
  const joined = joinQuery(table, Float32Array.of(0, 1), { map })!;
  expect(length(joined)).toBeCloseTo(1);
  expect(joined[0]).toBe(0);
  expect(joined[1]).toBeGreaterThan(0);
  expect(joined[2]).toBeGreaterThan(0);
  expect(table).toEqual(Float32Array.of(0, 1, 0));
});

it("weighs directions, not lengths, of the mapped vector", () => {
  const table = Float32Array.of(0, 1, 0);
  const [one, other] = [0.1, 10].map((scale) => joinQuery(table, Float32Array.of(0, scale), { map })!);
  one!.forEach((value, j) => {
    expect(value).toBeCloseTo(other![j]!, 6);
  });
});

it("is the one of the two that says something", () => {
  const table = Float32Array.of(0, 0.6, 0.8);
  expect(joinQuery(table, Float32Array.of(0, 0), { map })).toEqual(table);
  expect(joinQuery(null, Float32Array.of(3, 0), { map })).toEqual(Float32Array.of(1, 0, 0));
  expect(joinQuery(null, Float32Array.of(0, 0), { map })).toBeNull();
});

it("refuses a model of other dimensions", () => {
  expect(() => joinQuery(null, new Float32Array(4), { map })).toThrow(
    /^a vector of 4 dimensions does not fit a map of 6 numbers/,
  );
});
