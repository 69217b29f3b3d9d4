/**
 * Builds one archive segment: documents are added in order of (source, id), then vectors, then everything is
 * written. Texts are written to disk immediately.
 */
import { UNDETERMINED } from "../../contract/values/language.ts";
import { buildDictionary } from "../../search/analysis/dictionary.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { hashWord, signatureBytes, writeSignature } from "../../search/duplicates/signature.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import { buildNames } from "../../search/lookup/name-index.ts";
import { nameKey } from "../../search/lookup/name-key.ts";
import { buildSpelling } from "../../search/lookup/spelling-index.ts";
import { writeSections } from "../../search/segment/section-file.ts";
import { TextFileWriter } from "../../search/segment/text-file.ts";
import { PostingsBuilder } from "../../search/text/postings.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { withPrefix } from "../section-names.ts";
import {
  type ArchiveArrays,
  type ArchiveParameters,
  type ArchiveSegmentMeta,
  archiveSegmentKind,
  type DocumentRecordFields,
  passageShape,
  threadNumber,
  titleWeight,
  uuidToBytes,
  wholeShape,
} from "./archive-layout.ts";
import { DocumentTerms } from "./document-terms.ts";

export interface SegmentDocument extends DocumentRecordFields {
  documentId: string;
  source: string;
  /** Its name within the source. */
  thread?: string;
  content: string;
  contentHash: string;
}

interface Row {
  id: Uint8Array;
  hash: Uint8Array;
  source: number;
  recordAt: number;
  recordBytes: number;
  contentAt: number;
  contentBytes: number;
  contentChars: number;
  firstChunk: number;
  titleKey: string;
  thread: number;
  signature: Uint8Array;
}

/** Minimum document frequency of a suggested word: rarer ones are likely misspelt themselves. */
const suggestedFrom = 2;

const encoder = new TextEncoder();

/** Receives the term numbers of a chunk, its document's title first. Valid during the call. */
export type ChunkTermsListener = (terms: Uint32Array) => void;

/** Receives index terms by their numbers; views are valid during the call. */
export interface OutlineListener {
  /** Of the next chunk. */
  passage(title: Uint32Array, body: Uint32Array): void;
  /** Of the document, after its chunks. */
  whole(title: Uint32Array, author: Uint32Array, content: Uint32Array): void;
}

export class ArchiveSegmentWriter {
  readonly #interner: TermInterner;
  readonly #path: string;
  readonly #texts: TextFileWriter;
  readonly #passages = new PostingsBuilder();
  readonly #wholes = new PostingsBuilder();
  readonly #rows: Row[] = [];
  readonly #sources = new Map<string, number>();
  readonly #chunkAt: GrowableUint32 = new Growable();
  readonly #chunkBytes: GrowableUint32 = new Growable();
  /** Of the current document. */
  readonly #terms: DocumentTerms;
  readonly #chunkTerms: GrowableUint32 = new Growable();
  /** Terms of titles: suggested for a misspelt word even where one document alone has them. */
  readonly #titleTerms = new Set<number>();
  /** Hashes of terms, by their numbers. */
  readonly #termHashes: GrowableUint32 = new Growable();
  /** Number of terms of this segment: the interner may later number terms of other texts. */
  #termCount = 0;

  readonly #outline: OutlineListener | null;

  /**
   * Writes `<path>.seg` and `<path>.txt`. With `outline`, its listener keeps texts, postings and vectors elsewhere: the
   * segment has records, numbers and frequencies only.
   */
  constructor(path: string, interner: TermInterner, outline: OutlineListener | null = null) {
    this.#path = path;
    this.#outline = outline;
    this.#interner = interner;
    this.#terms = new DocumentTerms(interner);
    this.#texts = new TextFileWriter(`${path}.txt`);
  }

  get documents(): number {
    return this.#rows.length;
  }

  get chunks(): number {
    return this.#chunkBytes.length;
  }

