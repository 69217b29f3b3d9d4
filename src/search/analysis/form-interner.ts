/** Texts to numbers of word forms, for threads whose numbers of terms another thread assigns. */
import type { GrowableUint32 } from "../growable-uint32.ts";
import { termOf } from "./analyzer.ts";
import { FormTable } from "./form-table.ts";
import { type AsciiRun, forEachRun } from "./tokenizer.ts";

/** Of a stop word. */
const none = -1;

/** Numbers tokens that are index terms in order of first appearance, without stop words. */
export class FormInterner {
  /** Tokens and their terms, by number. */
  readonly forms: string[] = [];
  readonly terms: string[] = [];
  #asciiForms = new FormTable();
  readonly #numberOfForm = new Map<string, number>();

  get size(): number {
    return this.forms.length;
  }

  /** Appends the number of each form of a text to `into`, and to `starts` where its token starts, in UTF-16 units. */
  intern(text: string, into: GrowableUint32, starts?: GrowableUint32): void {
    const visit = (number: number, start: number) => {
      if (number === none) return;
      into.push(number);
      starts?.push(start);
    };
    forEachRun(text, {
      run: (run) => visit(this.#numberOfRun(run), run.start),
      token: (token, start) => visit(this.#numberOfToken(token), start),
    });
  }

  /** Forgets all forms: numbers begin again. */
  clear(): void {
    this.forms.length = 0;
    this.terms.length = 0;
    this.#asciiForms = new FormTable();
    this.#numberOfForm.clear();
  }

  #numberOfRun(run: AsciiRun): number {
    const known = this.#asciiForms.find(run);
    if (known !== undefined) return known;
    const number = this.#add(run.text.slice(run.start, run.end).toLowerCase());
    this.#asciiForms.add(run, number);
    return number;
  }

  #numberOfToken(token: string): number {
    const known = this.#numberOfForm.get(token);
    if (known !== undefined) return known;
    const number = this.#add(token);
    this.#numberOfForm.set(token, number);
    return number;
  }

  #add(token: string): number {
    const term = termOf(token);
    if (term === null) return none;
    this.terms.push(term);
    return this.forms.push(token) - 1;
  }
}
