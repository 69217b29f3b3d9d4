/** How a neighborhood compares with those of the corpus's own projects. */
import type { NeighborhoodResponse } from "../../contract/api/neighborhood.ts";

/** `sizes`: of the neighborhoods of an even sample of projects, ascending; null when none were counted. */
export function crowdednessOf(count: number, sizes: Uint32Array | null): NeighborhoodResponse["crowdedness"] {
  if (!sizes || sizes.length === 0) return { count, percentile: null };
  const fewer = sizes.filter((size) => size < count).length;
  return { count, percentile: Math.round((1_000 * fewer) / sizes.length) / 10 };
}