  /** Adds a document cut into the given chunks (UTF-16 ranges of its content, by ascending start). */
  add(
    document: SegmentDocument,
    chunks: readonly { start: number; end: number }[],
    onChunk: ChunkTermsListener = () => {},
  ): void {
    const { title, author, url, publishedAt, content } = document;
    const { machineSummary } = document;
    const language = document.language === UNDETERMINED ? undefined : document.language;
    const record = encoder.encode(
      JSON.stringify({ title, author, url, publishedAt, language, machineSummary }),
    );
    const bytes = encoder.encode(content);
    this.#terms.read(document);
    const row: Row = {
      id: uuidToBytes(document.documentId),
      hash: Uint8Array.from(Buffer.from(document.contentHash.slice(0, 32), "hex")),
      source: this.#sourceNumber(document.source),
      recordAt: this.#texts.append(record),
      recordBytes: record.length,
      contentAt: this.#outline ? 0 : this.#texts.append(bytes),
      contentBytes: bytes.length,
      contentChars: codePointCount(content, bytes.length),
      firstChunk: this.chunks,
      titleKey: nameKey(title),
      thread: threadNumber(document.source, document.thread),
      signature: this.#signature(),
    };
    this.#rows.push(row);
    this.#addChunks({ content, bytes: bytes.length }, chunks, onChunk);
    this.#addWhole();
    this.#termCount = this.#interner.terms.length;
  }

