/** The values of a column that the most rows hold. */
import type { Column } from "./column.ts";

export interface ValueOrder {
  /** Most values. */
  limit: number;
  /** Orders equal counts by label, then key, instead of by key. */
  byLabel?: boolean;
  /** Excludes values. */
  where?: (value: number) => boolean;
}

/** Up to this many are found by insertion, more by sorting. */
const insertionLimit = 64;

/**
 * Numbers of the values with the highest counts, descending, ties by key; those of count 0 are omitted.
 *
 * Count and position in key order are packed into one number, count × values + (values − 1 − position), so that
 * comparing two values is comparing two numbers. It stays below 2^53 for up to 94 million rows and values.
 */
export function topValues(column: Column, counts: Uint32Array, order: ValueOrder): number[] {
  const { limit, byLabel = false, where } = order;
  const { places, values } = column.ranks(byLabel);
  const size = counts.length;
  const scores =
    limit > insertionLimit
      ? sortedScores(counts, places, where).subarray(0, limit)
      : bestScores(counts, places, { limit, where });
  return Array.from(scores, (score) => values[size - 1 - (score % size)]!);
}

/** Packed scores, descending. */
function bestScores(counts: Uint32Array, places: Uint32Array, { limit, where }: ValueOrder): Float64Array {
  const size = counts.length;
  const best = new Float64Array(limit);
  let found = 0;
  for (let value = 0; value < size && limit > 0; value++) {
    const count = counts[value]!;
    if (count === 0) continue;
    const score = count * size + size - 1 - places[value]!;
    if (found === limit && score < best[limit - 1]!) continue;
    if (where && !where(value)) continue;
    let at = found < limit ? found++ : limit - 1;
    for (; at > 0 && best[at - 1]! < score; at--) best[at] = best[at - 1]!;
    best[at] = score;
  }
  return best.subarray(0, found);
}

function sortedScores(counts: Uint32Array, places: Uint32Array, where: ValueOrder["where"]): Float64Array {
  const size = counts.length;
  const scores = new Float64Array(size);
  let found = 0;
  for (let value = 0; value < size; value++)
    if (counts[value] !== 0 && (!where || where(value)))
      scores[found++] = counts[value]! * size + size - 1 - places[value]!;
  return scores.subarray(0, found).sort().reverse();
}
