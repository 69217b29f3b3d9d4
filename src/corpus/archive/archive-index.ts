/** Read side of the archive: segments with global document and chunk numbers, scored by statistics over all of them. */
import { clearBit, hasBit } from "../../search/bitset.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";
import type { Scratch } from "../../search/kernels/scratch.ts";
import type { TitleName } from "../../search/lookup/title-names.ts";
import type { Vocabulary } from "../../search/lookup/vocabulary.ts";
import { inverseDocumentFrequency } from "../../search/text/bm25.ts";
import type { TextIndex, WeightedTerm } from "../../search/text/text-index.ts";
import type { CoarseQuantizer } from "../../search/vector/coarse-quantizer.ts";
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import { Rotation } from "../../search/vector/rotation.ts";
import { type NearLists, type PreparedQuery, prepareQuery } from "../../search/vector/vector-index.ts";
import { type Hits, matchedTerms, mergeHits, raise } from "./archive-hits.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import { vocabularyOf } from "./archive-vocabulary.ts";
import type { MountedSegment } from "./mounted-segment.ts";
import { namedDocuments } from "./named-documents.ts";
import { nearestChunks, type VectorsRequest } from "./nearest-chunks.ts";
import { type ArchiveFilter, type ArchiveScope, scopeFilter } from "./scope-filter.ts";
import { clearBits, type SegmentBits } from "./segment-bits.ts";

/** Query terms with their statistics; `weights` are for chunks. */
export interface ArchiveQuery {
  terms: string[];
  weights: ReadonlyMap<string, number>;
  /** Every term's own weight in the query, without its rarity. */
  boosts: ReadonlyMap<string, number>;
  passages: WeightedTerm[][];
  wholes: WeightedTerm[][];
}

export class ArchiveIndex {
  readonly documents: number;
  readonly chunks: number;
  readonly #segments: readonly MountedSegment[];
  readonly #withdrawals: Int32Array;
  readonly #duplicates = new Map<number, number[]>();
  readonly #lists: { quantizer: CoarseQuantizer; scratch: Scratch } | null;
  #rotation: Rotation | null = null;
  #dead: { count: number; documents: number[][] } | null = null;

  /** `withdrawals` begins with a shared number: how many documents are not live. */
  constructor(
    segments: readonly MountedSegment[],
    space: {
      withdrawals: Int32Array;
      duplicates?: readonly [number, number][];
      /** Without, searches scan every list. */
      lists?: { quantizer: CoarseQuantizer; scratch: Scratch } | null;
    },
  ) {
    this.#lists = space.lists ?? null;
    this.#segments = segments;
    this.#withdrawals = space.withdrawals;
    const pairs = (space.duplicates ?? []).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
    for (const [one, other] of pairs) this.#duplicates.set(one, [...this.#copiesOf(one), other]);
    this.documents = segments.reduce((sum, { segment }) => sum + segment.meta.documents, 0);
    this.chunks = segments.reduce((sum, { segment }) => sum + segment.meta.chunks, 0);
  }

