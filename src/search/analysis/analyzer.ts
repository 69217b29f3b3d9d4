/**
 * Text to index terms: tokens without stop words, stemmed with Snowball's English stemmer
 * (M. F. Porter, "Snowball: a language for stemming algorithms", 2001).
 */
import snowball from "snowball-stemmers";
import { stopWords } from "./stop-words.ts";
import { forEachToken } from "./tokenizer.ts";

const asciiWord = /^[a-z]+$/;
const english = snowball.newStemmer("english");

/** The index term of a token, or null for a stop word. Only plain English words are stemmed. */
export function termOf(token: string): string | null {
  if (stopWords.has(token)) return null;
  return token.length > 2 && asciiWord.test(token) ? stem(token) : token;
}

/** Queries and snippets contain the same words repeatedly. */
const stems = new Map<string, string>();
const maxStems = 50_000;

function stem(word: string): string {
  let stemmed = stems.get(word);
  if (stemmed === undefined) {
    stemmed = english.stem(word);
    if (stems.size >= maxStems) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}

/** Index terms of a text, in order, with repeats. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  forEachToken(text, (token) => {
    const term = termOf(token);
    if (term !== null) terms.push(term);
  });
  return terms;
}

/** Distinct index terms of a query, in order of first appearance. */
export function queryTerms(text: string): string[] {
  return [...new Set(analyze(text))];
}

/** Surface forms kept in memory per interner; beyond it, rare forms are stemmed again each time. */
const maxCachedForms = 1_500_000;

/**
 * Numbers terms in order of first appearance. Remembers surface forms, so that each is stemmed once:
 * most of the cost of indexing is here.
 */
export class TermInterner {
  readonly terms: string[] = [];
  /** The first token of each term. */
  readonly forms: string[] = [];
  readonly #idOfTerm = new Map<string, number>();
  readonly #idOfForm = new Map<string, number>();

  /** The number of a folded token, or -1 for a stop word. */
  idOfToken(token: string): number {
    const known = this.#idOfForm.get(token);
    if (known !== undefined) return known;
    const term = termOf(token);
    const id = term === null ? -1 : this.#idOf(term, token);
    if (this.#idOfForm.size < maxCachedForms) this.#idOfForm.set(token, id);
    return id;
  }

  /** Appends the term numbers of a text to `into`; returns the new length. `into` must have capacity for them. */
  intern(text: string, into: GrowableUint32): void {
    forEachToken(text, (token) => {
      const id = this.idOfToken(token);
      if (id >= 0) into.push(id);
    });
  }

  #idOf(term: string, form: string): number {
    let id = this.#idOfTerm.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.terms.push(term);
      this.forms.push(form);
      this.#idOfTerm.set(term, id);
    }
    return id;
  }
}

/** A Uint32Array that grows by half when full. */
export class GrowableUint32 {
  #values: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.#values = new Uint32Array(capacity);
  }

  /** A copy of an array that can grow. */
  static of(values: Uint32Array): GrowableUint32 {
    const growable = new GrowableUint32(values.length + 16);
    growable.#values.set(values);
    growable.length = values.length;
    return growable;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Uint32Array(Math.ceil(this.length * 1.5) + 16);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  /** A view of what has been pushed; valid until the next push. */
  view(from = 0): Uint32Array {
    return this.#values.subarray(from, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
