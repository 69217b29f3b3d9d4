/** Which names of projects are written beside their dots, and where: only where there are few enough to be read. */
import { overlap, type Rectangle } from "./rectangle.ts";
import type { Size } from "./view.ts";

/** A dot of a project. */
export interface Dot {
  /** Its middle. */
  x: number;
  y: number;
  radius: number;
  name: string;
}

export interface PlacedName {
  text: string;
  /** Left end, and the middle of the line. */
  x: number;
  y: number;
  width: number;
}

/** Pixels of the map for each name: with fewer, none is written. */
const areaPerName = 8_000;

/** The greatest number of projects that are named on a map of this size. */
export const mostNames = ({ width, height }: Size): number => Math.floor((width * height) / areaPerName);

const lineHeight = 16;
/** Between a dot and its name. */
const gap = 6;

/**
 * Names stand right of their dot, or left of it, below or above. The first dots come first; a name that would touch
 * another, a dot, something that is `taken`, or the edge, is left out.
 */
export function placeNames(
  dots: readonly Dot[],
  frame: Size,
  { taken, widthOf }: { taken: readonly Rectangle[]; widthOf(text: string): number },
): PlacedName[] {
  const placed: PlacedName[] = [];
  const filled = [...taken, ...dots.map(squareOf)];
  for (const { x, y, radius, name } of dots) {
    const width = widthOf(name);
    const [aside, down] = [radius + gap, radius + lineHeight / 2];
    const places = [
      { x: x + aside, y, width },
      { x: x - aside - width, y, width },
      { x: x - width / 2, y: y + down, width },
      { x: x - width / 2, y: y - down, width },
    ];
    const free = places.find((place) => {
      const { left, top, right, bottom } = lineOf(place);
      const isInside = left >= 0 && top >= 0 && right <= frame.width && bottom <= frame.height;
      return isInside && !filled.some((other) => overlap(lineOf(place), other));
    });
    if (free === undefined) continue;
    placed.push({ text: name, ...free });
    filled.push(lineOf(free));
  }
  return placed;
}

export const squareOf = ({ x, y, radius }: Dot): Rectangle => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
});

/** What a name covers. */
export const lineOf = ({ x, y, width }: Omit<PlacedName, "text">): Rectangle => ({
  left: x,
  top: y - lineHeight / 2,
  right: x + width,
  bottom: y + lineHeight / 2,
});