  /**
   * Statistics of a query's index terms; `extra` ones (synonyms, other readings) count by their weight and are not
   * required.
   */
  analyze(own: ReadonlyMap<string, number>, extra: ReadonlyMap<string, number> = new Map()): ArchiveQuery {
    const terms = [...own, ...[...extra].filter(([term]) => !own.has(term))];
    const numbers = this.#segments.map(({ segment }) => terms.map(([term]) => segment.terms.find(term)));
    const weights = new Map<string, number>();
    const weigh = (pick: (segment: ArchiveSegment) => TextIndex, total: number) => {
      const idfs = terms.map(([term, weight], t) => {
        const frequency = this.#segments.reduce((sum, { segment }, s) => {
          const number = numbers[s]![t]!;
          return number < 0 ? sum : sum + pick(segment).documentFrequency(number);
        }, 0);
        const idf = inverseDocumentFrequency(total, frequency) * weight;
        if (frequency > 0) weights.set(term, idf);
        return idf;
      });
      return numbers.map((row) =>
        row.flatMap((term, t) => (term < 0 ? [] : [{ term, idf: idfs[t]!, position: t }])),
      );
    };
    const wholes = weigh((segment) => segment.wholes, this.documents);
    const passages = weigh((segment) => segment.passages, this.chunks);
    return { terms: [...own.keys()], weights, boosts: new Map(terms), passages, wholes };
  }

  /** The query with its `count` rarest terms per segment. */
  strongest(query: ArchiveQuery, count: number): ArchiveQuery {
    const cut = (terms: readonly WeightedTerm[]) =>
      terms.length <= count ? [...terms] : [...terms].sort((x, y) => y.idf - x.idf).slice(0, count);
    return { ...query, passages: query.passages.map(cut), wholes: query.wholes.map(cut) };
  }

  /** The vocabulary of all segments, for spelling correction. */
  get vocabulary(): Vocabulary {
    return vocabularyOf(this.#segments.map(({ segment }) => segment));
  }

  /** Documents that a search may find. Valid until the next call in this thread. */
  filter(scope: ArchiveScope = {}): ArchiveFilter {
    return scopeFilter(this.#segments, scope, { clean: Atomics.load(this.#withdrawals, 0) === 0 });
  }

  /** Documents by an author whose name has all of the folded words, withdrawn ones included; ascending. */
  writtenBy(words: readonly string[]): number[] {
    return this.#segments.flatMap(({ segment, firstDocument }) =>
      Array.from(segment.authors.documentsBy(words), (local) => firstDocument + local),
    );
  }

  /** Documents that any of the names identifies, ascending, out of those that the filter allows. */
  titled(names: readonly TitleName[], filter: ArchiveFilter): number[] {
    return namedDocuments(this.#segments, names, filter);
  }

  /** How many documents {@link writtenBy} finds. */
  countWrittenBy(words: readonly string[]): number {
    return this.#segments.reduce((sum, { segment }) => sum + segment.authors.documentsBy(words).length, 0);
  }

  /** BM25 over chunks. */
  searchPassages(query: ArchiveQuery, k: number, filter: ArchiveFilter): Hits {
    return this.#searchText(query.passages, k, (mounted, s) => ({
      index: mounted.segment.passages,
      mask: filter[s]!.chunks,
      base: mounted.firstChunk,
    }));
  }

  /** BM25 over whole documents. */
  searchWholes(query: ArchiveQuery, k: number, filter: ArchiveFilter): Hits {
    return this.#searchText(query.wholes, k, (mounted, s) => ({
      index: mounted.segment.wholes,
      mask: filter[s]!.documents,
      base: mounted.firstDocument,
    }));
  }

  prepare(vector: Float32Array): PreparedQuery {
    this.#rotation ??= new Rotation(vector.length);
    return prepareQuery(vector, this.#rotation);
  }

  /** The stored vector of a chunk, rotated; null where it is missing. */
  vectorOf(chunk: number): Int8Vector | null {
    const { segment, firstChunk } = this.#mountedBy("firstChunk", chunk);
    return segment.vectors.storedVector(chunk - firstChunk);
  }

  /** The lists to scan of each segment, null where it has none or the filter needs every list. */
  nearLists(query: PreparedQuery, filter: ArchiveFilter): (NearLists | null)[] {
    if (!this.#lists || filter.some(({ narrow }) => narrow)) return filter.map(() => null);
    const considered = this.#segments.map(({ segment }) => segment.vectors.consideredLists);
    return this.#lists.quantizer.nearest(query, considered, this.#lists.scratch);
  }

  /** Nearest chunks; scores are raw cosines. */
  searchVectors(query: PreparedQuery, options: VectorsRequest & { filter: ArchiveFilter }): Hits {
    const near = options.near ?? this.nearLists(query, options.filter);
    return nearestChunks(query, this.#segments, { ...options, near });
  }

  /** Raw cosines of the given chunks (ascending); 0 where a chunk has no vector. */
  similarities(query: PreparedQuery, chunks: Uint32Array): Float64Array {
    const scores = new Float64Array(chunks.length);
    this.#bySegment(chunks, "firstChunk", ({ mounted, local, at }) => {
      const found = mounted.segment.vectors.similarities(query, local, mounted.scratch);
      scores.set(found, at);
    });
    return scores;
  }

  /** Exact BM25 of the given chunks (ascending). */
  passageScores(query: ArchiveQuery, chunks: Uint32Array): { scores: Float64Array; matched: Uint32Array } {
    return this.#score(query.passages, chunks, "passages");
  }

  /** Exact BM25 of the given documents (ascending). */
  wholeScores(query: ArchiveQuery, documents: Uint32Array): { scores: Float64Array; matched: Uint32Array } {
    return this.#score(query.wholes, documents, "wholes");
  }

  documentOf(chunk: number): number {
    const mounted = this.#mountedBy("firstChunk", chunk);
    return mounted.firstDocument + mounted.segment.documentOf(chunk - mounted.firstChunk);
  }

  /** Chunk numbers of a document: from, and up to but not including. */
  chunkRange(document: number): { from: number; to: number } {
    const { segment, firstDocument, firstChunk } = this.#mountedBy("firstDocument", document);
    const { chunkStarts } = segment.arrays;
    const local = document - firstDocument;
    return { from: firstChunk + chunkStarts[local]!, to: firstChunk + chunkStarts[local + 1]! };
  }

  /** The number of a live document, or -1. */
  find(documentId: string): number {
    for (const { segment, firstDocument, live } of this.#segments) {
      const local = segment.find(documentId);
      if (local >= 0 && hasBit(live.documents, local)) return firstDocument + local;
    }
    return -1;
  }

  /** A document's metadata; its texts are read lazily. */
  document(number: number) {
    const { segment, firstDocument, firstChunk } = this.#mountedBy("firstDocument", number);
    const local = number - firstDocument;
    return {
      get documentId() {
        return segment.documentId(local);
      },
      source: segment.source(local),
      totalChars: segment.arrays.contentChars[local]!,
      ...segment.record(local),
      content: () => segment.content(local),
      charsBefore: (chunk: number) => segment.charsBefore(chunk - firstChunk, local),
    };
  }

  /** The text of a document's chunk. */
  passage(document: number, chunk: number): string {
    const { segment, firstDocument, firstChunk } = this.#mountedBy("firstDocument", document);
    return segment.chunkText(chunk - firstChunk, document - firstDocument);
  }

  /** Live documents of other sources whose text is nearly the same, ascending. */
  duplicatesOf(document: number): number[] {
    return this.#copiesOf(document).filter((other) => this.#isLive(other));
  }

  /** The same number for posts of one thread, whatever their segments; 0 for a document of its own. */
  threadOf(document: number): number {
    const { segment, firstDocument } = this.#mountedBy("firstDocument", document);
    return segment.arrays.threads?.[document - firstDocument] ?? 0;
  }

  sourceOf(document: number): string {
    const { segment, firstDocument } = this.#mountedBy("firstDocument", document);
    return segment.source(document - firstDocument);
  }

  /** Per segment, the numbers there of the documents that are not live, ascending. */
  dead(): readonly (readonly number[])[] {
    const count = Atomics.load(this.#withdrawals, 0);
    if (this.#dead?.count !== count)
      this.#dead = { count, documents: this.#segments.map(({ live, segment }) => clearBits(live, segment)) };
    return this.#dead.documents;
  }

  /** Live documents per source key. */
  sourceCounts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { segment, live } of this.#segments)
      for (let local = 0; local < segment.meta.documents; local++) {
        if (!hasBit(live.documents, local)) continue;
        const source = segment.source(local);
        counts.set(source, (counts.get(source) ?? 0) + 1);
      }
    return counts;
  }

  /** Clears a document's bits in shared memory; every thread sees it at its next query. */
  withdraw(documentId: string): void {
    for (const { segment, live } of this.#segments) {
      const local = segment.find(documentId);
      if (local >= 0) this.#clear(segment, live, local);
    }
  }

  /** Clears the bits of documents that a later segment supersedes. */
  supersede(segmentNumber: number, documents: readonly number[]): void {
    const { segment, live } = this.#segments[segmentNumber]!;
    for (const local of documents) this.#clear(segment, live, local);
  }

  close(): void {
    for (const { segment } of this.#segments) segment.close();
  }

  #copiesOf = (document: number): readonly number[] => this.#duplicates.get(document) ?? [];

  #isLive(document: number): boolean {
    const { live, firstDocument } = this.#mountedBy("firstDocument", document);
    return hasBit(live.documents, document - firstDocument);
  }

  #clear(segment: ArchiveSegment, live: SegmentBits, local: number): void {
    if (!hasBit(live.documents, local)) return;
    clearBit(live.documents, local);
    const { chunkStarts } = segment.arrays;
    for (let chunk = chunkStarts[local]!; chunk < chunkStarts[local + 1]!; chunk++)
      clearBit(live.chunks, chunk);
    Atomics.add(this.#withdrawals, 0, 1);
  }

  #searchText(
    terms: readonly WeightedTerm[][],
    k: number,
    pick: (mounted: MountedSegment, s: number) => { index: TextIndex; mask: Pointer; base: number },
  ): Hits {
    let best: Hits = { ids: new Uint32Array(0), scores: new Float64Array(0) };
    this.#segments.forEach((mounted, s) => {
      const { index, mask, base } = pick(mounted, s);
      if (terms[s]!.length === 0) return;
      const atLeast = best.scores[k - 1] ?? 0;
      const { documents, scores } = index.search(terms[s]!, k, { mask, scratch: mounted.scratch, atLeast });
      best = mergeHits([best, { ids: raise(documents, base), scores }], k);
    });
    return best;
  }

  #score(
    terms: readonly WeightedTerm[][],
    ids: Uint32Array,
    index: "passages" | "wholes",
  ): { scores: Float64Array; matched: Uint32Array } {
    const scores = new Float64Array(ids.length);
    const matched = new Uint32Array(ids.length);
    const base = index === "passages" ? "firstChunk" : "firstDocument";
    this.#bySegment(ids, base, ({ mounted, local, at, s }) => {
      const found = mounted.segment[index].score(terms[s]!, local, mounted.scratch);
      scores.set(found.scores, at);
      matched.set(matchedTerms(found.matched, terms[s]!), at);
    });
    return { scores, matched };
  }

  /** Calls `visit` with each segment's share of ascending numbers, made local, and where the share starts. */
  #bySegment(
    ids: Uint32Array,
    base: "firstChunk" | "firstDocument",
    visit: (share: { mounted: MountedSegment; local: Uint32Array; at: number; s: number }) => void,
  ): void {
    let at = 0;
    this.#segments.forEach((mounted, s) => {
      const next = this.#segments[s + 1]?.[base] ?? Number.POSITIVE_INFINITY;
      let end = at;
      while (end < ids.length && ids[end]! < next) end++;
      if (end > at) {
        visit({ mounted, local: raise(ids.slice(at, end), -mounted[base]), at, s });
      }
      at = end;
    });
  }

  #mountedBy(base: "firstChunk" | "firstDocument", id: number): MountedSegment {
    let s = this.#segments.length - 1;
    while (s > 0 && this.#segments[s]![base] > id) s--;
    return this.#segments[s]!;
  }
}
