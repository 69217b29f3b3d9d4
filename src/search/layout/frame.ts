/** Scales a layout to the unit square. */

const margin = 0.02;
/** Share of rows on each side that may be outliers. */
const outliers = 0.002;
/** How far an outlier may be from the others, as a share of their range, without being moved to the edge. */
const reach = 0.2;

export interface Framed {
  /** Two numbers per row, 0 to 1. */
  positions: Float32Array;
  /** Length of 1 in the units that were given. */
  extent: number;
}

/**
 * Moves and scales both axes alike, so that the rows fill the unit square except a margin. Outliers that are further
 * away are moved to the edge: a few of them would make everything else small.
 */
export function frame(positions: Float32Array): Framed {
  const ranges = [0, 1].map((axis) => rangeOf(positions.filter((_, i) => i % 2 === axis).sort()));
  const extent = Math.max(...ranges.map(({ low, high }) => high - low), 1e-6) / (1 - 2 * margin);
  const centres = ranges.map(({ low, high }) => (low + high) / 2);
  return {
    positions: positions.map((x, i) => clamped((x - centres[i % 2]!) / extent + 0.5)),
    extent,
  };
}

/** The range of sorted values, up to their reach. */
function rangeOf(sorted: Float32Array): { low: number; high: number } {
  const skipped = Math.floor(sorted.length * outliers);
  const low = sorted[skipped]!;
  const high = sorted[sorted.length - 1 - skipped]!;
  const further = reach * (high - low);
  return { low: Math.max(sorted[0]!, low - further), high: Math.min(sorted.at(-1)!, high + further) };
}

export const clamped = (x: number) => Math.min(1, Math.max(0, x));
