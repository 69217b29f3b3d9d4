/**
 * A task that any corpus sets for itself, the inverse cloze (Lee, Chang and Toutanova, 2019): from a few
 * words of a text find the rest of it. It measures the calibration.
 */
import { sampleTexts, type TokenCorpus, textCount, tokensOf } from "./token-corpus.ts";

export interface ClozePair {
  /** Dictionary numbers of a few neighboring words. */
  query: Int32Array;
  /** Those of the rest of the text. */
  rest: Int32Array;
}

const wantedPairs = 1_200;
const queryLength = 5;
const minLength = queryLength * 3;

/** Up to 1,200 pairs from texts long enough, evenly spread; the query's place varies from text to text. */
export function clozePairs(corpus: TokenCorpus, toModel: Int32Array): ClozePair[] {
  const pairs: ClozePair[] = [];
  for (const text of sampleTexts(corpus, Math.min(textCount(corpus), wantedPairs * 2))) {
    const terms = Int32Array.from(tokensOf(corpus, text), (term) => toModel[term]!).filter(
      (term) => term >= 0,
    );
    if (terms.length < minLength || pairs.length === wantedPairs) continue;
    const start = (text * 7919) % (terms.length - queryLength);
    const rest = new Int32Array(terms.length - queryLength);
    rest.set(terms.subarray(0, start));
    rest.set(terms.subarray(start + queryLength), start);
    pairs.push({ query: terms.slice(start, start + queryLength), rest });
  }
  return pairs;
}

/** Cosines of the i-th of one list with the i-th of the other, where both exist. */
export function crossSimilarities(
  some: readonly (Float32Array | null)[],
  others: readonly (Float32Array | null)[],
): number[] {
  const similarities: number[] = [];
  some.forEach((vector, i) => {
    const other = others[i];
    if (vector && other) similarities.push(dot(vector, other));
  });
  return similarities;
}

function dot(a: Float32Array | null, b: Float32Array | null): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
