/** Draws the map: dots, names of clusters, what is selected and pointed at. Everything here runs in each frame. */

import { labelFont, labelStamp } from "./label-stamps.ts";
import {
  cutAtWord,
  type LabelCandidate,
  type PlacedLabel,
  placeLabels,
  rectangleOf,
  shorten,
  zoomCorner,
} from "./labels.ts";
import type { Lit } from "./lit.ts";
import type { MapData } from "./map-data.ts";
import { type Dot, lineOf, mostNames, type PlacedName, placeNames, squareOf } from "./project-names.ts";
import { radiusOf } from "./radius.ts";
import { discStamp, type Pixels, press, type Stamp } from "./raster.ts";
import type { Rectangle } from "./rectangle.ts";
import { type Frame, type Point, toMap, toScreen, unitsOf, type View } from "./view.ts";

/** Colours of the theme, as the canvas takes them. */
export interface MapColours {
  surface: string;
  text: string;
  accent: string;
  edge: string;
  /** Of each group of the legend. */
  groups: readonly string[];
  /** Of each group, whether it has no colour of its own. */
  isPlain: readonly boolean[];
  /** As numbers, for the dots: of all projects; of those asked for, and `faded` of the others. */
  pixels: { surface: number; faded: number; groups: readonly number[]; lit: readonly number[] };
}

