import { expect, it } from "vitest";
import { highlightedText, litOf, nearestLit } from "./lit.ts";
import { dotRadius, radiusOf } from "./radius.ts";

const places = { x: Float32Array.of(0.5, 0.502, 0.51, 0.9), y: Float32Array.of(0.5, 0.5, 0.5, 0.5) };
const reach = { x: 0.05, y: 0.05 };

it("finds the nearest result, also where another project is nearer", () => {
  const lit = litOf(Uint8Array.of(0, 1, 1, 1));
  expect(lit.count).toBe(3);
  expect(nearestLit(lit, places, { at: { x: 0.5, y: 0.5 }, reach })).toBe(1);
  expect(nearestLit(lit, places, { at: { x: 0.91, y: 0.5 }, reach })).toBe(3);
  expect(nearestLit(lit, places, { at: { x: 0.7, y: 0.5 }, reach })).toBe(-1);
  expect(nearestLit(litOf(new Uint8Array(4)), places, { at: { x: 0.5, y: 0.5 }, reach })).toBe(-1);
});

it("draws few results larger than the many projects around them", () => {
  const count = 8045;
  const data = { x: new Float32Array(count) };
  const box = { x: 0.5, y: 0.5, width: 1, height: 1 };
  for (const frame of [
    { width: 822, height: 646, box },
    { width: 358, height: 427, box },
  ]) {
    const scene = { data, frame, view: { x: 0.5, y: 0.5, zoom: 1 } };
    const usual = dotRadius(count, frame, 1);
    const lit = litOf(Uint8Array.from({ length: count }, (_, at) => (at < 30 ? 1 : 0)));
    expect(radiusOf({ ...scene, lit }, true)).toBeGreaterThanOrEqual(2 * usual);
    expect(radiusOf({ ...scene, lit }, false)).toBe(usual);
    expect(radiusOf({ ...scene, lit: null }, true)).toBe(usual);
  }
});

it("counts what stands out, not what is left out by groups or by the map", () => {
  expect(highlightedText({ lit: 1, listed: 1, total: 1 })).toBe("Highlighted: 1 project around this idea.");
  expect(highlightedText({ lit: 500, listed: 500, total: 1700 })).toBe(
    "Highlighted: the first 500 of 1,700 projects around this idea.",
  );
  expect(highlightedText({ lit: 128, listed: 138, total: 138 })).toBe(
    "Highlighted: 128 of 138 projects around this idea.",
  );
});
