/** Index terms of one document at a time, tokenised once for its chunks and for the whole. */
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";

export interface ReadText {
  title: string;
  author: string | null;
  content: string;
}

/** Views are valid until the next document is read. */
export class DocumentTerms {
  readonly #interner: TermInterner;
  readonly #title = new GrowableUint32(64);
  readonly #author = new GrowableUint32(16);
  readonly #content = new GrowableUint32();
  /** Where each term of the content starts, in UTF-16 units. */
  readonly #starts = new GrowableUint32();
  /** First term of the last chunk. */
  #first = 0;

  constructor(interner: TermInterner) {
    this.#interner = interner;
  }

  read({ title, author, content }: ReadText): void {
    for (const terms of [this.#title, this.#author, this.#content, this.#starts]) terms.clear();
    this.#first = 0;
    this.#interner.intern(title, this.#title);
    if (author) this.#interner.intern(author, this.#author);
    this.#interner.forEachTerm(content, (term, start) => {
      this.#content.push(term);
      this.#starts.push(start);
    });
  }

  get title(): Uint32Array {
    return this.#title.view();
  }

  get author(): Uint32Array {
    return this.#author.view();
  }

  get content(): Uint32Array {
    return this.#content.view();
  }

  /** Terms that begin within a chunk of the content; chunks are asked for by ascending start. */
  ofChunk({ start, end }: { start: number; end: number }): Uint32Array {
    const starts = this.#starts.view();
    let first = this.#first;
    while (first < starts.length && starts[first]! < start) first++;
    let last = first;
    while (last < starts.length && starts[last]! < end) last++;
    this.#first = first;
    return this.#content.view().subarray(first, last);
  }
}
