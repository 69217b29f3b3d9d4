/** The usual form of each term, found in one pass by a majority vote (Boyer and Moore, 1981). */

/** Tokens of a term that vote. */
const voters = 255;

export class UsualForms {
  /** By the numbers of terms: the token that more than half of a term's first 255 are, where there is one. */
  readonly forms: string[] = [];
  #voted = new Uint8Array(1 << 10);
  /** By how many tokens a form is ahead of the others. */
  #lead = new Uint8Array(1 << 10);

  /** Counts a token of a term, whose number is at most that of the terms counted before. */
  count(term: number, token: string): void {
    if (term === this.forms.length) this.#add(token);
    if (this.#voted[term] === voters) return;
    this.#voted[term]!++;
    if (this.forms[term] === token) this.#lead[term]!++;
    else if (this.#lead[term] === 0) {
      this.forms[term] = token;
      this.#lead[term] = 1;
    } else this.#lead[term]!--;
  }

  #add(token: string): void {
    if (this.forms.push(token) <= this.#voted.length) return;
    this.#voted = doubled(this.#voted);
    this.#lead = doubled(this.#lead);
  }
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(2 * bytes.length);
  grown.set(bytes);
  return grown;
}
