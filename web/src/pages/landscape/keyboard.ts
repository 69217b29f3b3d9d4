/** Keys of the map, as actions. */
import { type Frame, type Point, panned, toMap, type View, viewOf, zoomed } from "./view.ts";

const step = 64;
const zoomStep = 1.5;

/** Half the sides of the rectangle around the middle, in pixels; null while none is shown. */
export type Rectangle = Point | null;

export interface KeyboardState {
  view: View;
  rectangle: Rectangle;
}

export type KeyboardAction = Partial<KeyboardState> & { open?: boolean; select?: Point[] };

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface Key {
  key: string;
  shift: boolean;
}

/** What a key does; null for keys that the map leaves to the browser. */
export function actionOf(
  { key, shift }: Key,
  { view, rectangle }: KeyboardState,
  frame: Frame,
): KeyboardAction | null {
  const arrow = arrows[key];
  const middle = { x: frame.width / 2, y: frame.height / 2 };
  if (arrow && shift && rectangle)
    return {
      rectangle: {
        x: Math.min(middle.x, Math.max(8, rectangle.x + arrow.x * 16)),
        y: Math.min(middle.y, Math.max(8, rectangle.y - arrow.y * 16)),
      },
    };
  if (arrow) return { view: panned(view, frame, { x: -arrow.x * step, y: -arrow.y * step }) };
  switch (key) {
    case "+":
    case "=":
      return { view: zoomed(view, frame, { factor: zoomStep, at: middle }) };
    case "-":
    case "_":
      return { view: zoomed(view, frame, { factor: 1 / zoomStep, at: middle }) };
    case "0":
    case "Home":
      return { view: viewOf(frame.box) };
    case "s":
    case "S":
      return { rectangle: rectangle === null ? { x: frame.width / 6, y: frame.height / 6 } : null };
    case "Escape":
      return rectangle === null ? null : { rectangle: null };
    case "Enter":
      if (rectangle === null) return { open: true };
      return { rectangle: null, select: cornersOf(rectangle, view, frame) };
    default:
      return null;
  }
}

/** The rectangle in map coordinates. */
export function cornersOf(rectangle: Point, view: View, frame: Frame): Point[] {
  const [x, y] = [frame.width / 2, frame.height / 2];
  return [
    { x: x - rectangle.x, y: y - rectangle.y },
    { x: x + rectangle.x, y: y - rectangle.y },
    { x: x + rectangle.x, y: y + rectangle.y },
    { x: x - rectangle.x, y: y + rectangle.y },
  ].map((corner) => toMap(view, frame, corner));
}
