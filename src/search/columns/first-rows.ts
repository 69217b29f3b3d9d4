/** Finds the first rows of a set that contain a value. */
import { firstBit, hasBit, lastBit } from "../bitset.ts";
import { lowerBound } from "../lower-bound.ts";
import type { Column } from "./column.ts";

/** For each value the first `limit` of the rows that contain it, ascending. */
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
    for (let i = lowerBound(held, first, { from: rowStarts[value]!, to: end }); i < end; i++) {
      const row = held[i]!;
      if (found.length === limit || row > last) break;
      if (hasBit(rows, row)) found.push(row);
    }
    return found;
  });
}
