/**
 * Layout of postings: for each term, the documents that contain it in ascending order, with weighted frequency and impact.
 * Documents are numbered within windows, which are looked up, so that a posting takes three bytes.
 */

/** Documents per window of the search kernel. */
export const windowShift = 12;
export const inWindow = (1 << windowShift) - 1;
/** Bits of a posting that hold its frequency. */
export const frequencyBits = 4;
/** In these bits: the frequency does not fit. */
export const highFrequency = (1 << frequencyBits) - 1;

export interface PostingsArrays {
  /** Term number → first posting; one more entry than terms. */
  starts: Uint32Array;
  /** The document's number within its window in 12 bits, then the frequency in 4; 15: see `highAt`. */
  postings: Uint16Array;
  /** ceil(255 × termWeight / (k1 + 1)): never below the true weight. */
  impacts: Uint8Array;
  /** Term number → 2 × first of `windows` of a rare term, 2 × row + 1 of another. */
  places: Uint32Array;
  /** Postings of rare terms → window. */
  windows: Uint16Array;
  /** Row, window → end of its postings, counted from the term's first. */
  windowEnds: Uint32Array;
  /** Row, window → greatest impact. */
  windowMaxima: Uint8Array;
  /** Postings of a frequency that does not fit, ascending, and their frequencies. */
  highAt: Uint32Array;
  highFrequencies: Uint8Array;
  /** Term number → greatest impact. */
  maxima: Uint8Array;
  /** Impacts at `thresholdRanks`, three per term; 0 where a term has fewer postings. */
  thresholds: Uint8Array;
  /** Document → weighted length. */
  lengths: Uint32Array;
}

export const windowsOf = (documents: number): number =>
  Math.max(1, Math.ceil(documents / (1 << windowShift)));

/** The documents of a term, ascending. */
export function documentsOf(arrays: PostingsArrays, term: number): Uint32Array {
  const { starts, postings, places, windows, windowEnds, lengths } = arrays;
  const start = starts[term]!;
  const documents = new Uint32Array(starts[term + 1]! - start);
  const place = places[term]!;
  const windowCount = windowsOf(lengths.length);
  let window = 0;
  for (let i = 0; i < documents.length; i++) {
    if (isRare(place)) window = windows[(place >>> 1) + i]!;
    else while (windowEnds[(place >>> 1) * windowCount + window]! <= i) window++;
    documents[i] = (window << windowShift) | (postings[start + i]! >>> frequencyBits);
  }
  return documents;
}

/** `place`: of {@link PostingsArrays.places}. */
export const isRare = (place: number): boolean => (place & 1) === 0;
