/** Which rows of a set are the first to hold a value. */
import { countBits, hasBit } from "../bitset.ts";
import type { Column } from "./column.ts";

/**
 * For each value the first of the rows that hold it, ascending. Goes through the values' own rows, or once through
 * the rows asked about, whichever are fewer: the popular values of a small, old cohort have nearly all of their rows
 * outside of it.
 */
export function firstRows(
  column: Column,
  chosen: readonly number[],
  { rows, limit }: { rows: Uint8Array; limit: number },
): number[][] {
  const found: number[][] = chosen.map(() => []);
  if (limit === 0 || chosen.length === 0) return found;
  const { starts, values, rowStarts } = column.arrays;
  const held = chosen.reduce((sum, value) => sum + rowStarts[value + 1]! - rowStarts[value]!, 0);
  const valuesPerRow = values.length / (starts.length - 1);
  if (held <= countBits(rows) * valuesPerRow)
    chosen.forEach((value, place) => {
      firstOfValue(column, value, { rows, limit, found: found[place]! });
    });
  else firstOfRows(column, chosen, { rows, limit, found });
  return found;
}

function firstOfValue(
  { arrays }: Column,
  value: number,
  { rows, limit, found }: { rows: Uint8Array; limit: number; found: number[] },
): void {
  const end = arrays.rowStarts[value + 1]!;
  for (let i = arrays.rowStarts[value]!; i < end && found.length < limit; i++) {
    const row = arrays.rows[i]!;
    if (hasBit(rows, row)) found.push(row);
  }
}

function firstOfRows(
  { arrays }: Column,
  chosen: readonly number[],
  { rows, limit, found }: { rows: Uint8Array; limit: number; found: number[][] },
): void {
  const { starts, values, rowStarts } = arrays;
  const rowCount = starts.length - 1;
  /** Value → 1 + its place among the chosen; 0 once it has enough rows. */
  const places = new Uint32Array(rowStarts.length - 1);
  chosen.forEach((value, place) => {
    places[value] = place + 1;
  });
  let open = chosen.length;
  for (let first = 0; first < rowCount && open > 0; first += 8) {
    for (let byte = rows[first >> 3]!; byte !== 0; byte &= byte - 1) {
      const row = first + 31 - Math.clz32(byte & -byte);
      if (row >= rowCount) break;
      for (let i = starts[row]!; i < starts[row + 1]!; i++) {
        const place = places[values[i]!]!;
        if (place === 0) continue;
        const those = found[place - 1]!;
        if (those.push(row) < limit) continue;
        places[values[i]!] = 0;
        open--;
      }
    }
  }
}
