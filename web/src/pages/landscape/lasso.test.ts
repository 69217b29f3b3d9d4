import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInside, pointsInside, readLasso, simplified, writeLasso } from "./lasso.ts";
import type { Point } from "./view.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });
const polygon = fc.array(fc.record({ x: part, y: part }), { minLength: 3, maxLength: 30 });

/** The naive twin: adds up the angles under which the point sees the outline; odd turns are inside. */
function turnsAround(outline: readonly Point[], x: number, y: number): number {
  let sum = 0;
  for (const [at, one] of outline.entries()) {
    const next = outline[(at + 1) % outline.length]!;
    let angle = Math.atan2(next.y - y, next.x - x) - Math.atan2(one.y - y, one.x - x);
    if (angle > Math.PI) angle -= 2 * Math.PI;
    if (angle < -Math.PI) angle += 2 * Math.PI;
    sum += angle;
  }
  return Math.round(sum / (2 * Math.PI));
}

/** Points on the outline are undecided: neither answer is wrong there. */
function isOnOutline(outline: readonly Point[], x: number, y: number): boolean {
  return outline.some((one, at) => {
    const next = outline[(at + 1) % outline.length]!;
    const cross = (next.x - one.x) * (y - one.y) - (next.y - one.y) * (x - one.x);
    return Math.abs(cross) < 1e-9;
  });
}

describe("the lasso", () => {
  it("holds the points that a winding count finds", () => {
    fc.assert(
      fc.property(polygon, fc.array(fc.tuple(part, part), { maxLength: 50 }), (outline, points) => {
        const x = Float32Array.from(points, ([one]) => one);
        const y = Float32Array.from(points, ([, one]) => one);
        const decided = [...x.keys()].filter((at) => !isOnOutline(outline, x[at]!, y[at]!));
        const expected = decided.filter((at) => Math.abs(turnsAround(outline, x[at]!, y[at]!)) % 2 === 1);
        const found = pointsInside(outline, x, y).filter((at) => decided.includes(at));
        expect(found).toEqual(expected);
      }),
    );
  });

  it("of fewer than three corners holds nothing", () => {
    const [x, y] = [Float32Array.of(0.5), Float32Array.of(0.5)];
    expect(pointsInside([], x, y)).toEqual([]);
    expect(pointsInside([{ x: 0, y: 0 }, { x: 1, y: 1 }], x, y)).toEqual([]); // biome-ignore format: short
  });

  it("is simplified to an outline that holds almost the same", () => {
    const circle = Array.from({ length: 400 }, (_, at) => ({
      x: 0.5 + 0.3 * Math.cos((at / 400) * 2 * Math.PI),
      y: 0.5 + 0.3 * Math.sin((at / 400) * 2 * Math.PI),
    }));
    const few = simplified(circle);
    expect(few.length).toBeLessThanOrEqual(48);
    let different = 0;
    for (let x = 0.005; x < 1; x += 0.02)
      for (let y = 0.005; y < 1; y += 0.02) if (isInside(circle, x, y) !== isInside(few, x, y)) different++;
    expect(different).toBeLessThan(25);
  });

  it("is written into the address and read back; nonsense is none", () => {
    fc.assert(
      fc.property(polygon, (outline) => {
        const read = readLasso(writeLasso(outline))!;
        for (const [at, { x, y }] of outline.entries()) {
          expect(read[at]!.x).toBeCloseTo(x, 2);
          expect(read[at]!.y).toBeCloseTo(y, 2);
        }
      }),
    );
    for (const text of [undefined, "", "1.2~3.4", "a~b~c", "1~2~3", "<i>~1.1~2.2"])
      expect(readLasso(text)).toBeUndefined();
  });
});
