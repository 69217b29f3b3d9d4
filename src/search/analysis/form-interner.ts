/** Texts to numbers of word forms, for threads whose numbers of terms another thread assigns. */
import type { GrowableUint32 } from "../growable-uint32.ts";
import { termOf } from "./analyzer.ts";
import { TokenNumbers } from "./token-numbers.ts";

/** Of a stop word. */
const none = -1;

/** Numbers tokens that are index terms in order of first appearance, without stop words. */
export class FormInterner {
  /** Tokens and their terms, by number. */
  readonly forms: string[] = [];
  readonly terms: string[] = [];
  readonly #numbers = new TokenNumbers((token) => this.#add(token));

  get size(): number {
    return this.forms.length;
  }

  /** Appends the number of each form of a text to `into`, and to `starts` where its token starts, in UTF-16 units. */
  intern(text: string, into: GrowableUint32, starts?: GrowableUint32): void {
    this.#numbers.forEach(text, (number, start) => {
      if (number === none) return;
      into.push(number);
      starts?.push(start);
    });
  }

  /** Forgets all forms: numbers begin again. */
  clear(): void {
    this.forms.length = 0;
    this.terms.length = 0;
    this.#numbers.clear();
  }

  #add(token: string): number {
    const term = termOf(token);
    if (term === null) return none;
    this.terms.push(term);
    return this.forms.push(token) - 1;
  }
}
