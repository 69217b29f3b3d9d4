import { expect, it } from "vitest";
import { seededGaussian } from "../../search/random.ts";
import { LinearMapFit } from "./fit-linear-map.ts";

const from = 6;
const to = 4;

function samples(count: number, seed: number) {
  const gaussian = seededGaussian(seed);
  const vector = (length: number) => Float32Array.from({ length }, () => gaussian());
  return Array.from({ length: count }, () => ({ x: vector(from), y: vector(to) }));
}

function fitted(pairs: readonly { x: Float32Array; y: Float32Array }[], penalty: number): Float32Array {
  const fit = new LinearMapFit(from, to);
  for (const { x, y } of pairs) fit.add(x, y);
  return fit.solve(penalty);
}

const mapped = (map: Float32Array, x: Float32Array) =>
  Float32Array.from({ length: to }, (_, j) => x.reduce((sum, value, i) => sum + value * map[i * to + j]!, 0));

it("recovers a map that the pairs follow", () => {
  const gaussian = seededGaussian(3);
  const map = Float32Array.from({ length: from * to }, () => gaussian());
  const pairs = samples(40, 4).map(({ x }) => ({ x, y: mapped(map, x) }));
  fitted(pairs, 1e-9).forEach((value, i) => {
    expect(value).toBeCloseTo(map[i]!, 4);
  });
});

/** At the minimum, Xᵀ(XW − Y) + λW is 0, with λ the penalty times the mean diagonal of XᵀX. */
it.each([0.01, 0.5, 3])("minimises the squares with the penalty %f", (penalty) => {
  const pairs = samples(30, 5);
  const map = fitted(pairs, penalty);
  const squares = pairs.reduce((sum, { x }) => sum + x.reduce((total, value) => total + value * value, 0), 0);
  const weight = (penalty * squares) / from;
  const gradient = Array.from(map, (value) => weight * value);
  for (const { x, y } of pairs) {
    const image = mapped(map, x);
    for (let i = 0; i < from; i++)
      for (let j = 0; j < to; j++) gradient[i * to + j]! += x[i]! * (image[j]! - y[j]!);
  }
  for (const slope of gradient) expect(slope).toBeCloseTo(0, 4);
});

it("is defined with fewer pairs than dimensions, and without any", () => {
  const [pair] = samples(1, 6);
  const map = fitted([pair!], 0.1);
  expect(map.every(Number.isFinite)).toBe(true);
  const [image, wanted] = [mapped(map, pair!.x), pair!.y];
  const dot = image.reduce((sum, value, j) => sum + value * wanted[j]!, 0);
  expect(dot).toBeGreaterThan(0.9 * Math.hypot(...image) * Math.hypot(...wanted));
  expect(fitted([], 0.1)).toEqual(new Float32Array(from * to));
});
