/** Index terms of one document at a time, tokenised once for its chunks and for the whole. */
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";

export interface ReadText {
  title: string;
  author: string | null;
  content: string;
}

/** Term numbers of a document's fields. */
export interface FieldTerms {
  title: Uint32Array;
  author: Uint32Array;
  content: Uint32Array;
  /** Where each term of the content starts, in UTF-16 units. */
  starts: Uint32Array;
}

/** Views are valid until the next document is read. */
export class DocumentTerms {
  readonly #interner: TermInterner;
  readonly #title = new GrowableUint32(64);
  readonly #author = new GrowableUint32(16);
  readonly #content = new GrowableUint32();
  readonly #starts = new GrowableUint32();
  #fields: FieldTerms;
  /** First term of the last chunk. */
  #first = 0;

  constructor(interner: TermInterner) {
    this.#interner = interner;
    this.#fields = this.#views();
  }

  read({ title, author, content }: ReadText): void {
    for (const terms of [this.#title, this.#author, this.#content, this.#starts]) terms.clear();
    this.#interner.intern(title, this.#title);
    if (author) this.#interner.intern(author, this.#author);
    this.#interner.forEachTerm(content, (term, start) => {
      this.#content.push(term);
      this.#starts.push(start);
    });
    this.take(this.#views());
  }

  /** In place of a text: its terms, numbered by the same interner. */
  take(fields: FieldTerms): void {
    this.#fields = fields;
    this.#first = 0;
  }

  get title(): Uint32Array {
    return this.#fields.title;
  }

  get author(): Uint32Array {
    return this.#fields.author;
  }

  get content(): Uint32Array {
    return this.#fields.content;
  }

  /** Terms that begin within a chunk of the content; chunks are asked for by ascending start. */
  ofChunk({ start, end }: { start: number; end: number }): Uint32Array {
    const { starts, content } = this.#fields;
    let first = this.#first;
    while (first < starts.length && starts[first]! < start) first++;
    let last = first;
    while (last < starts.length && starts[last]! < end) last++;
    this.#first = first;
    return content.subarray(first, last);
  }

  #views(): FieldTerms {
    return {
      title: this.#title.view(),
      author: this.#author.view(),
      content: this.#content.view(),
      starts: this.#starts.view(),
    };
  }
}
