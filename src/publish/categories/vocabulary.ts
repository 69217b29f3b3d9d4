/** Numbers for the words and word pairs that the classifier knows; all others are ignored. */
import { termOf } from "../../search/analysis/analyzer.ts";
import { forEachToken } from "../../search/analysis/tokenizer.ts";

const unknown = -2;
const stopWord = -1;
/** Exceeds the size of any vocabulary; two word numbers fit into one exact integer. */
const pairBase = 2 ** 26;

export class Vocabulary {
  /** Number of words and pairs; they are numbered from 0 in the order in which they were learned. */
  size = 0;
  readonly #words = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  /** Token → number of its word, so that each is stemmed once. */
  #tokens = new Map<string, number>();

  /** Learns the words of a text, and with `pairs` each two in a row; returns the numbers of the distinct ones. */
  learn(text: string, pairs: boolean): Set<number> {
    const learned = new Set<number>();
    let before = -1;
    forEachToken(text, (token) => {
      const term = termOf(americanSpelling(token));
      if (term === null) return;
      const word = this.#learnWord(term);
      learned.add(word);
      if (pairs && before >= 0) learned.add(this.#learnPair(before, word));
      before = word;
    });
    return learned;
  }

  /** Learns a stemmed word, or two of them with a space between; returns its number. */
  learnTerm(term: string): number {
    const [first, second] = term.split(" ").map((word) => this.#learnWord(word));
    return second === undefined ? first! : this.#learnPair(first!, second);
  }

  /**
   * Visits the known words of a text and the known pairs, with the place among its content words, from 0. Returns the
   * number of these.
   */
  forEach(text: string, visit: (term: number, place: number) => void): number {
    let place = 0;
    let before = -1;
    forEachToken(text, (token) => {
      const word = this.#wordOf(token);
      if (word === stopWord) return;
      if (word >= 0) {
        visit(word, place);
        const pair = before >= 0 ? this.#pairs.get(before * pairBase + word) : undefined;
        if (pair !== undefined) visit(pair, place);
      }
      before = word;
      place++;
    });
    return place;
  }

  #learnWord(term: string): number {
    let word = this.#words.get(term);
    if (word === undefined) {
      word = this.size++;
      this.#words.set(term, word);
      this.#tokens.clear();
    }
    return word;
  }

  /** Every term by its number: pairs as their words with a space between. */
  terms(): string[] {
    const words = [...this.#words].map(([term, number]) => [number, term] as const);
    const wordOf = new Map(words);
    const pairs = [...this.#pairs].map(
      ([key, number]) =>
        [number, `${wordOf.get(Math.floor(key / pairBase))} ${wordOf.get(key % pairBase)}`] as const,
    );
    return [...words, ...pairs].sort(([a], [b]) => a - b).map(([, term]) => term);
  }

  #learnPair(first: number, second: number): number {
    const key = first * pairBase + second;
    let pair = this.#pairs.get(key);
    if (pair === undefined) {
      pair = this.size++;
      this.#pairs.set(key, pair);
    }
    return pair;
  }

  #wordOf(token: string): number {
    let word = this.#tokens.get(token);
    if (word === undefined) {
      const term = termOf(americanSpelling(token));
      word = term === null ? stopWord : (this.#words.get(term) ?? unknown);
      if (this.#tokens.size >= maxTokens) this.#tokens.clear();
      this.#tokens.set(token, word);
    }
    return word;
  }
}

const maxTokens = 500_000;

const ise = /([iy])s(e|ed|es|er|ers|ing|ation|ations)$/;
const our = /our(s|ed|ing|al|able|ful|hood|hoods|less)?$/;

/**
 * Treats "tokenise" and "tokenize" as one word. Words that only look British change in the taxonomy and in projects
 * alike.
 */
function americanSpelling(token: string): string {
  if (token.length < 6) return token;
  return token.replace(ise, "$1z$2").replace(our, "or$1");
}
