/** The projects that stand out on the map: results of a search, or groups of the legend. */
import { countOf } from "../../ui/days.ts";
import type { Point } from "./view.ts";

export interface Lit {
  /** 1 for each project that stands out. */
  is: Uint8Array;
  count: number;
}

export function litOf(is: Uint8Array): Lit {
  let count = 0;
  for (const one of is) count += one;
  return { is, count };
}

/**
 * Number of the nearest project that stands out within the given distances, or -1. Its dot may cover others, so it is
 * found before them.
 */
export function nearestLit(
  { is }: Lit,
  { x, y }: { x: Float32Array; y: Float32Array },
  { at, reach }: { at: Point; reach: Point },
): number {
  let best = -1;
  let least = 1;
  for (let project = 0; project < is.length; project++) {
    if (is[project] !== 1) continue;
    const distance = Math.hypot((x[project]! - at.x) / reach.x, (y[project]! - at.y) / reach.y);
    if (distance > least) continue;
    best = project;
    least = distance;
  }
  return best;
}

interface Highlighted {
  /** Projects that stand out: of chosen groups, and on this map. */
  lit: number;
  /** Of the projects around the idea, those that the service lists. */
  listed: number;
  total: number;
}

/** How many projects around an idea stand out on the map. */
export function highlightedText({ lit, listed, total }: Highlighted): string {
  const some = lit === total ? "" : `${lit === listed ? "the first " : ""}${lit.toLocaleString("en")} of `;
  return `Highlighted: ${some}${countOf(total, "project")} around this idea.`;
}
