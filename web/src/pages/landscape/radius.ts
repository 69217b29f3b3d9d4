/** How large the dots of the map are, in CSS pixels. */
import type { Lit } from "./lit.ts";
import type { Frame, Size, View } from "./view.ts";

/** Least radius, and that of so many dots that they would cover the map. */
const minRadius = { usual: 1.6, many: 1.1, manyFrom: 20_000 } as const;

/** Grows with the zoom, and where there are few projects. */
export function dotRadius(count: number, { width, height }: Size, zoom: number): number {
  const crowd = Math.sqrt((width * height) / Math.max(1, count)) / 4.4;
  const least = count < minRadius.manyFrom ? minRadius.usual : minRadius.many;
  return Math.min(9, Math.max(least, Math.min(4.5, crowd)) * zoom ** 0.35);
}

interface Dots {
  data: { x: { length: number } };
  lit: Lit | null;
  frame: Frame;
  view: View;
}

/** Radius of a project's dot: few results have large dots, whatever the map holds. */
export function radiusOf({ data, lit, frame, view }: Dots, isLit: boolean): number {
  const usual = dotRadius(data.x.length, frame, view.zoom);
  return lit !== null && isLit ? Math.max(usual, dotRadius(lit.count, frame, view.zoom)) : usual;
}
