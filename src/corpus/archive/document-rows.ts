/** The documents of a segment while it is built, in columns: objects would take several times the memory. */
import { GrowableBytes } from "../../search/growable-bytes.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import type { ArchiveArrays } from "./archive-layout.ts";

export interface DocumentRow {
  /** 16 bytes each. */
  id: Uint8Array;
  hash: Uint8Array;
  signature: Uint8Array;
  source: number;
  recordBytes: number;
  contentBytes: number;
  contentChars: number;
  firstChunk: number;
  /** Whose texts a search by author finds. */
  author: string | null;
  title: string;
  /** 0: none. */
  thread: number;
}

type RowArrays = Omit<ArchiveArrays, "chunkAt" | "chunkBytes">;

export class DocumentRows {
  /** By document. */
  readonly authors: (string | null)[] = [];
  readonly titles: string[] = [];
  readonly #ids = new GrowableBytes();
  readonly #hashes = new GrowableBytes();
  readonly #signatures = new GrowableBytes();
  readonly #sources: GrowableUint32 = new Growable();
  readonly #recordBytes: GrowableUint32 = new Growable();
  readonly #contentBytes: GrowableUint32 = new Growable();
  readonly #contentChars: GrowableUint32 = new Growable();
  readonly #firstChunks: GrowableUint32 = new Growable();
  readonly #threads: number[] = [];

  get count(): number {
    return this.titles.length;
  }

  add(row: DocumentRow): void {
    this.authors.push(row.author);
    this.titles.push(row.title);
    this.#ids.push(row.id);
    this.#hashes.push(row.hash);
    this.#signatures.push(row.signature);
    this.#sources.push(row.source);
    this.#recordBytes.push(row.recordBytes);
    this.#contentBytes.push(row.contentBytes);
    this.#contentChars.push(row.contentChars);
    this.#firstChunks.push(row.firstChunk);
    this.#threads.push(row.thread);
  }

  /** `hasTexts`: each content follows its record in the text file; contents lie elsewhere without. */
  arrays({ chunks, hasTexts }: { chunks: number; hasTexts: boolean }): RowArrays {
    const recordBytes = this.#recordBytes.view();
    const contentBytes = this.#contentBytes.view();
    const recordAt = new Float64Array(this.count);
    const contentAt = new Float64Array(hasTexts ? this.count : 0);
    for (let i = 0, at = 0; i < this.count; i++) {
      recordAt[i] = at;
      at += recordBytes[i]!;
      if (!hasTexts) continue;
      contentAt[i] = at;
      at += contentBytes[i]!;
    }
    const ids = this.#ids.view();
    const idOf = (document: number) => ids.subarray(document * 16, document * 16 + 16);
    const order = Uint32Array.from(this.titles.keys());
    return {
      ids,
      idOrder: order.sort((x, y) => Buffer.compare(idOf(x), idOf(y))),
      hashes: this.#hashes.view(),
      sourceOf: Uint16Array.from(this.#sources.view()),
      recordAt,
      recordBytes,
      contentAt,
      contentBytes: hasTexts ? contentBytes : new Uint32Array(0),
      contentChars: this.#contentChars.view(),
      chunkStarts: startsOf(this.#firstChunks.view(), chunks),
      ...(this.#threads.some((thread) => thread !== 0) && { threads: Float64Array.from(this.#threads) }),
      signatures: this.#signatures.view(),
    };
  }
}

/** The first chunk of each document, and the number of all. */
function startsOf(first: Uint32Array, chunks: number): Uint32Array {
  const starts = new Uint32Array(first.length + 1);
  starts.set(first);
  starts[first.length] = chunks;
  return starts;
}
