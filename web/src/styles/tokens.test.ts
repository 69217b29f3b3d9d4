/** Contrast by the formula of WCAG 2.2 (relative luminance, success criteria 1.4.3 and 1.4.11). */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const hex = "#[0-9a-f]{6}";
const tokens = new Map(
  [...css.matchAll(new RegExp(`--([a-z-]+): light-dark\\((${hex}), (${hex})\\)`, "g"))].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }] as const,
  ),
);

/** Text on its background: 4.5 to 1. */
const texts: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ["text", "canvas", "surface", "sunken", "hover"],
  ["muted", "canvas", "surface", "sunken", "hover"],
  ["accent-text", "canvas", "surface", "hover", "accent-soft"],
  ["danger-text", "surface", "danger-soft"],
  ["warning-text", "warning-soft"],
  ["success-text", "success-soft"],
  ["on-accent", "accent", "accent-hover"],
  ["on-danger", "danger", "danger-hover"],
  // Toasts use inverted colours.
  ["canvas", "text"],
];

/** Borders of controls and the focus ring: 3 to 1. */
const edges: readonly (readonly [edge: string, ...grounds: string[]])[] = [
  ["edge", "canvas", "surface"],
  ["accent", "canvas", "surface"],
  ["danger", "surface"],
  ["focus", "canvas", "surface", "sunken", "hover", "accent-soft"],
];

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
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

  it("are all checked in a pair, except decorative lines", () => {
    const paired = new Set([...texts, ...edges].flat());
    expect([...tokens.keys()].filter((name) => !paired.has(name))).toEqual(["line"]);
  });
});
