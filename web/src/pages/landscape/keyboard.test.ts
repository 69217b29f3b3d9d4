import { describe, expect, it } from "vitest";
import { actionOf, cornersOf } from "./keyboard.ts";
import { isInside } from "./lasso.ts";
import { toMap, viewOf } from "./view.ts";

const frame = { width: 900, height: 600, box: { x: 0.5, y: 0.4, width: 1, height: 0.5 } };
const press = (key: string, state: Partial<Parameters<typeof actionOf>[1]> = {}, shift = false) =>
  actionOf({ key, shift }, { view: { x: 0.5, y: 0.5, zoom: 4 }, rectangle: null, ...state }, frame);

describe("the keys of the map", () => {
  it("move what is visible towards the arrow, and zoom around the middle", () => {
    expect(press("ArrowRight")!.view!.x).toBeGreaterThan(0.5);
    expect(press("ArrowUp")!.view!.y).toBeLessThan(0.5);
    expect(press("+")!.view).toEqual({ x: 0.5, y: 0.5, zoom: 6 });
    expect(press("-")!.view!.zoom).toBeCloseTo(4 / 1.5, 9);
    expect(press("0")!.view).toEqual(viewOf(frame.box));
  });

  it("draw a rectangle, resize it, and select with it", () => {
    const rectangle = press("s")!.rectangle!;
    expect(rectangle).toEqual({ x: 150, y: 100 });
    const wider = press("ArrowRight", { rectangle }, true)!.rectangle!;
    expect(wider).toEqual({ x: 166, y: 100 });
    const { select, rectangle: after } = press("Enter", { rectangle: wider })!;
    expect(after).toBeNull();
    const view = { x: 0.5, y: 0.5, zoom: 4 };
    expect(select).toEqual(cornersOf(wider, view, frame));
    const inside = toMap(view, frame, { x: 450 + 160, y: 300 });
    const outside = toMap(view, frame, { x: 450 + 170, y: 300 });
    expect([isInside(select!, inside.x, inside.y), isInside(select!, outside.x, outside.y)]).toEqual([
      true,
      false,
    ]);
    expect(press("Escape", { rectangle })).toEqual({ rectangle: null });
    expect(press("ArrowLeft", { rectangle: { x: 8, y: 8 } }, true)!.rectangle).toEqual({ x: 8, y: 8 });
  });

  it("open the project in the middle; all others are the browser's", () => {
    expect(press("Enter")).toEqual({ open: true });
    for (const key of ["Tab", "Escape", "a", "PageDown"]) expect(press(key)).toBeNull();
  });
});
