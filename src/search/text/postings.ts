/**
 * Postings in compressed rows over flat arrays: for each term, the documents that contain it in ascending
 * order, with weighted frequency and impact.
 */
import { type Bm25Parameters, maxFrequency, termWeight } from "./bm25.ts";
import { PostingBlocks } from "./posting-blocks.ts";

/** Documents per window of the search kernel. */
export const windowShift = 12;
/** Ranks whose impact is stored per term: with k ≤ rank, a search may start at that threshold. */
export const thresholdRanks = [48, 144, 1024] as const;
/** Terms with fewer postings per window than this have no window maxima. */
const minPostingsPerWindow = 2;

export interface PostingsArrays {
  /** Term number → first posting; one more entry than terms. */
  starts: Uint32Array;
  documents: Uint32Array;
  frequencies: Uint8Array;
  /** ceil(255 × termWeight / (k1 + 1)): never below the true weight. */
  impacts: Uint8Array;
  /** Term number → greatest impact. */
  maxima: Uint8Array;
  /** Impacts at {@link thresholdRanks}, three per term; 0 where a term has fewer postings. */
  thresholds: Uint8Array;
  /** Term number → row of `windowMaxima` + 1, or 0. */
  windowRows: Uint32Array;
  windowMaxima: Uint8Array;
  /** Document → weighted length. */
  lengths: Uint32Array;
}

export class PostingsBuilder {
  #postings = new PostingBlocks();
  readonly #documentEnds: number[] = [];
  readonly #lengths: number[] = [];
  #counts = new Uint32Array(1 << 12);
  readonly #touched: number[] = [];
  #length = 0;

  /** Adds one field of the current document: term numbers, each occurrence counting `weight` times. */
  addField(terms: Uint32Array, weight: number): void {
    for (const term of terms) {
      if (term >= this.#counts.length) this.#growCounts(term);
      if (this.#counts[term] === 0) this.#touched.push(term);
      this.#counts[term]! += weight;
    }
    this.#length += terms.length * weight;
  }

  endDocument(): void {
    for (const term of this.#touched) {
      this.#postings.push(term, Math.min(maxFrequency, this.#counts[term]!));
      this.#counts[term] = 0;
    }
    this.#touched.length = 0;
    this.#documentEnds.push(this.#postings.length);
    this.#lengths.push(this.#length);
    this.#length = 0;
  }

  get documentCount(): number {
    return this.#lengths.length;
  }

  /** Mean weighted length of the documents so far; 1 when there are none. */
  averageLength(): number {
    const total = this.#lengths.reduce((sum, length) => sum + length, 0);
    return total > 0 ? total / this.#lengths.length : 1;
  }

  /** Once: the builder gives up its memory. */
  build(termCount: number, parameters: Bm25Parameters): PostingsArrays {
    const starts = new Uint32Array(termCount + 1);
    const held = this.#postings;
    for (let i = 0; i < held.length; i++) starts[held.term(i) + 1]!++;
    for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!;
    const documents = new Uint32Array(held.length);
    const frequencies = new Uint8Array(held.length);
    const impacts = new Uint8Array(held.length);
    const cursors = starts.slice(0, termCount);
    const quantum = 255 / (parameters.k1 + 1);
    let i = 0;
    for (let document = 0; document < this.#lengths.length; document++) {
      const length = this.#lengths[document]!;
      for (; i < this.#documentEnds[document]!; i++) {
        const frequency = held.frequency(i);
        const at = cursors[held.term(i)]!++;
        documents[at] = document;
        frequencies[at] = frequency;
        impacts[at] = Math.min(255, Math.ceil(termWeight(frequency, length, parameters) * quantum));
      }
    }
    this.#postings = new PostingBlocks();
    const lengths = Uint32Array.from(this.#lengths);
    const postings = { starts, documents, impacts };
    return { ...postings, frequencies, lengths, ...summarize(postings, lengths.length) };
  }

  #growCounts(term: number): void {
    const grown = new Uint32Array(Math.max(term + 1, this.#counts.length * 2));
    grown.set(this.#counts);
    this.#counts = grown;
  }
}

/** Greatest impact per term and per window, and the impacts at the threshold ranks. */
function summarize(
  { starts, documents, impacts }: { starts: Uint32Array; documents: Uint32Array; impacts: Uint8Array },
  documentCount: number,
) {
  const termCount = starts.length - 1;
  const windows = Math.max(1, Math.ceil(documentCount / (1 << windowShift)));
  const isFrequent = (term: number) => starts[term + 1]! - starts[term]! >= windows * minPostingsPerWindow;
  let rows = 0;
  for (let term = 0; term < termCount; term++) if (isFrequent(term)) rows++;
  const maxima = new Uint8Array(termCount);
  const thresholds = new Uint8Array(termCount * thresholdRanks.length);
  const windowRows = new Uint32Array(termCount);
  const windowMaxima = new Uint8Array(rows * windows);
  const histogram = new Uint32Array(256);
  let row = 0;
  for (let term = 0; term < termCount; term++) {
    histogram.fill(0);
    const windowAt = isFrequent(term) ? row * windows : -1;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const impact = impacts[i]!;
      histogram[impact]!++;
      if (windowAt < 0) continue;
      const at = windowAt + (documents[i]! >> windowShift);
      if (impact > windowMaxima[at]!) windowMaxima[at] = impact;
    }
    if (windowAt >= 0) windowRows[term] = ++row;
    fillThresholds(histogram, { maxima, thresholds }, term);
  }
  return { maxima, thresholds, windowRows, windowMaxima };
}

function fillThresholds(
  histogram: Uint32Array,
  { maxima, thresholds }: { maxima: Uint8Array; thresholds: Uint8Array },
  term: number,
): void {
  let seen = 0;
  let rank = 0;
  for (let impact = 255; impact > 0 && rank < thresholdRanks.length; impact--) {
    if (histogram[impact] === 0) continue;
    if (seen === 0) maxima[term] = impact;
    seen += histogram[impact]!;
    while (rank < thresholdRanks.length && seen >= thresholdRanks[rank]!)
      thresholds[term * thresholdRanks.length + rank++] = impact;
  }
}
