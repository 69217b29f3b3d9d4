/** How many rows of a set hold each value of a column. */
import { countBits } from "../bitset.ts";
import type { Column } from "./column.ts";
import { firstRows } from "./first-rows.ts";

/** By value number. Scans the rows or their complement, whichever is smaller. */
export function countValues(column: Column, rows: Uint8Array): Uint32Array {
  const { starts, rowStarts } = column.arrays;
  const counts = new Uint32Array(column.values.length);
  if (areFew(rows, starts.length - 1)) {
    addRows(column, counts, { rows, flip: 0, step: 1 });
    return counts;
  }
  for (let value = 0; value < counts.length; value++)
    counts[value] = rowStarts[value + 1]! - rowStarts[value]!;
  addRows(column, counts, { rows, flip: 255, step: -1 });
  return counts;
}

export interface CountedValues {
  /** By value number. */
  counts: Uint32Array;
  /** The first rows that hold each of the values, in row order. */
  samplesOf(values: readonly number[]): number[][];
}

/** Number of samples recorded while counting; more are looked up afterwards, for the requested values. */
const notedSamples = 1 << 17;

/** Counts, and finds the first rows of each value: in the same scan if the rows are the smaller set. */
export function countAndSample(
  column: Column,
  { rows, samples }: { rows: Uint8Array; samples: number },
): CountedValues {
  const { values, arrays } = column;
  const noted = values.length * samples;
  if (samples === 0 || noted > notedSamples || !areFew(rows, arrays.starts.length - 1))
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

function areFew(rows: Uint8Array, rowCount: number): boolean {
  return countBits(rows) * 2 <= rowCount;
}

function addRows(
  column: Column,
  counts: Uint32Array,
  walk: { rows: Uint8Array; flip: number; step: number },
): void {
  const { starts, values } = column.arrays;
  const { rows, flip, step } = walk;
  const rowCount = starts.length - 1;
  for (let first = 0; first < rowCount; first += 8) {
    let byte = rows[first >> 3]! ^ flip;
    for (; byte !== 0; byte &= byte - 1) {
      const row = first + 31 - Math.clz32(byte & -byte);
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
  const rowCount = starts.length - 1;
  for (let first = 0; first < rowCount; first += 8) {
    for (let byte = rows[first >> 3]!; byte !== 0; byte &= byte - 1) {
      const row = first + 31 - Math.clz32(byte & -byte);
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
