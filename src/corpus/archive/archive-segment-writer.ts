/**
 * Builds one archive segment: documents are added in order of (source, id), then vectors, then everything is
 * written. Texts are written to disk immediately.
 */
import { UNDETERMINED } from "../../contract/values/language.ts";
import { buildDictionary } from "../../search/analysis/dictionary.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { hashWord, signatureBytes, writeSignature } from "../../search/duplicates/signature.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import { buildSpelling } from "../../search/lookup/spelling-index.ts";
import { PairCounter } from "../../search/lookup/term-pairs.ts";
import { SectionWriter } from "../../search/segment/section-writer.ts";
import { TextFileWriter } from "../../search/segment/text-file.ts";
import type { PostingsArrays } from "../../search/text/posting-layout.ts";
import { PostingsBuilder } from "../../search/text/postings.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { withPrefix } from "../section-names.ts";
import {
  type ArchiveArrays,
  type ArchiveParameters,
  type ArchiveSegmentMeta,
  archiveSegmentKind,
  authorWeight,
  type DocumentRecordFields,
  passageShape,
  threadNumber,
  titleWeight,
  uuidToBytes,
  wholeShape,
} from "./archive-layout.ts";
import { buildAuthors } from "./author-index.ts";
import { DocumentRows } from "./document-rows.ts";
import { DocumentTerms, type FieldTerms } from "./document-terms.ts";
import { buildTitles } from "./title-index.ts";

export interface SegmentDocument extends DocumentRecordFields {
  documentId: string;
  source: string;
  /** Its name within the source. */
  thread?: string;
  content: string;
  contentHash: string;
}

/** Minimum document frequency of a suggested word: rarer ones are likely misspelt themselves. */
const suggestedFrom = 2;

/** Of two terms in a row that are kept. */
const minPairs = 4;

const encoder = new TextEncoder();

