/** Finds the first rows of a set that hold a value. */
import { firstBit, hasBit, lastBit } from "../bitset.ts";
import type { Column } from "./column.ts";

/** For each value the first `limit` of the rows that hold it, ascending. */
export function firstRows(
  { arrays: { rowStarts, rows: held } }: Column,
  chosen: readonly number[],
  { rows, limit }: { rows: Uint8Array; limit: number },
): number[][] {
  // Cohorts of hackathons are ranges of rows: rows before and after are skipped.
  const [first, last] = [firstBit(rows), lastBit(rows)];
  return chosen.map((value) => {
    const found: number[] = [];
    const end = rowStarts[value + 1]!;
    if (first < 0) return found;
    for (let i = lowerBound(held, { from: rowStarts[value]!, to: end, wanted: first }); i < end; i++) {
      const row = held[i]!;
      if (found.length === limit || row > last) break;
      if (hasBit(rows, row)) found.push(row);
    }
    return found;
  });
}

/** The first of the ascending numbers in `from` … `to` − 1 that is not below the wanted one; `to` when all are below. */
function lowerBound(numbers: Uint32Array, range: { from: number; to: number; wanted: number }): number {
  let { from: low, to: high } = range;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < range.wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
