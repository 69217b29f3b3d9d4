/** The word forms of one thread: from its numbers to term numbers of the segment that is built. */
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import type { AnalysisReply } from "./messages.ts";

export class ThreadForms {
  #forms: string[] = [];
  #terms: string[] = [];
  /** Form → 1 + number of its term in `#interner`; 0: not asked for yet. */
  #numbers = new Uint32Array(1 << 12);
  #interner: TermInterner | null = null;

  /** Before its tokens are numbered. */
  take({ isReset, forms, terms }: Pick<AnalysisReply, "isReset" | "forms" | "terms">): void {
    if (isReset) {
      this.#forms = [];
      this.#terms = [];
      this.#numbers.fill(0);
    }
    for (const form of forms) this.#forms.push(form);
    for (const term of terms) this.#terms.push(term);
    if (this.#forms.length <= this.#numbers.length) return;
    const grown = new Uint32Array(2 * this.#forms.length);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }

  /** Replaces forms by the numbers of their terms, in place: those that the interner would give their tokens in this order. */
  number(tokens: Uint32Array, interner: TermInterner): Uint32Array {
    if (interner !== this.#interner) {
      this.#numbers.fill(0);
      this.#interner = interner;
    }
    const numbers = this.#numbers;
    for (let i = 0; i < tokens.length; i++) {
      const form = tokens[i]!;
      let known = numbers[form]!;
      if (known === 0) {
        known = 1 + interner.numberOf(this.#terms[form]!, this.#forms[form]!);
        numbers[form] = known;
      } else interner.count(known - 1, this.#forms[form]!);
      tokens[i] = known - 1;
    }
    return tokens;
  }
}
