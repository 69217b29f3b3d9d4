/**
 * The built-in embedder as stored and as run: a text's vector is two unit vectors side by side, latent
 * semantics and the sum of word vectors, weighed by the split.
 */
import { termOf } from "../../search/analysis/analyzer.ts";
import { Dictionary, type DictionaryArrays } from "../../search/analysis/dictionary.ts";
import { forEachToken } from "../../search/analysis/tokenizer.ts";
import type { Arena } from "../../search/kernels/arena.ts";
import { countsParts, staticTable } from "../static/static-table.ts";
import { unitLength } from "../unit-length.ts";

/** Dimensions of the latent half. */
export const latentDimensions = 128;
/** Dimensions of the word half: those of `table.bin`. */
export const wordDimensions = 128;
export const fittedDimensions = latentDimensions + wordDimensions;

export interface FittedArrays {
  slots: Uint32Array;
  offsets: Uint32Array;
  bytes: Uint8Array;
  /** Term → row of the latent half + 1, or 0. */
  latentRow: Uint32Array;
  latentWeights: Float32Array;
  latentVectors: Float32Array;
  /** Term → row of the word half + 1, or 0. */
  wordRow: Uint32Array;
  wordVectors: Float32Array;
  /** The direction that all pooled word vectors share; taken out of each. */
  common: Float32Array;
  /** Weight of the latent half, 0 to 1. */
  split: Float32Array;
}

export const fittedArrayNames = [
  "slots",
  "offsets",
  "bytes",
  "latentRow",
  "latentWeights",
  "latentVectors",
  "wordRow",
  "wordVectors",
  "common",
  "split",
] as const satisfies readonly (keyof FittedArrays)[];

const maxTermsPerText = 65_536;

/** Each of unit length, or null where no word is known. */
export interface Halves {
  latent: Float32Array | null;
  word: Float32Array | null;
}

export class FittedModel {
  readonly dictionary: Dictionary;
  readonly #arrays: FittedArrays;
  readonly #arena: Arena;
  readonly #at: { latent: number; word: number; ids: number; weights: number; out: number };
  /** Of the text that is embedded: its terms in order of first appearance, and how often each occurs; 0 for others. */
  readonly #terms: Uint32Array;
  readonly #counts: Uint32Array;
  #termCount = 0;

