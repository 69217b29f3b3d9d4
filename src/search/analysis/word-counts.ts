/** How often each word occurs, unstemmed and without stop words. */

import { GrowableUint32 } from "../growable-uint32.ts";
import { FormInterner } from "./form-interner.ts";

export class WordCounts {
  readonly #words = new FormInterner();
  readonly #counts = new GrowableUint32();
  readonly #ofText = new GrowableUint32();

  add(text: string): void {
    this.#ofText.clear();
    this.#words.intern(text, this.#ofText);
    while (this.#counts.length < this.#words.size) this.#counts.push(0);
    const counts = this.#counts.view();
    for (const word of this.#ofText.view()) counts[word]!++;
  }

  /** Word → occurrences, in order of first appearance. */
  counts(): Map<string, number> {
    const counts = this.#counts.view();
    return new Map(this.#words.forms.map((word, number) => [word, counts[number]!]));
  }
}
