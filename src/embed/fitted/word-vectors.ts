/**
 * The word half of the built-in embedder for texts given as term numbers: a vector for each frequent term of a corpus, the
 * mean of the static table's vectors of the words that it stands for, each as often as it occurs.
 */
import { termOf } from "../../search/analysis/analyzer.ts";
import { staticTable } from "../static/static-table.ts";
import { chooseVocabulary, documentFrequencies, sampleTexts, type TokenCorpus } from "./token-corpus.ts";

/** Rarer terms count only in texts given as text: in a passage they say little. */
const maxTerms = 60_000;
const maxTexts = 250_000;

export interface WordTable {
  /** Row → term number of the corpus. */
  kept: Uint32Array;
  /** rows × dimensions of the table; the rows' lengths are the terms' weights. */
  vectors: Float32Array;
}

export function collectWordVectors(corpus: TokenCorpus): WordTable {
  const { dimensions } = staticTable();
  const frequencies = documentFrequencies(corpus, sampleTexts(corpus, maxTexts));
  const { kept } = chooseVocabulary(frequencies, maxTerms, (frequency) => frequency > 0);
  const words = wordsOfTerms(corpus);
  const vectors = new Float32Array(kept.length * dimensions);
  const known: number[] = [];
  for (const term of kept) {
    const row = vectors.subarray(known.length * dimensions, (known.length + 1) * dimensions);
    if (addMean(words.get(term) ?? [[corpus.forms[term]!, 1]], row)) known.push(term);
  }
  return { kept: Uint32Array.from(known), vectors: vectors.slice(0, known.length * dimensions) };
}

type Counted = [word: string, count: number];

/** Term number of the corpus → its counted words. */
function wordsOfTerms({ terms, words }: TokenCorpus): Map<number, Counted[]> {
  const numberOf = new Map(terms.map((term, number) => [term, number]));
  const found = new Map<number, Counted[]>();
  for (const counted of words) {
    const term = numberOf.get(termOf(counted[0])!);
    if (term === undefined) continue;
    const others = found.get(term);
    if (others) others.push(counted);
    else found.set(term, [counted]);
  }
  return found;
}

/** False, and nothing added, where the table knows no part of any word. */
function addMean(words: readonly Counted[], sum: Float32Array): boolean {
  let total = 0;
  for (const [word, count] of words) {
    const vector = new Float32Array(sum.length);
    if (!staticTable().add(word, vector)) continue;
    total += count;
    for (let j = 0; j < sum.length; j++) sum[j]! += count * vector[j]!;
  }
  if (total > 0) for (let j = 0; j < sum.length; j++) sum[j]! /= total;
  return total > 0;
}
