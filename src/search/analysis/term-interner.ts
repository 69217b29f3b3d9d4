/** Texts to numbers of index terms. */
import { GrowableUint32 } from "../growable-uint32.ts";
import { termOf } from "./analyzer.ts";
import { TokenNumbers } from "./token-numbers.ts";
import { UsualForms } from "./usual-forms.ts";

/** Surface forms that an interner remembers; beyond it, rare forms are stemmed again each time. */
const usualForms = 1_500_000;
/** Of a stop word. */
const none = -1;
/** Less the number of its term: the number of a token that is not remembered. */
const beyond = -2;

/**
 * Numbers terms in order of first appearance. Remembers surface forms, so that each is stemmed once:
 * most of the cost of indexing is here.
 */
export class TermInterner {
  readonly terms: string[] = [];
  readonly #usual = new UsualForms();
  readonly #idOfTerm = new Map<string, number>();
  /** Remembered tokens, by number, and their terms. */
  readonly #tokens: string[] = [];
  readonly #termOfToken = new GrowableUint32();
  readonly #mostForms: number;
  readonly #numbers: TokenNumbers;

  /** `mostForms`: surface forms to remember. */
  constructor(mostForms: number = usualForms) {
    this.#mostForms = mostForms;
    this.#numbers = new TokenNumbers((token) => this.#number(token), mostForms);
  }

  /** The usual token of each term. */
  get forms(): readonly string[] {
    return this.#usual.forms;
  }

  /** Appends the term numbers of a text to `into`. */
  intern(text: string, into: GrowableUint32): void {
    this.forEachTerm(text, (term) => into.push(term));
  }

  /** Calls `visit` with the number of each term of a text, and the position where its token starts. */
  forEachTerm(text: string, visit: (term: number, start: number) => void): void {
    this.#numbers.forEach(text, (token, start) => {
      if (token === none) return;
      if (token < none) return visit(beyond - token, start);
      const term = this.#termOfToken.at(token);
      this.#usual.count(term, this.#tokens[token]!);
      visit(term, start);
    });
  }

  /** The number of a term, one of whose tokens is `token`. */
  numberOf(term: string, token: string): number {
    const number = this.#idOf(term);
    this.count(number, token);
    return number;
  }

  /** Counts another token of a term. */
  count(term: number, token: string): void {
    this.#usual.count(term, token);
  }

  /** After the last text: terms and forms stay, what finds their numbers is given up. */
  seal(): void {
    this.#idOfTerm.clear();
    this.#tokens.length = 0;
    this.#numbers.clear();
  }

  #idOf(term: string): number {
    const known = this.#idOfTerm.get(term);
    if (known !== undefined) return known;
    this.#idOfTerm.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }

  /** Of a token that is not remembered: its number, or that of its term where no more are. */
  #number(token: string): number {
    const term = termOf(token);
    if (term === null) return none;
    const id = this.#idOf(term);
    if (this.#tokens.length === this.#mostForms) {
      this.count(id, token);
      return beyond - id;
    }
    this.#termOfToken.push(id);
    return this.#tokens.push(token) - 1;
  }
}
