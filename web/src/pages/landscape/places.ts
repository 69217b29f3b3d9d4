/** Where the dots are drawn: a few far ones must not leave the map nearly empty. */
import type { Box, Point } from "./view.ts";

export interface Places {
  x: Float32Array;
  y: Float32Array;
  /** Holds every dot. */
  box: Box;
  unplaced: Unplaced | null;
}

/** Projects whose texts have no vector: rows of dots below the map. */
export interface Unplaced {
  count: number;
  /** Right end of the first row. */
  end: Point;
}

/** Share of the projects on each side of an axis that is drawn at the edge of the others. */
const outliers = 0.003;
/** Least side of the box: a few dots do not fill the window. */
const minSide = 0.2;
/** Of unplaced projects, in sides of the box. */
const spacing = { x: 1 / 110, y: 1 / 55 };
const gapRows = 2;

/** The service puts projects without a vector into this corner. */
const isUnplaced = (x: number, y: number): boolean => x === 0 && y === 1;

/** `x` and `y`: of the API, 0 to 1. */
export function placesOf(source: { x: readonly number[]; y: readonly number[] }): Places {
  const x = Float32Array.from(source.x);
  const y = Float32Array.from(source.y);
  const away = [...x.keys()].filter((at) => isUnplaced(x[at]!, y[at]!));
  const placed = x.map((_, at) => (isUnplaced(x[at]!, y[at]!) ? 0 : 1));
  const [across, down] = [x, y].map((axis) => spread(axis.filter((_, at) => placed[at] === 1)));
  for (const at of x.keys()) {
    x[at] = Math.min(across!.high, Math.max(across!.low, x[at]!));
    y[at] = Math.min(down!.high, Math.max(down!.low, y[at]!));
  }
  const box = boxOf(across!, down!);
  if (away.length === 0) return { x, y, box, unplaced: null };

  const step = { x: box.width * spacing.x, y: box.height * spacing.y };
  const columns = Math.ceil(Math.sqrt(away.length * 4));
  const first = { x: box.x - box.width / 2, y: box.y + box.height / 2 + gapRows * step.y };
  for (const [order, at] of away.entries()) {
    x[at] = first.x + (order % columns) * Math.min(step.x, box.width / columns);
    y[at] = first.y + Math.floor(order / columns) * step.y;
  }
  const rows = Math.ceil(away.length / columns);
  const height = box.height + (gapRows + rows - 1) * step.y;
  const top = box.y - box.height / 2;
  return {
    x,
    y,
    box: { ...box, y: top + height / 2, height },
    unplaced: { count: away.length, end: { x: x[away[Math.min(columns, away.length) - 1]!]!, y: first.y } },
  };
}

interface Spread {
  low: number;
  high: number;
}

/** Of all values but the outliers. */
function spread(values: Float32Array): Spread {
  if (values.length === 0) return { low: 0.5, high: 0.5 };
  const sorted = values.toSorted();
  const skipped = Math.floor(sorted.length * outliers);
  return { low: sorted[skipped]!, high: sorted[sorted.length - 1 - skipped]! };
}

const boxOf = (across: Spread, down: Spread): Box => ({
  x: (across.low + across.high) / 2,
  y: (down.low + down.high) / 2,
  width: Math.max(minSide, across.high - across.low),
  height: Math.max(minSide, down.high - down.low),
});
