/**
 * Word vectors from co-occurrence: positive pointwise mutual information within five words, weighted by
 * 1 / distance, context counts smoothed by the power ¾, factorised (Levy, Goldberg and Dagan, 2015). Texts
 * pool them by smooth inverse frequency (Arora, Liang and Ma, 2017).
 */
import type { TermTable } from "./latent-semantic.ts";
import { widen } from "./latent-semantic.ts";
import { type SparseMatrix, truncatedSvd } from "./randomized-svd.ts";
import {
  chooseVocabulary,
  documentFrequencies,
  sampleTexts,
  type TokenCorpus,
  tokensOf,
} from "./token-corpus.ts";

const maxWords = 30_000;
const maxTexts = 250_000;
const window = 5;
const contextPower = 0.75;
/** Pairs seen less than this (weighted by 1 / distance) are noise. */
const leastCount = 0.7;
/** Counts of so many rows are held at once, to bound memory: at most about 400 MB. */
const tileCells = 100_000_000;
const smoothing = 1e-3;
const seed = 11;

export function fitWordVectors(corpus: TokenCorpus, dimensions: number): TermTable {
  const texts = sampleTexts(corpus, maxTexts);
  const frequencies = documentFrequencies(corpus, texts);
  const least = texts.length >= 2_000 ? 5 : texts.length >= 10 ? 2 : 1;
  const { kept, numberOf } = chooseVocabulary(frequencies, maxWords, (n) => n >= least);
  const stream = renumber(corpus, texts, numberOf);
  const matrix = mutualInformation(stream, kept.length);
  const { rank, right, singular } = truncatedSvd(matrix, dimensions, seed);
  for (let i = 0; i < kept.length; i++)
    for (let j = 0; j < rank; j++) right[i * rank + j]! *= Math.sqrt(singular[j]!);
  return {
    kept,
    weights: smoothInverseFrequency(stream, kept.length),
    vectors: widen({ rows: kept.length, rank, right }, dimensions),
  };
}

/** Marks the end of a text in the stream. */
const boundary = 0xffffffff;

/** Kept words in order, with a boundary after each text. */
function renumber(corpus: TokenCorpus, texts: Uint32Array, numberOf: Int32Array): Uint32Array {
  let length = 0;
  for (const text of texts) length += tokensOf(corpus, text).length + 1;
  const stream = new Uint32Array(length);
  let at = 0;
  for (const text of texts) {
    for (const term of tokensOf(corpus, text)) {
      const word = numberOf[term]!;
      if (word >= 0) stream[at++] = word;
    }
    stream[at++] = boundary;
  }
  return stream.subarray(0, at);
}

function smoothInverseFrequency(stream: Uint32Array, words: number): Float32Array {
  const counts = new Float64Array(words);
  let total = 0;
  for (const word of stream) {
    if (word === boundary) continue;
    counts[word]!++;
    total++;
  }
  return Float32Array.from(counts, (count) => smoothing / (smoothing + count / Math.max(total, 1)));
}

/** The positive pointwise mutual information of words and contexts, as a sparse matrix. */
function mutualInformation(stream: Uint32Array, words: number): SparseMatrix {
  const { sums, total } = coOccurrenceSums(stream, words);
  const contexts = sums.map((sum) => sum ** contextPower);
  const contextTotal = contexts.reduce((sum, x) => sum + x, 0) || 1;
  const starts = new Uint32Array(words + 1);
  let columnOf = new Uint32Array(1 << 20);
  let values = new Float32Array(1 << 20);
  let used = 0;
  const tileRows = Math.max(1, Math.min(words, Math.floor(tileCells / Math.max(words, 1))));
  const tile = new Float32Array(total === 0 ? 0 : tileRows * words);
  for (let first = 0; first < words && total > 0; first += tileRows) {
    const rows = Math.min(tileRows, words - first);
    tile.fill(0);
    countTile(stream, tile, { first, rows, words });
    for (let row = 0; row < rows; row++) {
      if (used + words > columnOf.length) {
        columnOf = grown(columnOf, Uint32Array, used + words);
        values = grown(values, Float32Array, used + words);
      }
      for (let column = 0; column < words; column++) {
        const count = tile[row * words + column]!;
        if (count < leastCount) continue;
        const information = Math.log((count * contextTotal) / (sums[first + row]! * contexts[column]!));
        if (information <= 0) continue;
        columnOf[used] = column;
        values[used++] = information;
      }
      starts[first + row + 1] = used;
    }
  }
  return {
    rows: words,
    columns: words,
    starts,
    columnOf: columnOf.slice(0, used),
    values: values.slice(0, used),
  };
}

function grown<T extends Uint32Array | Float32Array>(
  array: T,
  kind: new (length: number) => T,
  least: number,
): T {
  const larger = new kind(Math.ceil(least * 1.5));
  larger.set(array);
  return larger;
}

/** Calls nothing for speed: adds 1 / distance for each pair whose first word is in the tile's rows. */
function countTile(
  stream: Uint32Array,
  tile: Float32Array,
  rows: { first: number; rows: number; words: number },
): void {
  const { first, words } = rows;
  const end = first + rows.rows;
  for (let i = 0; i < stream.length; i++) {
    const word = stream[i]!;
    if (word < first || word >= end) continue;
    const row = (word - first) * words;
    for (let d = 1; d <= window && i + d < stream.length && stream[i + d] !== boundary; d++)
      tile[row + stream[i + d]!]! += 1 / d;
    for (let d = 1; d <= window && i - d >= 0 && stream[i - d] !== boundary; d++)
      tile[row + stream[i - d]!]! += 1 / d;
  }
}

/** Weighted number of neighbours per word, and in all. */
function coOccurrenceSums(stream: Uint32Array, words: number): { sums: Float64Array; total: number } {
  const sums = new Float64Array(words);
  let total = 0;
  for (let i = 0; i < stream.length; i++) {
    const word = stream[i]!;
    if (word === boundary) continue;
    for (let d = 1; d <= window && i + d < stream.length && stream[i + d] !== boundary; d++) {
      sums[word]! += 1 / d;
      sums[stream[i + d]!]! += 1 / d;
      total += 2 / d;
    }
  }
  return { sums, total };
}
