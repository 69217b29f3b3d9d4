import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { greatestZoom, panned, readView, toMap, toScreen, viewOf, whole, writeView, zoomed } from "./view.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });
const view = fc.record({ x: part, y: part, zoom: fc.double({ min: 1, max: greatestZoom, noNaN: true }) });
const frame = fc.record({
  width: fc.integer({ min: 320, max: 2000 }),
  height: fc.integer({ min: 300, max: 1200 }),
});
const point = fc.record({ x: part, y: part });

describe("the view of the map", () => {
  it("shows everything at first", () => {
    for (const size of [
      { width: 360, height: 600 },
      { width: 1440, height: 800 },
    ])
      for (const corner of [0, 1]) {
        const at = toScreen(whole, size, { x: corner, y: corner });
        expect(at.x).toBeGreaterThanOrEqual(0);
        expect(at.x).toBeLessThanOrEqual(size.width);
        expect(at.y).toBeGreaterThanOrEqual(0);
        expect(at.y).toBeLessThanOrEqual(size.height);
      }
  });

  it("maps to the screen and back", () => {
    fc.assert(
      fc.property(view, frame, point, (at, size, place) => {
        const back = toMap(at, size, toScreen(at, size, place));
        expect(back.x).toBeCloseTo(place.x, 6);
        expect(back.y).toBeCloseTo(place.y, 6);
      }),
    );
  });

  it("keeps the place under the pointer while zooming, as far as the map reaches", () => {
    fc.assert(
      fc.property(view, frame, fc.double({ min: 1, max: 3, noNaN: true }), (at, size, factor) => {
        const pointer = { x: size.width * 0.6, y: size.height * 0.45 };
        const after = zoomed(at, size, { factor, at: pointer });
        const [was, is] = [toMap(at, size, pointer), toMap(after, size, pointer)];
        const inside = [after.x, after.y].every((one) => one > 0 && one < 1);
        if (inside) {
          expect(is.x).toBeCloseTo(was.x, 6);
          expect(is.y).toBeCloseTo(was.y, 6);
        }
      }),
    );
  });

  it("follows the pointer while panning", () => {
    const size = { width: 800, height: 600 };
    const at = { x: 0.5, y: 0.5, zoom: 4 };
    const before = toScreen(at, size, { x: 0.51, y: 0.52 });
    const after = toScreen(panned(at, size, { x: 30, y: -12 }), size, { x: 0.51, y: 0.52 });
    expect([after.x - before.x, after.y - before.y]).toEqual([expect.closeTo(30, 6), expect.closeTo(-12, 6)]);
  });

  it("is written into the address and read back; anything else is the whole map", () => {
    fc.assert(
      fc.property(view, (at) => {
        const read = readView(writeView(at));
        expect(read.x).toBeCloseTo(at.x, 3);
        expect(read.y).toBeCloseTo(at.y, 3);
        expect(read.zoom).toBeCloseTo(at.zoom, 1);
      }),
    );
    expect(writeView(whole)).toBeUndefined();
    for (const text of [undefined, "", "1~2", "a~b~c", "1~1~NaN", "<b>", "1~2~3~4"])
      expect(readView(text)).toEqual(whole);
    expect(readView("-5~9~1e9")).toEqual({ x: 0, y: 1, zoom: greatestZoom });
  });

  it("of some points holds all of them", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), frame, (points, size) => {
        const at = viewOf(points);
        for (const place of points) {
          const { x, y } = toScreen(at, size, place);
          expect(x >= -1 && x <= size.width + 1 && y >= -1 && y <= size.height + 1).toBe(true);
        }
      }),
    );
  });
});
