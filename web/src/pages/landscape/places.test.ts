import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesOf } from "./places.ts";

const part = fc.double({ min: 0.0001, max: 0.9999, noNaN: true });
const points = fc.array(fc.tuple(part, part), { maxLength: 400 });
const columns = (list: readonly (readonly [number, number])[]) => ({
  x: list.map(([x]) => x),
  y: list.map(([, y]) => y),
});

describe("the places of the dots", () => {
  it("are in the box, which is no greater than the projects need", () => {
    fc.assert(
      fc.property(points, fc.nat({ max: 300 }), (list, away) => {
        const { x, y, box } = placesOf(columns([...list, ...Array<[number, number]>(away).fill([0, 1])]));
        for (const [at, one] of x.entries()) {
          expect(Math.abs(one - box.x)).toBeLessThanOrEqual(box.width / 2 + 1e-5);
          expect(Math.abs(y[at]! - box.y)).toBeLessThanOrEqual(box.height / 2 + 1e-5);
        }
        expect(box.width).toBeCloseTo(Math.max(0.2, x.length === 0 ? 0 : Math.max(...x) - Math.min(...x)), 5);
      }),
    );
  });

  it("are those of the service where no project is far from the others", () => {
    const grid = Array.from({ length: 400 }, (_, at): [number, number] => [
      0.2 + (at % 20) / 40,
      0.3 + Math.floor(at / 20) / 80,
    ]);
    const { x, y, box, unplaced } = placesOf(columns(grid));
    const { x: sameX, y: sameY } = columns(grid);
    expect([...x]).toEqual(sameX.map(Math.fround));
    expect([...y]).toEqual(sameY.map(Math.fround));
    expect(box).toEqual({
      x: expect.closeTo(0.4375, 5),
      y: expect.closeTo(0.41875, 5),
      width: expect.closeTo(0.475, 5),
      height: expect.closeTo(0.2375, 5),
    });
    expect(unplaced).toBeNull();
  });

  it("of one project in 400 far away are at the edge of the others", () => {
    const near = Array.from({ length: 399 }, (_, at): [number, number] => [0.4 + (at % 20) / 100, 0.5]);
    const { x, box } = placesOf(columns([...near, [0.999, 0.5]]));
    expect(x[399]).toBeCloseTo(0.59, 5);
    expect(box.width).toBeCloseTo(0.2, 5);
  });

  it("of projects without a vector are rows below the map, each dot a place of its own", () => {
    const near = Array.from({ length: 100 }, (_, at): [number, number] => [0.1 + at / 200, 0.2 + at / 250]);
    const { x, y, box, unplaced } = placesOf(columns([...near, ...Array<[number, number]>(9).fill([0, 1])]));
    const lowest = Math.max(...y.subarray(0, 100));
    expect(y.subarray(100).every((one) => one > lowest)).toBe(true);
    expect(new Set(Array.from(x.subarray(100), (one, at) => `${one} ${y[100 + at]}`)).size).toBe(9);
    expect(unplaced).toEqual({ count: 9, end: { x: x[105], y: expect.closeTo(y[105]!, 5) } });
    expect(box.y + box.height / 2).toBeCloseTo(Math.max(...y), 5);
  });
});
