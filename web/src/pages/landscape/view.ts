/**
 * The part of the map that is visible: its centre in map coordinates (0 to 1) and the zoom, 1 showing everything.
 * Positions on the screen are CSS pixels from the top left corner of the canvas.
 */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export interface Frame {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const whole: View = { x: 0.5, y: 0.5, zoom: 1 };
export const greatestZoom = 60;
const padding = 28;
/** The axes have no unit, so the map may be stretched to fill a wide window, but not much. */
const greatestStretch = 1.7;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Pixels per unit of the map. */
export function unitsOf({ width, height }: Frame, zoom: number): Point {
  const wide = Math.max(1, width - 2 * padding);
  const high = Math.max(1, height - 2 * padding);
  return {
    x: Math.min(wide, high * greatestStretch) * zoom,
    y: Math.min(high, wide * greatestStretch) * zoom,
  };
}

export function toScreen(view: View, frame: Frame, { x, y }: Point): Point {
  const units = unitsOf(frame, view.zoom);
  return { x: (x - view.x) * units.x + frame.width / 2, y: (y - view.y) * units.y + frame.height / 2 };
}

export function toMap(view: View, frame: Frame, { x, y }: Point): Point {
  const units = unitsOf(frame, view.zoom);
  return { x: (x - frame.width / 2) / units.x + view.x, y: (y - frame.height / 2) / units.y + view.y };
}

/** Keeps the zoom in its bounds and the centre on the map. */
export const bounded = ({ x, y, zoom }: View): View => ({
  x: clamp(x, 0, 1),
  y: clamp(y, 0, 1),
  zoom: clamp(zoom, 1, greatestZoom),
});

/** Moves what is visible by pixels. */
export function panned(view: View, frame: Frame, by: Point): View {
  const units = unitsOf(frame, view.zoom);
  return bounded({ ...view, x: view.x - by.x / units.x, y: view.y - by.y / units.y });
}

/** Zooms by a factor; what is under the given pixel stays there. */
export function zoomed(view: View, frame: Frame, { factor, at }: { factor: number; at: Point }): View {
  const fixed = toMap(view, frame, at);
  const zoom = clamp(view.zoom * factor, 1, greatestZoom);
  const units = unitsOf(frame, zoom);
  return bounded({
    x: fixed.x - (at.x - frame.width / 2) / units.x,
    y: fixed.y - (at.y - frame.height / 2) / units.y,
    zoom,
  });
}

/** The view in which all points are visible, with some space around them. */
export function viewOf(points: readonly Point[]): View {
  if (points.length === 0) return whole;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const span = Math.max(right - left, bottom - top, 0.02);
  return bounded({ x: (left + right) / 2, y: (top + bottom) / 2, zoom: 0.8 / span });
}

/** `0.512~0.44~3.2`; nothing for the whole map. */
export function writeView(view: View): string | undefined {
  const text = [view.x.toFixed(4), view.y.toFixed(4), view.zoom.toFixed(2)].map(Number).join("~");
  return text === "0.5~0.5~1" ? undefined : text;
}

/** The whole map for anything that is not three numbers. */
export function readView(text: string | undefined): View {
  const numbers = (text ?? "").split("~").map(Number);
  const [x, y, zoom] = numbers;
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return whole;
  return bounded({ x: x!, y: y!, zoom: zoom! });
}
