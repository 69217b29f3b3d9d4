import fc from "fast-check";
import { expect, it } from "vitest";
import { gridOf } from "./grid.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });

it("finds the nearest point within reach, as a scan of all points does", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(part, part), { maxLength: 200 }),
      fc.tuple(part, part),
      fc.tuple(
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
      ),
      (points, [px, py], [rx, ry]) => {
        const x = Float32Array.from(points, ([one]) => one);
        const y = Float32Array.from(points, ([, one]) => one);
        const distances = [...x].map((value, at) => Math.hypot((value - px) / rx, (y[at]! - py) / ry));
        const least = Math.min(Infinity, ...distances);
        const found = gridOf(x, y).nearest({ x: px, y: py }, { x: rx, y: ry });
        if (least > 1) expect(found).toBe(-1);
        else expect(distances[found]).toBe(least);
      },
    ),
  );
});

it("finds points on the very edge of the map", () => {
  const grid = gridOf(Float32Array.of(0, 1), Float32Array.of(0, 1));
  expect(grid.nearest({ x: 1.01, y: 1.01 }, { x: 0.05, y: 0.05 })).toBe(1);
  expect(grid.nearest({ x: -0.01, y: 0 }, { x: 0.05, y: 0.05 })).toBe(0);
  expect(grid.nearest({ x: 0.5, y: 0.5 }, { x: 0.05, y: 0.05 })).toBe(-1);
});
