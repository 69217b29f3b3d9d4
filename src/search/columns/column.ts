/**
 * Dictionary-coded, list-valued columns (doc values): for each row its value numbers, and for each value its
 * rows, both in compressed rows over flat arrays.
 */
import { hasBit, setBit } from "../bitset.ts";

export interface ColumnArrays {
  /** Row → start of its values; one more entry than rows. */
  starts: Uint32Array;
  /** Value numbers, each row's in ascending order without repeats. */
  values: Uint32Array;
  /** Value number → start of its rows; one more entry than values. */
  rowStarts: Uint32Array;
  /** Row numbers, ascending per value. */
  rows: Uint32Array;
}

/** A value's key and label, by value number. */
export interface ColumnValue {
  key: string;
  label: string;
}

export class ColumnBuilder {
  readonly values: ColumnValue[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #rows: number[][] = [];

  /** Adds the next row's values; the first label given for a key stays. */
  add(values: readonly ColumnValue[]): void {
    const numbers = new Set<number>();
    for (const value of values) {
      let number = this.#numberOf.get(value.key);
      if (number === undefined) {
        number = this.values.length;
        this.#numberOf.set(value.key, number);
        this.values.push({ key: value.key, label: value.label });
      }
      numbers.add(number);
    }
    this.#rows.push([...numbers].sort((x, y) => x - y));
  }

  build(): ColumnArrays {
    const starts = new Uint32Array(this.#rows.length + 1);
    this.#rows.forEach((row, i) => {
      starts[i + 1] = starts[i]! + row.length;
    });
    const values = Uint32Array.from(this.#rows.flat());
    const rowStarts = new Uint32Array(this.values.length + 1);
    for (const value of values) rowStarts[value + 1]!++;
    for (let value = 0; value < this.values.length; value++) rowStarts[value + 1]! += rowStarts[value]!;
    const cursors = rowStarts.slice();
    const rows = new Uint32Array(values.length);
    this.#rows.forEach((row, i) => {
      for (const value of row) rows[cursors[value]!++] = i;
    });
    return { starts, values, rowStarts, rows };
  }
}

/** Read side: filters and counts. */
export class Column {
  readonly arrays: ColumnArrays;
  readonly values: readonly ColumnValue[];
  readonly #numberOf: Map<string, number>;

  constructor(arrays: ColumnArrays, values: readonly ColumnValue[]) {
    this.arrays = arrays;
    this.values = values;
    this.#numberOf = new Map(values.map((value, number) => [value.key, number]));
  }

  /** Sets the bits of all rows that hold any of the keys; unknown keys match nothing. */
  markRows(keys: readonly string[], bits: Uint8Array): void {
    const { rowStarts, rows } = this.arrays;
    for (const key of keys) {
      const value = this.#numberOf.get(key);
      if (value === undefined) continue;
      for (let i = rowStarts[value]!; i < rowStarts[value + 1]!; i++) setBit(bits, rows[i]!);
    }
  }

  /** Keys of one row's values. */
  keysOf(row: number): string[] {
    return this.#numbersOf(row).map((value) => this.values[value]!.key);
  }

  /** Labels of one row's values. */
  labelsOf(row: number): string[] {
    return this.#numbersOf(row).map((value) => this.values[value]!.label);
  }

  /** How many rows hold a key. */
  rowCount(key: string): number {
    const value = this.#numberOf.get(key);
    return value === undefined ? 0 : this.arrays.rowStarts[value + 1]! - this.arrays.rowStarts[value]!;
  }

  /** How many of the given rows hold a key. */
  rowCountWithin(key: string, rows: Uint8Array): number {
    const value = this.#numberOf.get(key);
    if (value === undefined) return 0;
    const { rowStarts } = this.arrays;
    let count = 0;
    for (let i = rowStarts[value]!; i < rowStarts[value + 1]!; i++)
      if (hasBit(rows, this.arrays.rows[i]!)) count++;
    return count;
  }

  #numbersOf(row: number): number[] {
    return Array.from(this.arrays.values.subarray(this.arrays.starts[row]!, this.arrays.starts[row + 1]!));
  }
}
