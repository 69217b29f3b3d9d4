/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). Fields are combined before
 * saturation, as in simple BM25F: a document's term frequency is the sum over fields of weight × frequency,
 * its length the sum of weight × length.
 */
export interface Bm25Parameters {
  /** Saturation of term frequency. */
  k1: number;
  /** Strength of length normalisation, 0 to 1. */
  b: number;
  /** Mean weighted length; fixed when the first segment is written, so that later segments score alike. */
  averageLength: number;
}

/** Weighted frequencies are stored in a byte; more repeats than this add nothing. */
export const maxFrequency = 255;

/** ln(1 + (N − n + ½) / (n + ½)) for a term that occurs in `documentFrequency` of `documentCount` documents. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** The contribution of one term to a document's score, without its inverse document frequency. At most k1 + 1. */
export function termWeight(frequency: number, length: number, parameters: Bm25Parameters): number {
  const { k1, b, averageLength } = parameters;
  const norm = k1 * (1 - b + (b * length) / averageLength);
  return (frequency * (k1 + 1)) / (frequency + norm);
}
