import fc from "fast-check";
import { expect, it } from "vitest";
import { type Dot, mostNames, placeNames } from "./project-names.ts";

const frame = { width: 800, height: 600 };
const widthOf = (text: string) => text.length * 7;
const placed = (dots: Dot[], taken: Parameters<typeof placeNames>[2]["taken"] = []) =>
  placeNames(dots, frame, { taken, widthOf });
const dot = (x: number, y: number, name: string): Dot => ({ x, y, radius: 5, name });

it("writes a name right of its dot, else left of it, below or above, else nowhere", () => {
  expect(placed([dot(400, 300, "Escrow")])).toEqual([{ text: "Escrow", x: 411, y: 300, width: 42 }]);
  expect(placed([dot(780, 300, "Escrow")])).toEqual([{ text: "Escrow", x: 727, y: 300, width: 42 }]);
  const beside = { left: 0, right: 800, top: 299, bottom: 301 };
  expect(placed([dot(400, 300, "Escrow")], [beside])).toEqual([
    { text: "Escrow", x: 379, y: 313, width: 42 },
  ]);
  const under = { left: 0, right: 800, top: 306, bottom: 330 };
  expect(placed([dot(400, 300, "Escrow")], [beside, under])).toEqual([
    { text: "Escrow", x: 379, y: 287, width: 42 },
  ]);
  const over = { left: 0, right: 800, top: 270, bottom: 294 };
  expect(placed([dot(400, 300, "Escrow")], [beside, under, over])).toEqual([]);
});

it("writes names of the first dots, and no name over another, a dot or the edge", () => {
  const anyDot = fc.record({
    x: fc.integer({ min: 0, max: 800 }),
    y: fc.integer({ min: 0, max: 600 }),
    radius: fc.integer({ min: 1, max: 9 }),
    name: fc.string({ minLength: 1, maxLength: 30 }),
  });
  fc.assert(
    fc.property(fc.array(anyDot, { maxLength: 60 }), (dots) => {
      const names = placed(dots).map(({ text, x, y }) => ({
        left: x,
        right: x + widthOf(text),
        top: y - 8,
        bottom: y + 8,
      }));
      for (const [at, name] of names.entries()) {
        expect(name.left >= 0 && name.right <= 800 && name.top >= 0 && name.bottom <= 600).toBe(true);
        for (const other of names.slice(0, at))
          expect(
            name.left >= other.right ||
              other.left >= name.right ||
              name.top >= other.bottom ||
              other.top >= name.bottom,
          ).toBe(true);
        for (const { x, y, radius } of dots)
          expect(
            name.left >= x + radius ||
              x - radius >= name.right ||
              name.top >= y + radius ||
              y - radius >= name.bottom,
          ).toBe(true);
      }
    }),
  );
  const allButRight = [
    { left: 0, right: 390, top: 0, bottom: 600 },
    { left: 390, right: 410, top: 0, bottom: 294 },
    { left: 390, right: 410, top: 306, bottom: 600 },
  ];
  expect(placed([dot(400, 300, "First"), dot(400, 300, "Second")], allButRight)).toEqual([
    { text: "First", x: 411, y: 300, width: 35 },
  ]);
});

it("names a project for each 8,000 pixels of the map at most", () => {
  expect(mostNames(frame)).toBe(60);
  expect(mostNames({ width: 0, height: 600 })).toBe(0);
});