export interface Scene {
  data: MapData;
  /** Of each project, its group. */
  groupOf: Uint16Array;
  /** The projects that stand out; null: all do. */
  lit: Lit | null;
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

export function drawMap(context: CanvasRenderingContext2D, scene: Scene): void {
  const { pixelRatio } = scene;
  const { image, pixels } = bufferOf(context.canvas.width, context.canvas.height);
  pixels.data.fill(scene.colours.pixels.surface);
  // What stands out is above the labels, the rest below them.
  drawDots(scene, pixels, "below");
  if (scene.lit === null) drawDots(scene, pixels, "above");
  const { labels, names } = placeTexts(context, scene);
  drawLabels(scene, labels, pixels);
  if (scene.lit !== null) drawDots(scene, pixels, "above");
  context.putImageData(image, 0, 0);
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  drawNames(context, scene, names);
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
  const rounded = (isLit: boolean) => Math.round(radiusOf(scene, isLit) * pixelRatio * 4) / 4;
  const stamps = stampsOf(colours, { usual: rounded(false), lit: rounded(true), isLit: lit !== null });
  const units = unitsOf(frame, view.zoom);
  const [sx, sy] = [units.x * pixelRatio, units.y * pixelRatio];
  const left = (frame.width / 2) * pixelRatio - view.x * sx;
  const top = (frame.height / 2) * pixelRatio - view.y * sy;
  // The newest are first in the data, and on top.
  for (let at = x.length - 1; at >= 0; at--) {
    const isAbove = lit === null ? !colours.isPlain[groupOf[at]!] : lit.is[at] === 1;
    if (isAbove !== (layer === "above")) continue;
    const stamp = lit !== null && !isAbove ? stamps.faded : stamps.groups[groupOf[at]!]!;
    press(pixels, stamp, { x: Math.round(x[at]! * sx + left), y: Math.round(y[at]! * sy + top) });
  }
}

interface Radii {
  usual: number;
  lit: number;
  isLit: boolean;
}

interface Stamps {
  colours: MapColours;
  radii: Radii;
  faded: Stamp;
  groups: readonly Stamp[];
}
let stamps: Stamps | null = null;

/** Rebuilt only when the colours or the sizes change. */
function stampsOf(colours: MapColours, radii: Radii): Stamps {
  const { usual, lit, isLit } = radii;
  const isSame =
    stamps?.colours === colours &&
    stamps.radii.usual === usual &&
    stamps.radii.lit === lit &&
    stamps.radii.isLit === isLit;
  if (stamps === null || !isSame) {
    const { surface, faded, groups, lit: litGroups } = colours.pixels;
    stamps = {
      colours,
      radii,
      faded: discStamp(faded, surface, Math.max(1, usual * 0.8)),
      groups: (isLit ? litGroups : groups).map((colour) => discStamp(colour, surface, lit)),
    };
  }
  return stamps;
}

/** Between a row of dots and its label, in pixels. */
const labelGap = 14;

/** Labels of clusters go before names of projects, but for those that stand out. */
function placeTexts(
  context: CanvasRenderingContext2D,
  scene: Scene,
): { labels: PlacedLabel[]; names: PlacedName[] } {
  const { frame, lit } = scene;
  const corner = zoomCorner(frame);
  const labelWidth = (text: string) => widthIn(context, labelFont, text);
  const nameWidth = (text: string) => widthIn(context, nameFont, text);
  const dots = namedDots(scene);
  const candidates = labelCandidates(scene, labelWidth);
  const names = (taken: readonly Rectangle[]) =>
    placeNames(dots, frame, { taken: [corner, ...taken], widthOf: nameWidth });
  const labels = (taken: readonly Rectangle[]) =>
    placeLabels(candidates, frame, { taken: [corner, ...taken], widthOf: labelWidth });
  if (lit === null) {
    const placed = labels([]);
    return { labels: placed, names: names(placed.map(rectangleOf)) };
  }
  const placed = names([]);
  return { names: placed, labels: labels([...dots.map(squareOf), ...placed.map(lineOf)]) };
}

function labelCandidates({ data, view, frame }: Scene, widthOf: (text: string) => number): LabelCandidate[] {
  const { clusters } = data.source;
  const candidates: LabelCandidate[] = clusters.labels.map((label, at) => ({
    text: shorten(label),
    ...toScreen(view, frame, { x: clusters.x[at]!, y: clusters.y[at]! }),
    weight: data.clusterSizes[at]!,
  }));
  if (data.unplaced !== null) {
    const { count, end } = data.unplaced;
    const text = `${count.toLocaleString("en")} without enough text to be placed`;
    const { x, y } = toScreen(view, frame, end);
    candidates.push({ text, x: x + labelGap + widthOf(text) / 2, y, weight: 0 });
  }
  return candidates;
}

function drawLabels(
  { lit, colours, pixelRatio }: Scene,
  labels: readonly PlacedLabel[],
  pixels: Pixels,
): void {
  // They stay for orientation, but what was asked for is what is seen first.
  const ink = lit === null ? colours.text : colours.edge;
  const { surface } = colours;
  for (const { text, width, x, y } of labels)
    press(pixels, labelStamp(text, { width, pixelRatio, text: ink, surface }), {
      x: Math.round(x * pixelRatio),
      y: Math.round(y * pixelRatio),
    });
}

const nameFont = labelFont.replace("600", "400");
/** Around the letters of a name, in pixels. */
const nameOutline = 3;

function drawNames(
  context: CanvasRenderingContext2D,
  { colours }: Scene,
  names: readonly PlacedName[],
): void {
  context.font = nameFont;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = nameOutline;
  context.strokeStyle = colours.surface;
  context.fillStyle = colours.text;
  for (const { text, x, y } of names) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

/** The projects in view, or those of them that stand out; none where they are too many. */
function namedDots(scene: Scene): Dot[] {
  const { data, lit, view, frame } = scene;
  const radius = radiusOf(scene, true);
  const most = mostNames(frame);
  const from = toMap(view, frame, { x: 0, y: 0 });
  const to = toMap(view, frame, { x: frame.width, y: frame.height });
  const dots: Dot[] = [];
  for (let at = 0; at < data.x.length; at++) {
    const [x, y] = [data.x[at]!, data.y[at]!];
    if (x < from.x || x > to.x || y < from.y || y > to.y || lit?.is[at] === 0) continue;
    if (dots.length === most) return [];
    dots.push({ ...toScreen(view, frame, { x, y }), radius, name: cutAtWord(data.source.names[at]!) });
  }
  return dots;
}

/** Widths of texts do not change from frame to frame. */
const widths = new Map<string, number>();

function widthIn(context: CanvasRenderingContext2D, font: string, text: string): number {
  const key = `${font} ${text}`;
  const found = widths.get(key);
  if (found !== undefined) return found;
  context.font = font;
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
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
  const radius = radiusOf(scene, scene.lit?.is[hovered] === 1) + 2.5;
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
