import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bounded,
  maxZoom,
  panned,
  readView,
  toMap,
  toScreen,
  viewOf,
  wholeMap,
  writeView,
  zoomed,
} from "./view.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });
const view = fc.record({ x: part, y: part, zoom: fc.double({ min: 1, max: maxZoom, noNaN: true }) });
const side = fc.double({ min: 0.2, max: 1, noNaN: true });
const box = fc.record({ x: part, y: part, width: side, height: side });
const frame = fc.record({
  width: fc.integer({ min: 320, max: 2000 }),
  height: fc.integer({ min: 300, max: 1200 }),
  box,
});
const point = fc.record({ x: part, y: part });

describe("the view of the map", () => {
  it("shows the whole box at first, and fills one side of the canvas with it unless that stretches too much", () => {
    fc.assert(
      fc.property(frame, (size) => {
        const { box } = size;
        const corner = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        const at = toScreen(viewOf(box), size, corner);
        const free = { x: size.width - at.x, y: size.height - at.y };
        expect(free.x).toBeGreaterThanOrEqual(28 - 1e-6);
        expect(free.y).toBeGreaterThanOrEqual(58 - 1e-6);
        const units = toScreen(viewOf(box), size, { x: box.x + 1, y: box.y + 1 });
        const stretch = (units.x - size.width / 2) / (units.y - size.height / 2);
        expect(Math.max(stretch, 1 / stretch)).toBeLessThan(1.7001);
        expect(Math.min(free.x - 28, free.y - 58)).toBeCloseTo(0, 6);
      }),
    );
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
        const kept = bounded(
          { ...after },
          { ...size.box, width: size.box.width - 1e-9, height: size.box.height - 1e-9 },
        );
        if (kept.x === after.x && kept.y === after.y) {
          expect(is.x).toBeCloseTo(was.x, 6);
          expect(is.y).toBeCloseTo(was.y, 6);
        }
      }),
    );
  });

  it("follows the pointer while panning", () => {
    const size = { width: 800, height: 600, box: wholeMap };
    const at = { x: 0.5, y: 0.5, zoom: 4 };
    const before = toScreen(at, size, { x: 0.51, y: 0.52 });
    const after = toScreen(panned(at, size, { x: 30, y: -12 }), size, { x: 0.51, y: 0.52 });
    expect([after.x - before.x, after.y - before.y]).toEqual([expect.closeTo(30, 6), expect.closeTo(-12, 6)]);
  });

  it("is written into the address and read back; anything else shows everything", () => {
    fc.assert(
      fc.property(view, box, (wanted, within) => {
        const at = bounded(wanted, within);
        const read = readView(writeView(at, within), within);
        expect(read.x).toBeCloseTo(at.x, 3);
        expect(read.y).toBeCloseTo(at.y, 3);
        expect(read.zoom).toBeCloseTo(at.zoom, 1);
        expect(writeView(viewOf(within), within)).toBeUndefined();
      }),
    );
    for (const text of [undefined, "", "1~2", "a~b~c", "1~1~NaN", "<b>", "1~2~3~4"])
      expect(readView(text, wholeMap)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
    expect(readView("-5~9~1e9", { x: 0.5, y: 0.6, width: 0.8, height: 0.4 })).toEqual({
      x: expect.closeTo(0.1, 9),
      y: expect.closeTo(0.8, 9),
      zoom: maxZoom,
    });
  });
});
