/**
 * Static word vectors distilled from a sentence model (tools/embedding-table): a text's vector is the sum of the rows of
 * its words. A row's length is the word's weight.
 */
import { forEachToken } from "../../search/analysis/tokenizer.ts";
import { type PackedTable, readTableFile } from "./table-file.ts";

const wholeWord = /^\p{Ll}{4,}$/u;

export class StaticTable {
  readonly dimensions: number;
  readonly #table: PackedTable;
  readonly #rows: ReadonlyMap<string, number>;

  constructor(table: PackedTable) {
    this.#table = table;
    this.dimensions = table.dimensions;
    this.#rows = new Map(table.names.map((name, row) => [name, row]));
  }

  /** Those with a row of their own; no parts, numbers or signs. */
  words(): string[] {
    return [...this.#rows.keys()].filter((name) => wholeWord.test(name));
  }

  /** Whether the word has a row of its own, so that its vector is not a sum over its parts. */
  has(word: string): boolean {
    return this.#rows.has(word);
  }

  /**
   * Adds the word's vector to `sum`: its own row, or those of its parts, each the longest that has a row. False, and
   * nothing added, where a part has none. Time: quadratic in the word's length, which the tokenizer limits to 64.
   */
  add(word: string, sum: Float32Array): boolean {
    const parts = this.#partsOf(word);
    for (const row of parts) this.#addRow(row, sum);
    return parts.length > 0;
  }

  #partsOf(word: string): number[] {
    const own = this.#rows.get(word);
    if (own !== undefined) return [own];
    const parts: number[] = [];
    for (let start = 0; start < word.length; ) {
      const prefix = start > 0 ? "##" : "";
      let end = word.length;
      let row: number | undefined;
      for (; end > start; end--) {
        row = this.#rows.get(prefix + word.slice(start, end));
        if (row !== undefined) break;
      }
      if (row === undefined) return [];
      parts.push(row);
      start = end;
    }
    return parts;
  }

  #addRow(row: number, sum: Float32Array): void {
    const { dimensions, scales, packed } = this.#table;
    const scale = scales[row]!;
    const at = (row * dimensions) / 2;
    for (let j = 0; j < dimensions; j += 2) {
      const two = packed[at + j / 2]!;
      sum[j]! += scale * ((two & 15) - 8);
      sum[j + 1]! += scale * ((two >> 4) - 8);
    }
  }
}

/**
 * Whether parts of words without a row say something of their meaning: where most words have one. Else the text is in another
 * language, or of invented words.
 */
export const countsParts = (wordsWithRow: number, words: number): boolean => wordsWithRow * 2 >= words;

/** Cosine of two texts by the table that ships: 0 where it knows no word of one. */
export function relatedness(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => {
    const sum = new Float32Array(staticTable().dimensions);
    forEachToken(text, (word) => staticTable().add(word, sum));
    return sum;
  }) as [Float32Array, Float32Array];
  const dot = (some: Float32Array, other: Float32Array) =>
    some.reduce((sum, value, j) => sum + value * other[j]!, 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y) || 1);
}

let shared: StaticTable | undefined;

/** The table that ships with the program, read on first use. */
export function staticTable(): StaticTable {
  shared ??= new StaticTable(readTableFile());
  return shared;
}