export interface SegmentOptions {
  dimensions: number;
  parameters?: ArchiveParameters | undefined;
}

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
  readonly #rows = new DocumentRows();
  /** Of titles and first chunks, which say what a text is about. */
  readonly #pairs = new PairCounter({ minCount: minPairs });
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
  /** Once it is written. */
  #index: { file: SectionWriter; checksums: Uint32Array; meta: ArchiveSegmentMeta } | null = null;

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
    return this.#rows.count;
  }

  get chunks(): number {
    return this.#chunkBytes.length;
  }

  /**
   * Adds a document cut into the given chunks (UTF-16 ranges of its content, by ascending start). `terms`: its terms, where
   * its texts are tokenised already.
   */
  add(
    document: SegmentDocument,
    chunks: readonly { start: number; end: number }[],
    { onChunk = () => {}, terms }: { onChunk?: ChunkTermsListener; terms?: FieldTerms | undefined } = {},
  ): void {
    const { title, author, url, publishedAt, content } = document;
    const { machineSummary } = document;
    const language = document.language === UNDETERMINED ? undefined : document.language;
    const record = encoder.encode(
      JSON.stringify({ title, author, url, publishedAt, language, machineSummary }),
    );
    const bytes = encoder.encode(content);
    if (terms) this.#terms.take(terms);
    else this.#terms.read(document);
    this.#texts.append(record);
    if (!this.#outline) this.#texts.append(bytes);
    this.#rows.add({
      id: uuidToBytes(document.documentId),
      hash: Uint8Array.from(Buffer.from(document.contentHash.slice(0, 32), "hex")),
      source: this.#sourceNumber(document.source),
      recordBytes: record.length,
      contentBytes: bytes.length,
      contentChars: codePointCount(content, bytes.length),
      firstChunk: this.chunks,
      author: machineSummary ? null : author,
      title,
      thread: threadNumber(document.source, document.thread),
      signature: this.#signature(),
    });
    this.#addChunks({ content, bytes: bytes.length }, chunks, onChunk);
    this.#addWhole();
    this.#termCount = this.#interner.terms.length;
  }

  /**
   * Writes everything but the vectors. Each part is built, written and released before the next. Parameters are given
   * when average lengths are frozen already.
   */
  writeIndex({ dimensions, parameters = this.#ownParameters() }: SegmentOptions): void {
    const { checksums, bytes } = this.#texts.finish();
    const terms = this.#interner.terms.slice(0, this.#termCount);
    const file = new SectionWriter(`${this.#path}.seg`);
    this.#index = {
      file,
      checksums,
      meta: {
        documents: this.documents,
        chunks: this.chunks,
        dimensions,
        textBytes: bytes,
        sources: [...this.#sources.keys()],
        ...parameters,
      },
    };
    file.add(withPrefix("archive", this.#arrays()));
    file.add(withPrefix("terms", buildDictionary(terms)));
    file.add(withPrefix("passages", this.#held(this.#passages.build(terms.length, parameters.passages))));
    const frequencies = this.#writeWholes(file, terms.length, parameters);
    const { titles, parts } = buildTitles(this.#rows.titles);
    file.add(withPrefix("titles", titles));
    file.add(withPrefix("title-parts", parts));
    file.add(withPrefix("authors", buildAuthors(this.#rows.authors)));
    const isSuggested = (term: number) => frequencies[term]! >= suggestedFrom || this.#titleTerms.has(term);
    file.add(withPrefix("pairs", this.#pairs.build(terms.length)));
    file.add(withPrefix("spelling", buildSpelling(terms, this.#interner.forms, isSuggested)));
  }

  /** Adds the vectors, in chunk order, to the index, which is written first unless it was. */
  finish(vectors: VectorArrays, options: SegmentOptions): ArchiveSegmentMeta {
    if (!this.#index) this.writeIndex(options);
    const { file, checksums, meta } = this.#index!;
    file.add(withPrefix("vectors", this.#outline ? emptied(vectors) : vectors));
    file.add({ "texts.checksums": checksums });
    file.commit(archiveSegmentKind, meta);
    return meta;
  }

  abandon(): void {
    this.#texts.abandon();
    this.#index?.file.abandon();
  }

  #ownParameters(): ArchiveParameters {
    return {
      passages: { ...passageShape, averageLength: this.#passages.averageLength() },
      wholes: { ...wholeShape, averageLength: this.#wholes.averageLength() },
    };
  }

  /** Returns the number of documents of each term. */
  #writeWholes(file: SectionWriter, terms: number, { wholes }: ArchiveParameters): Uint32Array {
    const built = this.#wholes.build(terms, wholes);
    file.add(withPrefix("wholes", this.#held(built)));
    return Uint32Array.from({ length: terms }, (_, term) => built.starts[term + 1]! - built.starts[term]!);
  }

  /** Frequencies alone where postings are kept elsewhere. */
  #held(postings: PostingsArrays): PostingsArrays {
    return this.#outline ? { ...emptied(postings), starts: postings.starts } : postings;
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
    this.#pairs.add(title);
    for (const [i, { start, end }] of chunks.entries()) {
      const body = this.#terms.ofChunk({ start, end });
      if (i === 0) this.#pairs.add(body);
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
    this.#wholes.addField(author, authorWeight);
    this.#wholes.addField(content, 1);
    this.#wholes.endDocument();
    this.#outline?.whole(title, author, content);
  }

  #arrays(): ArchiveArrays {
    const { signatures, threads, ...rows } = this.#rows.arrays({
      chunks: this.chunks,
      hasTexts: this.#outline === null,
    });
    const chunks = this.#outline ? 0 : this.chunks;
    return {
      ...rows,
      chunkAt: this.#chunkAt.view().subarray(0, chunks),
      chunkBytes: this.#chunkBytes.view().subarray(0, chunks),
      ...(threads && { threads }),
      ...(signatures && { signatures }),
    };
  }
}

/** The arrays without elements. */
const emptied = <Arrays extends object>(arrays: Arrays): Arrays =>
  Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice(0, 0)])) as Arrays;

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
