import { expect, it } from "vitest";
import { seededGaussian, seededRandom } from "./random.ts";

it("returns the numbers that stored vectors were rotated by, and never others", () => {
  const random = seededRandom(20_240_501);
  expect([random(), random(), random()]).toEqual([
    0.7720305563416332, 0.6602162639610469, 0.2478965383488685,
  ]);
  const other = seededRandom(1);
  expect([other(), other()]).toEqual([0.6270739405881613, 0.002735721180215478]);
});

it("is uniform between 0 and 1", () => {
  const random = seededRandom(7);
  const tenths = new Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) tenths[Math.floor(random() * 10)]!++;
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(130);
});

it("is normal: mean 0, variance 1, and the same for the same seed", () => {
  const [gaussian, again] = [seededGaussian(3), seededGaussian(3)];
  const numbers = Array.from({ length: 20_000 }, gaussian);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const variance = numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  expect(numbers.slice(0, 20)).toEqual(Array.from({ length: 20 }, again));
});
