/** Contrast by the formula of WCAG 2.2 (relative luminance, success criteria 1.4.3 and 1.4.11). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const hex = "#[0-9a-f]{6}";
const tokens = new Map(
  [...css.matchAll(new RegExp(`--([a-z0-9-]+): light-dark\\((${hex}), (${hex})\\)`, "g"))].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }] as const,
  ),
);

/** Text on its background: 4.5 to 1. */
const texts: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ["text", "canvas", "surface", "sunken", "hover", "mark"],
  ["muted", "canvas", "surface", "sunken", "hover", "mark"],
  ["accent-text", "canvas", "surface", "hover", "accent-soft"],
  ["danger-text", "surface", "danger-soft"],
  ["warning-text", "warning-soft"],
  ["success-text", "success-soft"],
  ["on-accent", "accent", "accent-hover"],
  ["on-danger", "danger", "danger-hover"],
  // Toasts use inverted colours.
  ["canvas", "text"],
];

/** Borders of controls, the focus ring and the marks of charts: 3 to 1. */
const edges: readonly (readonly [edge: string, ...grounds: string[]])[] = [
  ["edge", "canvas", "surface"],
  ["accent", "canvas", "surface"],
  ["danger", "surface"],
  ...[1, 2, 3, 4, 5, 6, 7, 8, "none"].map((name) => [`series-${name}`, "canvas", "surface"] as const),
  ["focus", "canvas", "surface", "sunken", "hover", "accent-soft"],
];

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Linear red, green and blue as a colour-blind person sees them (Machado and others, 2009, severity 1). */
const eyes: Record<string, readonly number[]> = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function linear(colour: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** Coordinates in Oklab (Ottosson, 2020), where distances are about as great as they look. */
function oklab(colour: string, eye: readonly number[]): number[] {
  const light = linear(colour);
  const [r, g, b] = [0, 3, 6].map((row) =>
    Math.max(
      0,
      light.reduce((sum, value, at) => sum + eye[row + at]! * value, 0),
    ),
  ) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe("colours", () => {
  it("are measured as in the standard's examples", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  for (const theme of ["light", "dark"] as const) {
    for (const [least, pairs] of [
      [4.5, texts],
      [3, edges],
    ] as const) {
      it(`${theme}: meet with at least ${least} to 1`, () => {
        const weak = pairs.flatMap(([name, ...grounds]) =>
          grounds
            .map((ground) => ({
              pair: `${name} on ${ground}`,
              ratio: contrast(tokens.get(name)![theme], tokens.get(ground)![theme]),
            }))
            .filter(({ ratio }) => ratio < least),
        );
        expect(weak).toEqual([]);
      });
    }
  }

  it("of the eight series differ visibly, to colour-blind readers too", () => {
    const names = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `series-${at}`);
    for (const theme of ["light", "dark"] as const)
      for (const [eye, matrix] of Object.entries(eyes)) {
        const places = names.map((name) => oklab(tokens.get(name)![theme], matrix));
        const least = Math.min(
          ...places.flatMap((one, at) =>
            places.slice(0, at).map((other) => Math.hypot(...one.map((value, axis) => value - other[axis]!))),
          ),
        );
        expect(least, `${theme}, ${eye}`).toBeGreaterThan(0.1);
      }
  });

  it("are all checked in a pair, except decorative lines", () => {
    const paired = new Set([...texts, ...edges].flat());
    expect([...tokens.keys()].filter((name) => !paired.has(name))).toEqual(["line"]);
  });
});
