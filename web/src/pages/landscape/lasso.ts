/** Polygons drawn on the map, in map coordinates. */
import type { Point } from "./view.ts";

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boundsOf(polygon: readonly Point[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of polygon) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

/** Even-odd rule: a ray to the right crosses the outline an odd number of times. */
export function isInside(polygon: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at++) {
    const one = polygon[at]!;
    const other = polygon[before]!;
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
      inside = !inside;
  }
  return inside;
}

/** Numbers of the points within the polygon; points outside its bounds cost one comparison. */
export function pointsInside(polygon: readonly Point[], x: Float32Array, y: Float32Array): number[] {
  if (polygon.length < 3) return [];
  const { left, top, right, bottom } = boundsOf(polygon);
  const found: number[] = [];
  for (let at = 0; at < x.length; at++) {
    const px = x[at]!;
    const py = y[at]!;
    if (px < left || px > right || py < top || py > bottom) continue;
    if (isInside(polygon, px, py)) found.push(at);
  }
  return found;
}

/** Fewest points, by Ramer–Douglas–Peucker with a growing tolerance, until at most `most` are left. */
export function simplified(polygon: readonly Point[], most = 48): Point[] {
  let points = [...polygon];
  for (let tolerance = 0.001; points.length > most; tolerance *= 1.6) points = thinned(polygon, tolerance);
  return points;
}

function thinned(points: readonly Point[], tolerance: number): Point[] {
  const first = points[0]!;
  const last = points.at(-1)!;
  let farthest = 0;
  let distance = 0;
  for (let at = 1; at < points.length - 1; at++) {
    const away = distanceTo(first, last, points[at]!);
    if (away > distance) [farthest, distance] = [at, away];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...thinned(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...thinned(points.slice(farthest), tolerance),
  ];
}

function distanceTo(a: Point, b: Point, { x, y }: Point): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return Math.hypot(x - a.x, y - a.y);
  return Math.abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length;
}

/** `123.456~…`: thousandths of the map, x and y of each corner. */
export const writeLasso = (polygon: readonly Point[]): string =>
  polygon.map(({ x, y }) => `${Math.round(x * 1000)}.${Math.round(y * 1000)}`).join("~");

/** Nothing for anything that is not at least three corners. */
export function readLasso(text: string | undefined): Point[] | undefined {
  const corners = (text ?? "").split("~");
  if (corners.length < 3 || corners.length > 200) return undefined;
  const points = corners.map((corner) => {
    const [x, y] = corner.split(".");
    return { x: Number.parseInt(x ?? "", 10) / 1000, y: Number.parseInt(y ?? "", 10) / 1000 };
  });
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? points : undefined;
}
