import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { MapColours } from "./draw.ts";
import type { Group } from "./groups.ts";

/** A CSS colour as the canvas takes it, in the theme of the moment. */
function resolved(colours: readonly string[]): string[] {
  const probe = document.createElement("span");
  // Else high contrast gives all the same color.
  probe.style.setProperty("forced-color-adjust", "none");
  document.body.append(probe);
  const found = colours.map((colour) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

/** The same as 0xAABBGGRR. */
function asPixels(colours: readonly string[]): number[] {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return colours.map(() => 0xff808080);
  return colours.map((colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0]!;
  });
}

function coloursOf(groups: readonly Group[]): MapColours {
  const [surface, text, muted, accent, edge, faded] = resolved([
    "var(--surface)",
    "var(--text)",
    "var(--muted)",
    "var(--accent)",
    "var(--edge)",
    "color-mix(in oklab, var(--series-none) 28%, var(--surface))",
  ]) as [string, string, string, string, string, string];
  const ofGroups = resolved(groups.map(({ colour }) => colour));
  const [surfacePixel, fadedPixel] = asPixels([surface, faded]) as [number, number];
  // Grey results would hardly differ from what is faded around them.
  const lit = ofGroups.map((colour, at) => (groups[at]!.isPlain ? muted : colour));
  return {
    surface,
    text,
    accent,
    edge,
    groups: ofGroups,
    isPlain: groups.map(({ isPlain }) => isPlain),
    pixels: {
      surface: surfacePixel,
      faded: fadedPixel,
      groups: asPixels(ofGroups),
      lit: asPixels(lit),
    },
  };
}

/** The colours of the map, again whenever the theme changes, and for paper. */
export function useMapColours(groups: readonly Group[]): MapColours {
  const [theme, setTheme] = useState(0);
  useEffect(() => {
    const change = () => setTheme((before) => before + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", change);
    const print = matchMedia("print");
    // The page is printed when this returns.
    const changeNow = () => flushSync(change);
    print.addEventListener("change", changeNow);
    const choice = new MutationObserver(change);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", change);
      print.removeEventListener("change", changeNow);
      choice.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the computed colours depend on the theme
  return useMemo(() => coloursOf(groups), [groups, theme]);
}
