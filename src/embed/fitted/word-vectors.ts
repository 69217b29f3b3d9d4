/**
 * The word half of the built-in embedder for texts given as term numbers: a vector for each frequent term of a corpus, the
 * mean of the static table's vectors of the words that it stands for, each as often as it occurs. In a corpus of another
 * language, whose words the table mostly lacks, they get vectors from their contexts instead of from their parts.
 */
import { termOf } from "../../search/analysis/analyzer.ts";
import { countsParts, staticTable } from "../static/static-table.ts";
import { induceVectors } from "./induced-vectors.ts";
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

export interface CollectedWords extends WordTable {
  /** Whether the static table has most words of the corpus; else it is of another language, or of invented words. */
  knowsMost: boolean;
}

export function collectWordVectors(corpus: TokenCorpus): CollectedWords {
  const frequencies = documentFrequencies(corpus, sampleTexts(corpus, maxTexts));
  const { kept } = chooseVocabulary(frequencies, maxTerms, (frequency) => frequency > 0);
  const words = wordsOfTerms(corpus);
  const wordsOf = (term: number): Counted[] => words.get(term) ?? [[corpus.forms[term]!, 1]];
  const knowsMost = partsCount(kept, frequencies, wordsOf);
  const table = meansOf(kept, (term) => (knowsMost ? wordsOf(term) : wordsOf(term).filter(hasRow)));
  return { ...(knowsMost ? table : withInduced(table, corpus, kept)), knowsMost };
}

/** Of the terms of which the table knows a word or a part. */
function meansOf(kept: Uint32Array, wordsOf: (term: number) => Counted[]): WordTable {
  const { dimensions } = staticTable();
  const vectors = new Float32Array(kept.length * dimensions);
  const known: number[] = [];
  for (const term of kept) {
    const row = vectors.subarray(known.length * dimensions, (known.length + 1) * dimensions);
    if (addMean(wordsOf(term), row)) known.push(term);
  }
  return { kept: Uint32Array.from(known), vectors: vectors.slice(0, known.length * dimensions) };
}

/** Adds vectors of the other terms, as long as those of the table are on average. */
function withInduced({ kept: known, vectors }: WordTable, corpus: TokenCorpus, kept: Uint32Array): WordTable {
  const { dimensions } = staticTable();
  const rowOf = new Int32Array(corpus.terms.length).fill(-1);
  known.forEach((term, row) => {
    rowOf[term] = row;
  });
  const foreign = [...kept].filter((term) => rowOf[term] === -1);
  const induced = induceVectors(corpus, { dimensions, rowOf, vectors }, foreign);
  const length = averageLength(vectors, dimensions);
  const all = new Float32Array((known.length + induced.size) * dimensions);
  all.set(vectors);
  [...induced.values()].forEach((vector, i) => {
    all.set(
      vector.map((value) => value * length),
      (known.length + i) * dimensions,
    );
  });
  return { kept: Uint32Array.from([...known, ...induced.keys()]), vectors: all };
}

function averageLength(vectors: Float32Array, dimensions: number): number {
  const rows = vectors.length / dimensions;
  let sum = 0;
  for (let row = 0; row < rows; row++)
    sum += Math.hypot(...vectors.subarray(row * dimensions, (row + 1) * dimensions));
  return sum / Math.max(1, rows);
}

type Counted = [word: string, count: number];

const hasRow = ([word]: Counted) => staticTable().has(word);

/** Whether they do in this corpus, by the occurrences of its terms. */
function partsCount(
  kept: Uint32Array,
  frequencies: Uint32Array,
  wordsOf: (term: number) => Counted[],
): boolean {
  let [withRow, all] = [0, 0];
  for (const term of kept) {
    all += frequencies[term]!;
    if (wordsOf(term).some(hasRow)) withRow += frequencies[term]!;
  }
  return countsParts(withRow, all);
}

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
