/** Which names of clusters are written on the map, and where: the greatest first, none over another. */
import { overlap, type Rectangle } from "./rectangle.ts";
import type { Size } from "./view.ts";

export interface LabelCandidate {
  text: string;
  /** The middle of what it names, in pixels. */
  x: number;
  y: number;
  /** The greater, the earlier it is placed. */
  weight: number;
}

export interface PlacedLabel extends LabelCandidate {
  width: number;
}

const lineHeight = 18;
const gap = 6;
/** Between a label and the edge of the map. */
const margin = 8;
/** A narrow map has space for few names beside its dots. */
const narrow = { width: 480, most: 4 };
/** The zoom buttons are in this corner. */
export const zoomCorner = ({ width, height }: Size): Rectangle => ({
  left: width - 152,
  top: height - 64,
  right: width,
  bottom: height,
});

const longest = 36;

/** Long names of clusters, which list parts, end after a part, or after a word: the map has space for a few. */
export function shorten(text: string): string {
  if (text.length <= longest) return text;
  const part = text.lastIndexOf(",", longest);
  return part > 0 ? text.slice(0, part) : cutAtWord(text);
}

/** Long names end after a word with an ellipsis, and never within an emoji. */
export function cutAtWord(text: string): string {
  if (text.length <= longest) return text;
  const word = text.lastIndexOf(" ", longest);
  const kept = word > 0 ? text.slice(0, word) : text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${kept}…`;
}

/**
 * A label is placed over the middle of what it names, or beside it where it would leave the frame. Those whose middle is
 * outside the frame, that would touch one that is placed or something that is `taken`, or repeat a text, are left out.
 */
export function placeLabels(
  candidates: readonly LabelCandidate[],
  frame: Size,
  { taken, widthOf }: { taken: readonly Rectangle[]; widthOf(text: string): number },
): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const most = frame.width < narrow.width ? narrow.most : Number.POSITIVE_INFINITY;
  for (const candidate of [...candidates].sort((a, b) => b.weight - a.weight)) {
    const width = widthOf(candidate.text);
    const half = width / 2 + margin;
    const label = { ...candidate, width, x: within(candidate.x, half, frame.width - half) };
    const fits =
      width + 2 * margin <= frame.width &&
      candidate.x >= 0 &&
      candidate.x <= frame.width &&
      label.y >= lineHeight &&
      label.y <= frame.height - lineHeight / 2;
    const area = rectangleOf(label);
    if (
      placed.length < most &&
      fits &&
      !taken.some((other) => overlap(area, other)) &&
      !placed.some((other) => touches(label, other) || other.text === label.text)
    )
      placed.push(label);
  }
  return placed;
}

const within = (x: number, least: number, most: number) => Math.min(Math.max(x, least), most);

const touches = (a: PlacedLabel, b: PlacedLabel): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap && Math.abs(a.y - b.y) < lineHeight;

/** What a label covers. */
export const rectangleOf = ({ x, y, width }: PlacedLabel): Rectangle => ({
  left: x - width / 2,
  top: y - lineHeight / 2,
  right: x + width / 2,
  bottom: y + lineHeight / 2,
});
