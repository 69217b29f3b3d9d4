/** Texts to numbers of index terms. */
import type { GrowableUint32 } from "../growable-uint32.ts";
import { termOf } from "./analyzer.ts";
import { TokenNumbers } from "./token-numbers.ts";

/** Surface forms that an interner remembers; beyond it, rare forms are stemmed again each time. */
const usualForms = 1_500_000;
/** Of a form that is a stop word. */
const none = -1;

/**
 * Numbers terms in order of first appearance. Remembers surface forms, so that each is stemmed once:
 * most of the cost of indexing is here.
 */
export class TermInterner {
  readonly terms: string[] = [];
  /** The first token of each term. */
  readonly forms: string[] = [];
  readonly #idOfTerm = new Map<string, number>();
  readonly #numbers: TokenNumbers;

  /** `mostForms`: surface forms to remember, of ASCII and of others each. */
  constructor(mostForms: number = usualForms) {
    this.#numbers = new TokenNumbers((token) => this.#number(token), mostForms);
  }

  /** Appends the term numbers of a text to `into`. */
  intern(text: string, into: GrowableUint32): void {
    this.forEachTerm(text, (term) => into.push(term));
  }

  /** Calls `visit` with the number of each term of a text, and the position where its token starts. */
  forEachTerm(text: string, visit: (term: number, start: number) => void): void {
    this.#numbers.forEach(text, (term, start) => {
      if (term !== none) visit(term, start);
    });
  }

  /** The number of a term; `form`, a token of it, is kept where the term is new. */
  numberOf(term: string, form: string): number {
    let id = this.#idOfTerm.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.terms.push(term);
      this.forms.push(form);
      this.#idOfTerm.set(term, id);
    }
    return id;
  }

  /** After the last text: terms and forms stay, what finds their numbers is given up. */
  seal(): void {
    this.#idOfTerm.clear();
    this.#numbers.clear();
  }

  /** Of a token whose form is not known yet. */
  #number(token: string): number {
    const term = termOf(token);
    return term === null ? none : this.numberOf(term, token);
  }
}