  /** `vectorsAt` says where the two tables are in the arena; the model takes about half a megabyte more of it. */
  constructor(
    arena: Arena,
    arrays: FittedArrays,
    vectorsAt: { latent: number; word: number; scratch: number },
  ) {
    this.#arena = arena;
    this.#arrays = arrays;
    this.dictionary = new Dictionary(arrays satisfies DictionaryArrays);
    this.#terms = new Uint32Array(arrays.wordRow.length);
    this.#counts = new Uint32Array(arrays.wordRow.length);
    this.#at = {
      latent: vectorsAt.latent,
      word: vectorsAt.word,
      ids: vectorsAt.scratch,
      weights: vectorsAt.scratch + maxTermsPerText * 4,
      out: vectorsAt.scratch + maxTermsPerText * 8,
    };
  }

  /** Bytes of working space that each thread needs. */
  static readonly scratchBytes = maxTermsPerText * 8 + Math.max(latentDimensions, wordDimensions) * 4 + 64;

  /** The vector of a query, each word counted once; null when it holds no word that either half knows. */
  embedQuery(text: string): Float32Array | null {
    const words = new Set<string>();
    forEachToken(text, (token) => words.add(token));
    return this.#embedWords(words);
  }

  /** The vector of a text; null when it holds no word that either half knows. */
  embedText(text: string): Float32Array | null {
    const words: string[] = [];
    forEachToken(text, (token) => words.push(token));
    return this.#embedWords(words);
  }

  /**
   * Uses each word's own vector; a term number would stand for all words of its stem. A word without one has the vectors of
   * its parts, or where these say nothing, that of its term.
   */
  #embedWords(words: Iterable<string>): Float32Array | null {
    const terms: number[] = [];
    const counted: string[] = [];
    for (const word of words) {
      const term = termOf(word);
      if (term === null) continue;
      terms.push(this.dictionary.find(term));
      counted.push(word);
    }
    const table = staticTable();
    const withRow = counted.reduce((count, word) => count + (table.has(word) ? 1 : 0), 0);
    const parts = countsParts(withRow, counted.length);
    const sum = new Float32Array(wordDimensions);
    let known = 0;
    counted.forEach((word, i) => {
      const isAdded = parts || table.has(word) ? table.add(word, sum) : this.#addTerm(terms[i]!, sum);
      if (isAdded) known++;
    });
    this.#count(terms);
    return this.#join({ latent: this.#latentHalf(), word: known > 0 ? this.#wordHalf(sum) : null });
  }

  #addTerm(term: number, sum: Float32Array): boolean {
    const { wordRow, wordVectors } = this.#arrays;
    const row = term < 0 ? 0 : wordRow[term]!;
    if (row === 0) return false;
    const at = (row - 1) * wordDimensions;
    for (let j = 0; j < wordDimensions; j++) sum[j]! += wordVectors[at + j]!;
    return true;
  }

  /** The vector of a text given as dictionary numbers, repeats kept; negative numbers are skipped. */
  embedTerms(terms: ArrayLike<number>): Float32Array | null {
    return this.#join(this.embedHalves(terms));
  }

  #join({ latent, word }: Halves): Float32Array | null {
    const split = this.#arrays.split[0]!;
    if (!latent && !word) return null;
    const latentShare = word ? (latent ? Math.sqrt(split) : 0) : 1;
    const wordShare = Math.sqrt(1 - latentShare * latentShare);
    const vector = new Float32Array(fittedDimensions);
    latent?.forEach((value, j) => {
      vector[j] = value * latentShare;
    });
    word?.forEach((value, j) => {
      vector[latentDimensions + j] = value * wordShare;
    });
    return vector;
  }

  embedHalves(terms: ArrayLike<number>): Halves {
    this.#count(terms);
    const table = { at: this.#at.word, dimensions: wordDimensions };
    const word = this.#pool(table, this.#arrays.wordRow, (_, count) => count);
    return { latent: this.#latentHalf(), word: word && this.#wordHalf(word) };
  }

  #latentHalf(): Float32Array | null {
    const { latentRow, latentWeights } = this.#arrays;
    const table = { at: this.#at.latent, dimensions: latentDimensions };
    const sum = this.#pool(table, latentRow, (row, count) => Math.log(1 + count) * latentWeights[row]!);
    return sum && unitLength(sum);
  }

  #wordHalf(sum: Float32Array): Float32Array | null {
    removeDirection(sum, this.#arrays.common);
    return unitLength(sum);
  }

  #count(terms: ArrayLike<number>): void {
    for (let i = 0; i < this.#termCount; i++) this.#counts[this.#terms[i]!] = 0;
    this.#termCount = 0;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!;
      if (term < 0) continue;
      if (this.#counts[term] === 0) this.#terms[this.#termCount++] = term;
      this.#counts[term]!++;
    }
  }

  #pool(
    table: { at: number; dimensions: number },
    rowOf: Uint32Array,
    weigh: (row: number, count: number) => number,
  ): Float32Array | null {
    const ids = this.#arena.uint32(this.#at.ids, maxTermsPerText);
    const weights = this.#arena.float32(this.#at.weights, maxTermsPerText);
    let used = 0;
    for (let i = 0; i < this.#termCount && used < maxTermsPerText; i++) {
      const term = this.#terms[i]!;
      const row = rowOf[term]! - 1;
      if (row < 0) continue;
      ids[used] = row;
      weights[used++] = weigh(row, this.#counts[term]!);
    }
    if (used === 0) return null;
    this.#arena.kernels.pool(this.#at.ids, this.#at.weights, used, table.at, table.dimensions, this.#at.out);
    return this.#arena.float32(this.#at.out, table.dimensions).slice();
  }
}

/** Subtracts the part of `vector` along the unit vector `direction`. */
function removeDirection(vector: Float32Array, direction: Float32Array): void {
  let along = 0;
  for (let j = 0; j < vector.length; j++) along += vector[j]! * direction[j]!;
  for (let j = 0; j < vector.length; j++) vector[j]! -= along * direction[j]!;
}
