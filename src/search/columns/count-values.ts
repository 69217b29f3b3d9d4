/** How many rows of a set hold each value of a column. */
import { countBits, wholeWords } from "../bitset.ts";
import type { Column } from "./column.ts";
import { firstRows } from "./first-rows.ts";

/** By value number. Scans the rows, their complement, or the rows of every value, whichever costs least. */
export function countValues(column: Column, rows: Uint8Array): Uint32Array {
  const { rowStarts } = column.arrays;
  const counts = new Uint32Array(column.values.length);
  const scan = cheapestScan(column, rows);
  if (scan === "values") addHeld(column, counts, rows);
  else if (scan === "rows") addRows(column, counts, { rows, flip: 0, step: 1 });
  else {
    for (let value = 0; value < counts.length; value++)
      counts[value] = rowStarts[value + 1]! - rowStarts[value]!;
    addRows(column, counts, { rows, flip: -1, step: -1 });
  }
  return counts;
}

export interface CountedValues {
  /** By value number. */
  counts: Uint32Array;
  /** The first rows that contain each of the values, in row order. */
  samplesOf(values: readonly number[]): number[][];
}

/** Number of samples recorded while counting; more are looked up afterwards, for the requested values. */
const notedSamples = 1 << 17;

/** Counts, and finds the first rows of each value: in the same scan if that visits the rows. */
export function countAndSample(
  column: Column,
  { rows, samples }: { rows: Uint8Array; samples: number },
): CountedValues {
  const { values } = column;
  const noted = values.length * samples;
  if (samples === 0 || noted > notedSamples || cheapestScan(column, rows) !== "rows")
    return {
      counts: countValues(column, rows),
      samplesOf: (chosen) => firstRows(column, chosen, { rows, limit: samples }),
    };
  const counts = new Uint32Array(values.length);
  const notes = new Uint32Array(noted);
  noteRows(column, counts, { rows, samples, notes });
  return {
    counts,
    samplesOf: (chosen) =>
      chosen.map((value) => {
        const start = value * samples;
        return Array.from(notes.subarray(start, start + Math.min(samples, counts[value]!)));
      }),
  };
}

/** Costs relative to testing one row of a value's list: of visiting a row, and of each value that it contains. */
const visitCost = 3;
const heldCost = 1;

function cheapestScan({ arrays }: Column, rows: Uint8Array): "rows" | "complement" | "values" {
  const rowCount = arrays.starts.length - 1;
  const entries = arrays.values.length;
  const selected = countBits(rows);
  const few = Math.min(selected, rowCount - selected);
  if (few * (visitCost + (heldCost * entries) / rowCount) > entries) return "values";
  return selected === few ? "rows" : "complement";
}

/** Tests each row of each value. */
function addHeld({ arrays }: Column, counts: Uint32Array, bits: Uint8Array): void {
  const { rowStarts, rows } = arrays;
  const words = wholeWords(bits);
  for (let value = 0; value < counts.length; value++) {
    const end = rowStarts[value + 1]!;
    let count = 0;
    for (let i = rowStarts[value]!; i < end; i++) {
      const row = rows[i]!;
      count += (words[row >>> 5]! >>> (row & 31)) & 1;
    }
    counts[value] = count;
  }
}

function addRows(
  column: Column,
  counts: Uint32Array,
  walk: { rows: Uint8Array; flip: number; step: number },
): void {
  const { starts, values } = column.arrays;
  const { flip, step } = walk;
  const words = wholeWords(walk.rows);
  const rowCount = starts.length - 1;
  for (let first = 0; first < rowCount; first += 32) {
    for (let word = words[first >>> 5]! ^ flip; word !== 0; word &= word - 1) {
      const row = first + 31 - Math.clz32(word & -word);
      if (row >= rowCount) break;
      const end = starts[row + 1]!;
      for (let i = starts[row]!; i < end; i++) counts[values[i]!]! += step;
    }
  }
}

/** The same, recording the first rows of each value from `notes[value × samples]` on. */
function noteRows(
  column: Column,
  counts: Uint32Array,
  { rows, samples, notes }: { rows: Uint8Array; samples: number; notes: Uint32Array },
): void {
  const { starts, values } = column.arrays;
  const words = wholeWords(rows);
  const rowCount = starts.length - 1;
  for (let first = 0; first < rowCount; first += 32) {
    for (let word = words[first >>> 5]!; word !== 0; word &= word - 1) {
      const row = first + 31 - Math.clz32(word & -word);
      if (row >= rowCount) break;
      const end = starts[row + 1]!;
      for (let i = starts[row]!; i < end; i++) {
        const value = values[i]!;
        const count = counts[value]!;
        counts[value] = count + 1;
        if (count < samples) notes[value * samples + count] = row;
      }
    }
  }
}
