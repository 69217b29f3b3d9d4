/** Read side of one segment's postings, stored in an arena. */
import { argsort } from "../argsort.ts";
import type { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { maxKept, maxQueryTerms, type Scratch } from "../kernels/scratch.ts";
import type { Bm25Parameters } from "./bm25.ts";
import { documentsOf, isRare, type PostingsArrays, windowsOf } from "./posting-layout.ts";
import { thresholdRanks } from "./posting-summaries.ts";

/** Address of each array of {@link PostingsArrays}. */
export type PostingsPointers = { readonly [name in keyof PostingsArrays]: Pointer };

/** A query term in one segment. */
export interface WeightedTerm {
  /** The segment's number for the term. */
  term: number;
  /** Inverse document frequency over all segments, times the query's own weight for the term. */
  idf: number;
  /** Position of the term in the query; terms that the segment lacks are omitted from the list. */
  position?: number;
}

export interface TextHits {
  /** Ascending by document when from `score`; by score descending, then document, when from `search`. */
  documents: Uint32Array;
  scores: Float64Array;
  /** Bit i is set when the document contains the i-th query term (first 32). */
  matched: Uint32Array;
}

/** Float sums in the kernel may be lower than the true bound by this much (relative). */
const slack = 1e-4;
const termWords = 14;

export class TextIndex {
  readonly documentCount: number;
  readonly #arena: Arena;
  readonly #arrays: PostingsArrays;
  readonly #at: PostingsPointers;
  readonly #parameters: Bm25Parameters;
  readonly #windows: number;
  /** Also where the postings are kept elsewhere: segments of earlier releases then lack the array. */
  readonly #isEmpty: boolean;

  constructor(
    arena: Arena,
    stored: { arrays: PostingsArrays; at: PostingsPointers },
    parameters: Bm25Parameters,
  ) {
    this.#arena = arena;
    this.#arrays = stored.arrays;
    this.#at = stored.at;
    this.#parameters = parameters;
    this.documentCount = stored.arrays.lengths.length;
    this.#windows = windowsOf(this.documentCount);
    this.#isEmpty = !stored.arrays.postings?.length;
  }

  /** Number of documents of this segment that contain the term, withdrawn ones included. */
  documentFrequency(term: number): number {
    return this.#arrays.starts[term + 1]! - this.#arrays.starts[term]!;
  }

  /** The documents of this segment that contain the term, ascending, withdrawn ones included. */
  documentsWith(term: number): Uint32Array {
    return this.#isEmpty ? new Uint32Array(0) : documentsOf(this.#arrays, term);
  }

  /**
   * The exact k best documents: upper bounds first, then exact scores, widening until no omitted document
   * could be among them. `mask` points at a bitset of allowed documents, 0 for all; documents that score less than
   * `atLeast` may be left out. With more than {@link maxKept} documents of equal bound, some may be missed.
   */
  search(
    terms: readonly WeightedTerm[],
    k: number,
    options: { mask: Pointer; scratch: Scratch; atLeast?: number },
  ): TextHits {
    const limit = Math.min(this.documentCount, maxKept);
    let kept = Math.min(limit, k + Math.ceil(k / 4) + 16);
    for (;;) {
      const found = this.#boundedTop(terms, kept, options);
      const hits = this.score(terms, found.documents, options.scratch);
      const ranked = rank(hits, k);
      const complete = found.documents.length < kept || kept >= limit;
      const bar = ranked.scores.length < k ? -1 : ranked.scores[k - 1]!;
      if (complete || bar > found.minBound * (1 + slack)) return ranked;
      kept = Math.min(limit, kept * 2);
    }
  }

  /** Exact scores of the given documents, which must be in ascending order. */
  score(terms: readonly WeightedTerm[], documents: Uint32Array, scratch: Scratch): TextHits {
    const count = this.#layTerms(terms, scratch);
    const arena = this.#arena;
    const { lengths, highAt, highFrequencies } = this.#at;
    arena.uint32(scratch.index, 4).set([lengths, highAt, highFrequencies, this.#arrays.highAt.length]);
    arena.uint32(scratch.ids, documents.length).set(documents);
    const { k1, b, averageLength } = this.#parameters;
    arena.kernels.scoreExactly(
      scratch.terms,
      count,
      scratch.ids,
      documents.length,
      scratch.index,
      k1,
      b,
      averageLength,
      scratch.exact,
      scratch.matched,
    );
    return {
      documents,
      scores: arena.float64(scratch.exact, documents.length).slice(),
      matched: arena.uint32(scratch.matched, documents.length).slice(),
    };
  }

  #boundedTop(
    terms: readonly WeightedTerm[],
    k: number,
    options: { mask: Pointer; scratch: Scratch; atLeast?: number },
  ) {
    const { mask, scratch, atLeast = 0 } = options;
    const count = this.#layTerms(terms, scratch);
    const arena = this.#arena;
    const kept = arena.kernels.searchText(
      scratch.terms,
      count,
      scratch.sums,
      scratch.bounds,
      this.documentCount,
      mask,
      k,
      scratch.scores,
      scratch.ids,
      Math.max(atLeast * (1 - slack), mask === 0 ? this.#startThreshold(terms, k) : 0),
    );
    return {
      documents: arena.uint32(scratch.ids, kept).slice().sort(),
      minBound: kept > 0 ? arena.float32(scratch.scores, kept)[kept - 1]! : 0,
    };
  }

  /** A bound that at least k documents reach, slightly lowered, or 0 when none is known. */
  #startThreshold(terms: readonly WeightedTerm[], k: number): number {
    const rank = thresholdRanks.findIndex((at) => at >= k);
    if (rank < 0) return 0;
    let best = 0;
    for (const { term, idf } of terms.slice(0, maxQueryTerms)) {
      const impact = this.#arrays.thresholds[term * thresholdRanks.length + rank]!;
      best = Math.max(best, impact * this.#quantum(idf));
    }
    return best * (1 - slack);
  }

  #quantum(idf: number): number {
    return (idf * (this.#parameters.k1 + 1)) / 255;
  }

  /** Writes the kernel's term records; returns how many. */
  #layTerms(terms: readonly WeightedTerm[], scratch: Scratch): number {
    const count = this.#isEmpty ? 0 : Math.min(terms.length, maxQueryTerms);
    const words = this.#arena.uint32(scratch.terms, count * termWords);
    const floats = this.#arena.float32(scratch.terms, count * termWords);
    const doubles = this.#arena.float64(scratch.terms, (count * termWords) / 2);
    for (let i = 0; i < count; i++) {
      const { term, idf } = terms[i]!;
      const w = i * termWords;
      this.#layPostings(term, words.subarray(w, w + termWords));
      floats[w + 6] = this.#arrays.maxima[term]! * this.#quantum(idf);
      floats[w + 7] = this.#quantum(idf);
      doubles[w / 2 + 6] = idf;
    }
    return count;
  }

  #layPostings(term: number, record: Uint32Array): void {
    const at = this.#at;
    const start = this.#arrays.starts[term]!;
    const place = this.#arrays.places[term]!;
    const row = (place >>> 1) * this.#windows;
    record[0] = at.postings + start * 2;
    record[1] = at.impacts + start;
    record[2] = this.documentFrequency(term);
    record[3] = isRare(place) ? 0 : at.windowEnds + row * 4;
    record[4] = isRare(place) ? at.windows + (place >>> 1) * 2 : 0;
    record[5] = isRare(place) ? 0 : at.windowMaxima + row;
    record[8] = start;
  }
}

/** The k best of `hits`: score descending, then document ascending. */
function rank(hits: TextHits, k: number): TextHits {
  const order = argsort(hits.scores).subarray(0, k);
  const count = order.length;
  const ranked = {
    documents: new Uint32Array(count),
    scores: new Float64Array(count),
    matched: new Uint32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const at = order[i]!;
    ranked.documents[i] = hits.documents[at]!;
    ranked.scores[i] = hits.scores[at]!;
    ranked.matched[i] = hits.matched[at]!;
  }
  return ranked;
}
