import { termOf } from "../analysis/analyzer.ts";
import { buildDeletes, type DeletesArrays, type DeletesShape, findNear } from "./symmetric-deletes.ts";

/**
 * One deletion from a word of the list and two from a mistyped one find most of two errors (`reccomendation`, `maintainance`)
 * in a third of the memory that two from both would take; not two letters that are missing.
 */
const shape: DeletesShape = { prefix: Number.POSITIVE_INFINITY, edits: () => 1 };

const mostEdits = 2;

const inflected = /(?:s|ed|ings?|ers?)$/;

/** Words of a language, to tell words from misspelt ones. */
export class WordList {
  readonly #words: readonly string[];
  readonly #set: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string | null>;
  readonly #deletes: DeletesArrays;
  readonly #longest: number;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#set = new Set(words);
    this.#stems = new Set(words.map(termOf));
    this.#deletes = buildDeletes(words, shape);
    this.#longest = words.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  /** Whether it is one of the words or an inflection of one, such as `spamming`. */
  has(word: string): boolean {
    return this.#set.has(word) || (inflected.test(word) && this.#stems.has(termOf(word)));
  }

  /** Words that a mistyped one may stand for. Time: quadratic in its length, as far as words of the list are as long. */
  near(typed: string): string[] {
    if (typed.length > this.#longest + mostEdits) return [];
    const textOf = (at: number) => this.#words[at]!;
    return findNear(this.#deletes, typed, { textOf, prefix: shape.prefix }).map(({ text }) => text);
  }
}
