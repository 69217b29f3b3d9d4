/**
 * Dictionary-coded, list-valued columns (doc values): for each row its value numbers, and for each value its
 * rows, both in compressed rows over flat arrays.
 */
import { hasBit, setBit } from "../bitset.ts";
import { compareKeys } from "./compare-keys.ts";

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
  /** Value numbers of all rows, one row after another, and where each row ends. */
  readonly #numbers: number[] = [];
  readonly #ends: number[] = [];

  /** Adds the next row's values; the first label given for a key stays. */
  add(values: readonly ColumnValue[]): void {
    if (values.length === 1) this.#numbers.push(this.#numberFor(values[0]!));
    else if (values.length > 1) {
      const numbers = new Set(values.map((value) => this.#numberFor(value)));
      this.#numbers.push(...[...numbers].sort((x, y) => x - y));
    }
    this.#ends.push(this.#numbers.length);
  }

  build(): ColumnArrays {
    const starts = Uint32Array.from([0, ...this.#ends]);
    const values = Uint32Array.from(this.#numbers);
    const rowStarts = new Uint32Array(this.values.length + 1);
    for (const value of values) rowStarts[value + 1]!++;
    for (let value = 0; value < this.values.length; value++) rowStarts[value + 1]! += rowStarts[value]!;
    const cursors = rowStarts.slice();
    const rows = new Uint32Array(values.length);
    for (let row = 0; row < this.#ends.length; row++)
      for (let i = starts[row]!; i < starts[row + 1]!; i++) rows[cursors[values[i]!]!++] = row;
    return { starts, values, rowStarts, rows };
  }

  #numberFor({ key, label }: ColumnValue): number {
    let number = this.#numberOf.get(key);
    if (number === undefined) {
      number = this.values.length;
      this.#numberOf.set(key, number);
      this.values.push({ key, label });
    }
    return number;
  }
}

/** A permutation of the values, in both directions. */
export interface ColumnRanks {
  /** Position → value number. */
  values: Uint32Array;
  /** Value number → position. */
  places: Uint32Array;
}

/** Read side: filters and counts. */
export class Column {
  readonly arrays: ColumnArrays;
  readonly values: readonly ColumnValue[];
  readonly #numberOf: Map<string, number>;
  readonly #ranks = new Map<boolean, ColumnRanks>();
  #spellings: Map<string, string[]> | null = null;

  constructor(arrays: ColumnArrays, values: readonly ColumnValue[]) {
    this.arrays = arrays;
    this.values = values;
    this.#numberOf = new Map(values.map((value, number) => [value.key, number]));
  }

  /** Sets the bits of all rows that contain any of the keys; unknown keys match nothing. */
  markRows(keys: readonly string[], bits: Uint8Array): void {
    const { rowStarts, rows } = this.arrays;
    for (const key of keys) {
      const value = this.#numberOf.get(key);
      if (value === undefined) continue;
      for (let i = rowStarts[value]!; i < rowStarts[value + 1]!; i++) setBit(bits, rows[i]!);
    }
  }

  /** The key where it is known, else those that differ from it in case or in surrounding spaces only. */
  spellingsOf(key: string): readonly string[] {
    if (this.#numberOf.has(key)) return [key];
    this.#spellings ??= bySpelling(this.values);
    return this.#spellings.get(withoutCase(key)) ?? [];
  }

  /** The rows that contain a key, ascending; a view. */
  rowsOf(key: string): Uint32Array {
    const value = this.#numberOf.get(key);
    const { rowStarts, rows } = this.arrays;
    return value === undefined ? new Uint32Array(0) : rows.subarray(rowStarts[value]!, rowStarts[value + 1]!);
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

  /** The order by key, or by label and then key; sorted on first use. */
  ranks(byLabel: boolean): ColumnRanks {
    let ranks = this.#ranks.get(byLabel);
    if (!ranks) {
      ranks = rankValues(this.values, byLabel);
      this.#ranks.set(byLabel, ranks);
    }
    return ranks;
  }

  #numbersOf(row: number): number[] {
    return Array.from(this.arrays.values.subarray(this.arrays.starts[row]!, this.arrays.starts[row + 1]!));
  }
}

const withoutCase = (key: string): string => key.trim().toLowerCase();

function bySpelling(values: readonly ColumnValue[]): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  for (const { key } of values) {
    const same = spellings.get(withoutCase(key));
    if (same) same.push(key);
    else spellings.set(withoutCase(key), [key]);
  }
  return spellings;
}

function rankValues(values: readonly ColumnValue[], byLabel: boolean): ColumnRanks {
  const order = Uint32Array.from(values.keys());
  order.sort(
    (a, b) =>
      (byLabel ? compareKeys(values[a]!.label, values[b]!.label) : 0) ||
      compareKeys(values[a]!.key, values[b]!.key),
  );
  const places = new Uint32Array(values.length);
  order.forEach((value, place) => {
    places[value] = place;
  });
  return { values: order, places };
}
