/** Draws the map: dots, names of clusters, what is selected and pointed at. Everything here runs in each frame. */

import { labelFont, labelStamp } from "./label-stamps.ts";
import type { LabelCandidate } from "./labels.ts";
import { placeLabels, shorten } from "./labels.ts";
import type { MapData } from "./map-data.ts";
import { discStamp, type Pixels, press, type Stamp } from "./raster.ts";
import { type Frame, type Point, toScreen, unitsOf, type View } from "./view.ts";

/** Colours of the theme, as the canvas takes them. */
export interface MapColours {
  surface: string;
  text: string;
  accent: string;
  edge: string;
  /** Of each group of the legend. */
  groups: readonly string[];
  /** The group of projects without any; -1 where there is none. */
  rest: number;
  /** As numbers, for the dots; `faded`: of those that are not among those asked for. */
  pixels: { surface: number; faded: number; groups: readonly number[] };
}

export interface Scene {
  data: MapData;
  /** Of each project, its group. */
  groupOf: Uint16Array;
  /** 1 for the projects that stand out; null: all do. */
  lit: Uint8Array | null;
  colours: MapColours;
  view: View;
  frame: Frame;
  pixelRatio: number;
  /** Numbers of projects, -1 for none. */
  hovered: number;
  /** Outline in map coordinates, while it is drawn and after. */
  lasso: readonly Point[] | null;
  /** A cross in the middle, for the keyboard. */
  cross: boolean;
}

/** Least radius, and that of so many dots that they would cover the map. */
const minRadius = { usual: 1.6, many: 1.1, manyFrom: 20_000 } as const;

/** In CSS pixels; grows with the zoom, and where there are few projects. */
export function dotRadius(count: number, { width, height }: Frame, zoom: number): number {
  const crowd = Math.sqrt((width * height) / Math.max(1, count)) / 4.4;
  const least = count < minRadius.manyFrom ? minRadius.usual : minRadius.many;
  return Math.min(9, Math.max(least, Math.min(4.5, crowd)) * zoom ** 0.35);
}

export function drawMap(context: CanvasRenderingContext2D, scene: Scene): void {
  const { pixelRatio } = scene;
  const { image, pixels } = bufferOf(context.canvas.width, context.canvas.height);
  pixels.data.fill(scene.colours.pixels.surface);
  // What stands out is above the names, the rest below them.
  drawDots(scene, pixels, "below");
  if (scene.lit === null) drawDots(scene, pixels, "above");
  drawLabels(context, scene, pixels);
  if (scene.lit !== null) drawDots(scene, pixels, "above");
  context.putImageData(image, 0, 0);
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  drawLasso(context, scene);
  drawHovered(context, scene);
  if (scene.cross) drawCross(context, scene);
}

/** The buffer of the last frame, as long as the size stays. */
let buffer: { image: ImageData; pixels: Pixels } | null = null;

function bufferOf(width: number, height: number): { image: ImageData; pixels: Pixels } {
  if (buffer?.pixels.width !== width || buffer.pixels.height !== height) {
    const image = new ImageData(width, height);
    buffer = { image, pixels: { width, height, data: new Uint32Array(image.data.buffer) } };
  }
  return buffer;
}

/** Below: what does not stand out, or is in no group. */
function drawDots(scene: Scene, pixels: Pixels, layer: "below" | "above"): void {
  const { data, groupOf, lit, colours, view, frame, pixelRatio } = scene;
  const { x, y } = data;
  const radius = Math.round(dotRadius(x.length, frame, view.zoom) * pixelRatio * 4) / 4;
  const stamps = stampsOf(colours, radius);
  const units = unitsOf(frame, view.zoom);
  const [sx, sy] = [units.x * pixelRatio, units.y * pixelRatio];
  const left = (frame.width / 2) * pixelRatio - view.x * sx;
  const top = (frame.height / 2) * pixelRatio - view.y * sy;
  // The newest are first in the data, and on top.
  for (let at = x.length - 1; at >= 0; at--) {
    const isAbove = lit === null ? groupOf[at] !== colours.rest : lit[at] === 1;
    if (isAbove !== (layer === "above")) continue;
    const stamp = lit !== null && !isAbove ? stamps.faded : stamps.groups[groupOf[at]!]!;
    press(pixels, stamp, { x: Math.round(x[at]! * sx + left), y: Math.round(y[at]! * sy + top) });
  }
}

