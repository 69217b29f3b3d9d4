/**
 * The part of the map that is visible: its centre in map coordinates (0 to 1) and the zoom, 1 showing the whole box.
 * Positions on the screen are CSS pixels from the top left corner of the canvas.
 */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** A part of the map, in its coordinates; `x` and `y` are its middle. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of the canvas, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Frame extends Size {
  /** Where the projects are: fills the canvas at zoom 1. */
  box: Box;
}

export interface Point {
  x: number;
  y: number;
}

export const wholeMap: Box = { x: 0.5, y: 0.5, width: 1, height: 1 };
/** The view that shows everything. */
export const viewOf = ({ x, y }: Box): View => ({ x, y, zoom: 1 });
export const maxZoom = 60;
/** Around the box, in pixels: its height leaves a strip for the zoom buttons. */
const padding = { x: 28, y: 58 };
/** The axes have no unit, so the map may be stretched to fill a wide window, but not much. */
const maxStretch = 1.7;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Pixels per unit of the map. */
export function unitsOf({ width, height, box }: Frame, zoom: number): Point {
  const wide = Math.max(1, width - 2 * padding.x) / box.width;
  const high = Math.max(1, height - 2 * padding.y) / box.height;
  return {
    x: Math.min(wide, high * maxStretch) * zoom,
    y: Math.min(high, wide * maxStretch) * zoom,
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

/** Keeps the zoom in its bounds and the centre in the box. */
export const bounded = ({ x, y, zoom }: View, box: Box): View => ({
  x: clamp(x, box.x - box.width / 2, box.x + box.width / 2),
  y: clamp(y, box.y - box.height / 2, box.y + box.height / 2),
  zoom: clamp(zoom, 1, maxZoom),
});

/** Moves what is visible by pixels. */
export function panned(view: View, frame: Frame, by: Point): View {
  const units = unitsOf(frame, view.zoom);
  return bounded({ ...view, x: view.x - by.x / units.x, y: view.y - by.y / units.y }, frame.box);
}

/** Zooms by a factor; what is under the given pixel stays there. */
export function zoomed(view: View, frame: Frame, { factor, at }: { factor: number; at: Point }): View {
  const fixed = toMap(view, frame, at);
  const zoom = clamp(view.zoom * factor, 1, maxZoom);
  const units = unitsOf(frame, zoom);
  const x = fixed.x - (at.x - frame.width / 2) / units.x;
  const y = fixed.y - (at.y - frame.height / 2) / units.y;
  return bounded({ x, y, zoom }, frame.box);
}

const textOf = (view: View): string =>
  [view.x.toFixed(4), view.y.toFixed(4), view.zoom.toFixed(2)].map(Number).join("~");

/** `0.512~0.44~3.2`; nothing for the view that shows everything. */
export function writeView(view: View, box: Box): string | undefined {
  const text = textOf(view);
  return text === textOf(viewOf(box)) ? undefined : text;
}

/** Everything, for anything that is not three numbers. */
export function readView(text: string | undefined, box: Box): View {
  const numbers = (text ?? "").split("~").map(Number);
  const [x, y, zoom] = numbers;
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return viewOf(box);
  return bounded({ x: x!, y: y!, zoom: zoom! }, box);
}