  /** Writes everything; vectors in chunk order. Parameters are given when average lengths are frozen already. */
  finish(
    vectors: VectorArrays,
    options: { dimensions: number; parameters?: ArchiveParameters },
  ): ArchiveSegmentMeta {
    const { checksums, bytes } = this.#texts.finish();
    const terms = this.#interner.terms.slice(0, this.#termCount);
    const parameters = options.parameters ?? {
      passages: { ...passageShape, averageLength: this.#passages.averageLength() },
      wholes: { ...wholeShape, averageLength: this.#wholes.averageLength() },
    };
    const held = <Arrays extends object>(arrays: Arrays, kept: (keyof Arrays)[]) =>
      this.#outline ? emptied(arrays, kept) : arrays;
    const meta: ArchiveSegmentMeta = {
      documents: this.documents,
      chunks: this.chunks,
      dimensions: options.dimensions,
      textBytes: bytes,
      sources: [...this.#sources.keys()],
      ...parameters,
    };
    const wholes = this.#wholes.build(terms.length, parameters.wholes);
    const frequent = (term: number) => wholes.starts[term + 1]! - wholes.starts[term]! >= suggestedFrom;
    writeSections(`${this.#path}.seg`, {
      kind: archiveSegmentKind,
      meta,
      sections: {
        ...withPrefix("archive", this.#arrays()),
        ...withPrefix("terms", buildDictionary(terms)),
        ...withPrefix("passages", held(this.#passages.build(terms.length, parameters.passages), ["starts"])),
        ...withPrefix("wholes", held(wholes, ["starts"])),
        ...withPrefix("titles", buildNames(this.#rows.map((row) => row.titleKey))),
        ...withPrefix(
          "spelling",
          buildSpelling(terms, this.#interner.forms, (term) => frequent(term) || this.#titleTerms.has(term)),
        ),
        ...withPrefix("vectors", held(vectors, [])),
        "texts.checksums": checksums,
      },
    });
    return meta;
  }

  abandon(): void {
    this.#texts.abandon();
  }

  #sourceNumber(key: string): number {
    const known = this.#sources.get(key) ?? this.#sources.size;
    this.#sources.set(key, known);
    return known;
  }

  /** Of the current document's content. */
  #signature(): Uint8Array {
    const { terms } = this.#interner;
    while (this.#termHashes.length < terms.length)
      this.#termHashes.push(hashWord(terms[this.#termHashes.length]!));
    const hashes = this.#termHashes.view();
    const signature = new Uint8Array(signatureBytes);
    writeSignature(
      this.#terms.content.map((term) => hashes[term]!),
      signature,
    );
    return signature;
  }

  #addChunks(
    { content, bytes }: { content: string; bytes: number },
    chunks: readonly { start: number; end: number }[],
    onChunk: ChunkTermsListener,
  ): void {
    const { title } = this.#terms;
    const offsets = new ByteOffsets(content, bytes);
    const terms = this.#chunkTerms;
    for (const { start, end } of chunks) {
      const body = this.#terms.ofChunk({ start, end });
      terms.clear();
      for (const term of title) terms.push(term);
      for (const term of body) terms.push(term);
      this.#outline?.passage(title, body);
      onChunk(terms.view());
      this.#passages.addField(title, titleWeight.passages);
      this.#passages.addField(body, 1);
      this.#passages.endDocument();
      const from = offsets.of(start);
      this.#chunkAt.push(from);
      this.#chunkBytes.push(offsets.of(end) - from);
    }
  }

  #addWhole(): void {
    const { title, author, content } = this.#terms;
    for (const term of title) this.#titleTerms.add(term);
    this.#wholes.addField(title, titleWeight.wholes);
    this.#wholes.addField(author, 1);
    this.#wholes.addField(content, 1);
    this.#wholes.endDocument();
    this.#outline?.whole(title, author, content);
  }

  #arrays(): ArchiveArrays {
    const rows = this.#rows;
    /** Those whose texts lie in the segment. */
    const texts = this.#outline ? [] : rows;
    const bytes = (of: (row: Row) => Uint8Array, each: number) => {
      const all = new Uint8Array(rows.length * each);
      rows.forEach((row, i) => {
        all.set(of(row), i * each);
      });
      return all;
    };
    const ids = bytes((row) => row.id, 16);
    const order = rows.map((_, i) => i).sort((x, y) => Buffer.compare(rows[x]!.id, rows[y]!.id));
    return {
      ids,
      idOrder: Uint32Array.from(order),
      hashes: bytes((row) => row.hash, 16),
      sourceOf: Uint16Array.from(rows, (row) => row.source),
      recordAt: Float64Array.from(rows, (row) => row.recordAt),
      recordBytes: Uint32Array.from(rows, (row) => row.recordBytes),
      contentAt: Float64Array.from(texts, (row) => row.contentAt),
      contentBytes: Uint32Array.from(texts, (row) => row.contentBytes),
      contentChars: Uint32Array.from(rows, (row) => row.contentChars),
      chunkStarts: Uint32Array.from([...rows.map((row) => row.firstChunk), this.chunks]),
      chunkAt: this.#chunkAt.view().slice(0, this.#outline ? 0 : this.chunks),
      chunkBytes: this.#chunkBytes.view().slice(0, this.#outline ? 0 : this.chunks),
      ...(rows.some(({ thread }) => thread !== 0) && {
        threads: Float64Array.from(rows, (row) => row.thread),
      }),
      signatures: bytes((row) => row.signature, signatureBytes),
    };
  }
}

/** The arrays, without elements except those that are kept. */
function emptied<Arrays extends object>(arrays: Arrays, kept: (keyof Arrays)[]): Arrays {
  const entries = Object.entries(arrays).map(([name, array]) => [
    name,
    kept.includes(name as keyof Arrays) ? array : array.slice(0, 0),
  ]);
  return Object.fromEntries(entries);
}

/** Code points of a text whose UTF-8 length is known; all-ASCII texts need no counting. */
function codePointCount(text: string, utf8Bytes: number): number {
  if (utf8Bytes === text.length) return utf8Bytes;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** UTF-8 offsets of UTF-16 positions that mostly ascend: each is counted from the one before. */
class ByteOffsets {
  readonly #text: string;
  readonly #ascii: boolean;
  #position = 0;
  #bytes = 0;

  constructor(text: string, utf8Bytes: number) {
    this.#text = text;
    this.#ascii = utf8Bytes === text.length;
  }

  of(position: number): number {
    if (this.#ascii) return position;
    if (position >= this.#position)
      this.#bytes += Buffer.byteLength(this.#text.slice(this.#position, position));
    else this.#bytes -= Buffer.byteLength(this.#text.slice(position, this.#position));
    this.#position = position;
    return this.#bytes;
  }
}