interface Stamps {
  colours: MapColours;
  radius: number;
  faded: Stamp;
  groups: readonly Stamp[];
}
let stamps: Stamps | null = null;

/** Rebuilt only when the colours or the size change. */
function stampsOf(colours: MapColours, radius: number): Stamps {
  if (stamps?.colours !== colours || stamps.radius !== radius) {
    const { surface, faded, groups } = colours.pixels;
    stamps = {
      colours,
      radius,
      faded: discStamp(faded, surface, Math.max(1, radius * 0.8)),
      groups: groups.map((colour) => discStamp(colour, surface, radius)),
    };
  }
  return stamps;
}

/** Between a row of dots and its label, in pixels. */
const labelGap = 14;

/** Widths of names do not change from frame to frame. */
const widths = new Map<string, number>();

function drawLabels(context: CanvasRenderingContext2D, scene: Scene, pixels: Pixels): void {
  const { data, view, frame, colours, pixelRatio } = scene;
  const { clusters } = data.source;
  const candidates: LabelCandidate[] = clusters.labels.map((label, at) => ({
    text: shorten(label),
    ...toScreen(view, frame, { x: clusters.x[at]!, y: clusters.y[at]! }),
    weight: data.clusterSizes[at]!,
  }));
  const widthOf = (text: string): number => {
    const found = widths.get(text);
    if (found !== undefined) return found;
    context.font = labelFont;
    const { width } = context.measureText(text);
    widths.set(text, width);
    return width;
  };
  if (data.unplaced !== null) {
    const { count, end } = data.unplaced;
    const text = `${count.toLocaleString("en")} without enough text to be placed`;
    const { x, y } = toScreen(view, frame, end);
    candidates.push({ text, x: x + labelGap + widthOf(text) / 2, y, weight: 0 });
  }
  const { text: ink, surface } = colours;
  for (const { text, width, x, y } of placeLabels(candidates, frame, widthOf))
    press(pixels, labelStamp(text, { width, pixelRatio, text: ink, surface }), {
      x: Math.round(x * pixelRatio),
      y: Math.round(y * pixelRatio),
    });
}

function drawLasso(context: CanvasRenderingContext2D, { lasso, view, frame, colours }: Scene): void {
  if (lasso === null || lasso.length < 2) return;
  context.beginPath();
  for (const corner of lasso) {
    const { x, y } = toScreen(view, frame, corner);
    context.lineTo(x, y);
  }
  context.closePath();
  context.fillStyle = colours.accent;
  context.globalAlpha = 0.08;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.strokeStyle = colours.accent;
  context.stroke();
}

function drawHovered(context: CanvasRenderingContext2D, scene: Scene): void {
  const { data, hovered, view, frame, colours, groupOf } = scene;
  if (hovered < 0) return;
  const { x, y } = toScreen(view, frame, { x: data.x[hovered]!, y: data.y[hovered]! });
  const radius = dotRadius(data.x.length, frame, view.zoom) + 2.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colours.groups[groupOf[hovered]!] ?? colours.accent;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colours.text;
  context.stroke();
}

function drawCross(context: CanvasRenderingContext2D, { frame, colours }: Scene): void {
  const [x, y] = [Math.round(frame.width / 2) + 0.5, Math.round(frame.height / 2) + 0.5];
  context.beginPath();
  context.moveTo(x - 12, y);
  context.lineTo(x + 12, y);
  context.moveTo(x, y - 12);
  context.lineTo(x, y + 12);
  context.lineWidth = 1;
  context.strokeStyle = colours.edge;
  context.stroke();
}
