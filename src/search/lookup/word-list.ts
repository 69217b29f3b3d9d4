import {
  allowedEdits,
  buildDeletes,
  type DeletesArrays,
  type DeletesShape,
  findNear,
} from "./symmetric-deletes.ts";

/**
 * One deletion from a word of the list and two from a mistyped one find most of two errors (`reccomendation`, `maintainance`)
 * in a third of the memory that two from both would take; not two letters that are missing.
 */
const shape: DeletesShape = { prefix: Number.POSITIVE_INFINITY, edits: () => 1 };

const mostEdits = 2;
/** The shortest word with two errors: shorter than a stem's, since words of the list are known to be words. */
const shortestWithTwo = 7;

/** Words whose neighbors are remembered: a few hundred kilobytes. */
const mostRemembered = 5_000;

const inflected = /^(.+?)(?:es|s|ed|ings?|ers?)$/;
const doubled = /(.)\1$/;

/** Words of a language, to tell words from misspelt ones. */
export class WordList {
  readonly #words: readonly string[];
  readonly #set: ReadonlySet<string>;
  readonly #deletes: DeletesArrays;
  readonly #longest: number;
  readonly #neighbors = new Map<string, readonly string[]>();

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#set = new Set(words);
    this.#deletes = buildDeletes(words, shape);
    this.#longest = words.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  /** Whether it is one of the words or an inflection of one, such as `spamming`. */
  has(word: string): boolean {
    return this.#set.has(word) || basesOf(word).some((base) => this.#set.has(base));
  }

  /** Words that a mistyped one may stand for. Time: quadratic in its length, as far as words of the list are as long. */
  near(typed: string): string[] {
    return this.#within(typed.length === shortestWithTwo ? mostEdits : allowedEdits(typed.length), typed);
  }

  /** Other words one edit away from a word; none for a short one. Remembered, since queries share most of their words. */
  neighbors(word: string): readonly string[] {
    let found = this.#neighbors.get(word);
    if (found === undefined) {
      found = this.#within(allowedEdits(word.length) === 0 ? 0 : 1, word).filter((other) => other !== word);
      if (this.#neighbors.size >= mostRemembered) this.#neighbors.clear();
      this.#neighbors.set(word, found);
    }
    return found;
  }

  #within(edits: 0 | 1 | 2, typed: string): string[] {
    if (typed.length > this.#longest + mostEdits) return [];
    const textOf = (at: number) => this.#words[at]!;
    return findNear(this.#deletes, typed, { textOf, edits, prefix: shape.prefix }).map(({ text }) => text);
  }
}

/** Words of which one may be an inflection, none where it ends otherwise: `spamming` → `spamm`, `spamme`, `spam`. */
function basesOf(word: string): string[] {
  const [, base] = inflected.exec(word) ?? [];
  if (base === undefined) return [];
  const bases = [base, `${base}e`];
  if (doubled.test(base)) bases.push(base.slice(0, -1));
  if (base.endsWith("i")) bases.push(`${base.slice(0, -1)}y`);
  return bases;
}
