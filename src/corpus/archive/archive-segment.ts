/** Read side of one archive segment: look-ups by document and chunk number. */
import { Dictionary, type DictionaryArrays } from "../../search/analysis/dictionary.ts";
import type { Arena } from "../../search/kernels/arena.ts";
import type { Scratch } from "../../search/kernels/scratch.ts";
import type { NameArrays } from "../../search/lookup/name-index.ts";
import { type SpellingArrays, SpellingIndex } from "../../search/lookup/spelling-index.ts";
import { type PairArrays, TermPairs } from "../../search/lookup/term-pairs.ts";
import { isAbout, isNamed, type TitleName } from "../../search/lookup/title-names.ts";
import type { LoadedSections } from "../../search/segment/section-file.ts";
import { TextFile } from "../../search/segment/text-file.ts";
import type { PostingsArrays } from "../../search/text/posting-layout.ts";
import { TextIndex } from "../../search/text/text-index.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { paddedDimensions } from "../../search/vector/rotation.ts";
import { VectorIndex } from "../../search/vector/vector-index.ts";
import { underPrefix } from "../section-names.ts";
import {
  type ArchiveArrays,
  type ArchiveSegmentMeta,
  bytesToUuid,
  type DocumentRecordFields,
  uuidToBytes,
} from "./archive-layout.ts";
import { type AuthorArrays, AuthorIndex } from "./author-index.ts";
import { findTitled, type Titled } from "./title-index.ts";

/** The document of every 64th chunk is stored, so that looking up the others scans only a few. */
const landmarkShift = 6;

export class ArchiveSegment {
  readonly meta: ArchiveSegmentMeta;
  readonly terms: Dictionary;
  /** BM25 over chunks. */
  readonly passages: TextIndex;
  /** BM25 over whole documents. */
  readonly wholes: TextIndex;
  readonly vectors: VectorIndex;
  readonly arrays: ArchiveArrays;
  readonly spelling: SpellingIndex;
  /** Of titles and the beginnings of texts. */
  readonly pairs: TermPairs;
  readonly authors: AuthorIndex;
  readonly #titles: { titles: Partial<NameArrays>; parts: Partial<NameArrays> };
  readonly #landmarks: Uint32Array;
  readonly #texts: TextFile;

  constructor(
    loaded: LoadedSections<ArchiveSegmentMeta>,
    textPath: string,
    space: { arena: Arena; scratch: Scratch },
  ) {
    const { arena, scratch } = space;
    this.meta = loaded.meta;
    this.arrays = underPrefix<ArchiveArrays>(loaded, "archive").arrays;
    this.#landmarks = landmarksOf(this.arrays.chunkStarts);
    this.terms = new Dictionary(underPrefix<DictionaryArrays>(loaded, "terms").arrays);
    this.spelling = new SpellingIndex(
      underPrefix<Partial<SpellingArrays>>(loaded, "spelling").arrays,
      this.terms,
    );
    this.pairs = new TermPairs(underPrefix<Partial<PairArrays>>(loaded, "pairs").arrays);
    const namesUnder = (prefix: string) => underPrefix<Partial<NameArrays>>(loaded, prefix).arrays;
    this.#titles = { titles: namesUnder("titles"), parts: namesUnder("title-parts") };
    this.authors = new AuthorIndex(underPrefix<Partial<AuthorArrays>>(loaded, "authors").arrays);
    const { passages, wholes, dimensions } = loaded.meta;
    this.passages = new TextIndex(arena, underPrefix<PostingsArrays>(loaded, "passages"), passages);
    this.wholes = new TextIndex(arena, underPrefix<PostingsArrays>(loaded, "wholes"), wholes);
    this.vectors = new VectorIndex(
      arena,
      underPrefix<VectorArrays>(loaded, "vectors"),
      paddedDimensions(dimensions),
    );
    this.#texts = new TextFile(
      textPath,
      { bytes: loaded.meta.textBytes, checksums: loaded.arrays["texts.checksums"] as Uint32Array },
      { arena, block: scratch.block },
    );
  }

  /** The number of a document, or -1. */
  find(documentId: string): number {
    const wanted = uuidToBytes(documentId);
    const { idOrder, ids } = this.arrays;
    let low = 0;
    let high = idOrder.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = idOrder[middle]! * 16;
      if (Buffer.compare(ids.subarray(at, at + 16), wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const found = idOrder[low];
    if (found === undefined) return -1;
    return Buffer.compare(ids.subarray(found * 16, found * 16 + 16), wanted) === 0 ? found : -1;
  }

  /** Documents that a name identifies, ascending. */
  titled(name: TitleName): Titled {
    const isBy = (document: number) =>
      name.author.length === 0 || isNamed(name.author, this.record(document).author ?? "");
    const isMeant = (document: number) =>
      isBy(document) && (name.subject === undefined || isAbout(name.subject, this.record(document).title));
    const { whole, part } = findTitled(this.#titles, name.key, {
      documents: this.meta.documents,
      titleOf: (document) => this.record(document).title,
    });
    return { whole: whole.filter(isMeant), part: part.filter(isMeant) };
  }

  documentId(document: number): string {
    return bytesToUuid(this.arrays.ids.subarray(document * 16, document * 16 + 16));
  }

  source(document: number): string {
    return this.meta.sources[this.arrays.sourceOf[document]!]!;
  }

  /** The document that a chunk belongs to. */
  documentOf(chunk: number): number {
    const { chunkStarts } = this.arrays;
    const landmark = chunk >> landmarkShift;
    let low = this.#landmarks[landmark]!;
    let high = this.#landmarks[landmark + 1]! + 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (chunkStarts[middle]! <= chunk) low = middle;
      else high = middle;
    }
    return low;
  }

  record(document: number): DocumentRecordFields {
    const { recordAt, recordBytes } = this.arrays;
    return this.#texts.json(recordAt[document]!, recordBytes[document]!);
  }

  content(document: number): string {
    const { contentAt, contentBytes } = this.arrays;
    return this.#texts.text(contentAt[document]!, contentBytes[document]!);
  }

  chunkText(chunk: number, document: number): string {
    const { contentAt, chunkAt, chunkBytes } = this.arrays;
    return this.#texts.text(contentAt[document]! + chunkAt[chunk]!, chunkBytes[chunk]!);
  }

  /** Code points of the content before a chunk: bytes of UTF-8 that continue no character. */
  charsBefore(chunk: number, document: number): number {
    const { contentAt, chunkAt } = this.arrays;
    let chars = 0;
    for (const byte of this.#texts.read(contentAt[document]!, chunkAt[chunk]!))
      if ((byte & 0xc0) !== 0x80) chars++;
    return chars;
  }

  close(): void {
    this.#texts.close();
  }
}

/** The documents of chunks 0, 64, 128 … and, at the end, the last document. */
function landmarksOf(chunkStarts: Uint32Array): Uint32Array {
  const documents = chunkStarts.length - 1;
  const landmarks = new Uint32Array(((chunkStarts[documents] ?? 0) >> landmarkShift) + 2);
  let document = 0;
  for (let i = 0; i < landmarks.length; i++) {
    const chunk = i << landmarkShift;
    while (document + 1 < documents && chunkStarts[document + 1]! <= chunk) document++;
    landmarks[i] = document;
  }
  return landmarks;
}
