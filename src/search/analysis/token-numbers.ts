/** Numbers of tokens, found in a text without making strings of those that are known. */
import { FormTable } from "./form-table.ts";
import { type AsciiRun, forEachRun } from "./tokenizer.ts";

/** Calls back with the number of a token, and where it starts in the text, in UTF-16 units. */
type NumberVisitor = (number: number, start: number) => void;

export class TokenNumbers {
  readonly #numberOf: (token: string) => number;
  readonly #most: number;
  #asciiForms = new FormTable();
  readonly #others = new Map<string, number>();

  /** `numberOf` is asked for each token that is not remembered; `most` are, of ASCII and of others. */
  constructor(numberOf: (token: string) => number, most = Number.POSITIVE_INFINITY) {
    this.#numberOf = numberOf;
    this.#most = most;
  }

  /** Visits the tokens of a text in order. */
  forEach(text: string, visit: NumberVisitor): void {
    forEachRun(text, {
      run: (run) => visit(this.#ofRun(run), run.start),
      token: (token, start) => visit(this.#ofToken(token), start),
    });
  }

  clear(): void {
    this.#asciiForms = new FormTable();
    this.#others.clear();
  }

  #ofRun(run: AsciiRun): number {
    const known = this.#asciiForms.find(run);
    if (known !== undefined) return known;
    const number = this.#numberOf(copied(run.text.slice(run.start, run.end).toLowerCase()));
    if (this.#asciiForms.size < this.#most) this.#asciiForms.add(run, number);
    return number;
  }

  #ofFolded(token: string): number {
    let number = 0;
    forEachRun(token, {
      run: (run) => {
        number = this.#ofRun(run);
      },
      token: () => undefined,
    });
    return number;
  }

  #ofToken(token: string): number {
    const known = this.#others.get(token);
    if (known !== undefined) return known;
    const kept = copied(token);
    const number = folded.test(token) ? this.#ofFolded(token) : this.#numberOf(kept);
    if (this.#others.size < this.#most) this.#others.set(kept, number);
    return number;
  }
}

/** Of a token that was not ASCII as written: `naïve` has the number of `naive`. */
const folded = /^[a-z\d]+$/;

/** Without reference to the text that it is a part of, which V8 would keep in memory. */
const copied = (part: string) => Buffer.from(part).toString();
