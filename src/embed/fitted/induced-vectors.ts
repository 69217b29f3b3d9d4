/**
 * Vectors for words that the static table lacks, from their contexts in the corpus: the mean direction of the texts that
 * hold the word, without what all texts share ("à la carte", Khodak et al., 2018, with the identity as its transform).
 */
import { unitLength } from "../unit-length.ts";
import { sampleTexts, type TokenCorpus, tokensOf } from "./token-corpus.ts";

const maxTexts = 100_000;
/** Words in fewer texts have too little context. */
const minTexts = 3;

/** The words with a vector of their own. */
export interface KnownVectors {
  dimensions: number;
  /** Term number of the corpus → row, or -1. */
  rowOf: Int32Array;
  vectors: Float32Array;
}

/** Unit vectors by term number of the corpus. */
export function induceVectors(
  corpus: TokenCorpus,
  known: KnownVectors,
  wanted: readonly number[],
): Map<number, Float32Array> {
  const { dimensions } = known;
  const placeOf = new Int32Array(corpus.terms.length).fill(-1);
  wanted.forEach((term, place) => {
    placeOf[term] = place;
  });
  const sums = new Float32Array(wanted.length * dimensions);
  const counts = new Uint32Array(wanted.length);
  const shared = new Float32Array(dimensions);
  const lastText = new Int32Array(wanted.length).fill(-1);
  const texts = sampleTexts(corpus, maxTexts);
  for (const text of texts) {
    const tokens = tokensOf(corpus, text);
    const context = contextOf(tokens, known);
    if (!context) continue;
    for (let j = 0; j < dimensions; j++) shared[j]! += context[j]! / texts.length;
    for (const term of tokens) {
      const place = placeOf[term]!;
      if (place < 0 || lastText[place] === text) continue;
      lastText[place] = text;
      counts[place]!++;
      for (let j = 0; j < dimensions; j++) sums[place * dimensions + j]! += context[j]!;
    }
  }
  const induced = new Map<number, Float32Array>();
  wanted.forEach((term, place) => {
    if (counts[place]! < minTexts) return;
    const at = place * dimensions;
    const vector = Float32Array.from(shared, (value, j) => sums[at + j]! / counts[place]! - value);
    if (unitLength(vector)) induced.set(term, vector);
  });
  return induced;
}

/** Direction of a text by its known words; null where it holds none. */
function contextOf(tokens: Uint32Array, { dimensions, rowOf, vectors }: KnownVectors): Float32Array | null {
  const context = new Float32Array(dimensions);
  for (const term of tokens) {
    const row = rowOf[term]!;
    if (row >= 0) for (let j = 0; j < dimensions; j++) context[j]! += vectors[row * dimensions + j]!;
  }
  return unitLength(context);
}
