/**
 * The lists that a search over several segments scans. The nearest vectors of all segments are nearer than those of each,
 * so that fewer lists hold them: of the lists that each segment would scan, the nearest, as many as grow with the square
 * root of the number of segments of one size.
 */
import type { Scratch } from "../../search/kernels/scratch.ts";
import type { NearLists, PreparedQuery, VectorIndex } from "../../search/vector/vector-index.ts";

interface Searched {
  segment: { vectors: Pick<VectorIndex, "nearLists"> };
  scratch: Scratch;
}

/** Null for a segment without lists, or whose filter allows none or few vectors. */
export function listsToScan(
  query: PreparedQuery,
  segments: readonly Searched[],
  filter: readonly (null | undefined | { narrow: boolean })[],
): (NearLists | null)[] {
  return nearestOfAll(
    segments.map(({ segment, scratch }, s) =>
      !filter[s] || filter[s].narrow ? null : segment.vectors.nearLists(query, { scratch }),
    ),
  );
}

/** In the order of the segments; null for one without lists. */
export function nearestOfAll(segments: readonly (NearLists | null)[]): (NearLists | null)[] {
  const counts = segments.map((near) => near?.lists.length ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...counts);
  const kept = Math.ceil(Math.sqrt(most * total));
  if (kept >= total) return [...segments];
  const all = new Float32Array(total);
  let at = 0;
  for (const near of segments) {
    if (!near) continue;
    all.set(near.closeness, at);
    at += near.closeness.length;
  }
  const bar = all.sort()[total - kept]!;
  return segments.map((near) => near && closerThan(near, bar));
}

function closerThan({ lists, closeness }: NearLists, bar: number): NearLists {
  const isNear = (_: number, i: number) => closeness[i]! >= bar;
  return { lists: lists.filter(isNear), closeness: closeness.filter(isNear) };
}
