/**
 * Latent semantic analysis (Deerwester et al., 1990): log-entropy weighted counts of terms in texts, and
 * their truncated singular value decomposition. A text is folded in as the weighted sum of its terms' rows.
 */
import { type SparseMatrix, truncatedSvd } from "./randomized-svd.ts";
import {
  chooseVocabulary,
  documentFrequencies,
  sampleTexts,
  type TokenCorpus,
  tokensOf,
} from "./token-corpus.ts";

export interface LatentTable {
  /** Row → term number of the corpus. */
  kept: Uint32Array;
  /** Row → weight of log(1 + frequency). */
  weights: Float32Array;
  /** rows × dimensions. */
  vectors: Float32Array;
}

const maxTerms = 60_000;
const maxTexts = 80_000;
/** Terms in more than this share of texts say little. */
const maxShare = 0.2;
const seed = 7;

/** Fits one row of `dimensions` numbers per kept term; missing dimensions are zero on small corpora. */
export function fitLatentSemantics(corpus: TokenCorpus, dimensions: number): LatentTable {
  const texts = sampleTexts(corpus, maxTexts);
  const frequencies = documentFrequencies(corpus, texts);
  const least = texts.length >= 2_000 ? 4 : texts.length >= 10 ? 2 : 1;
  const most = texts.length >= 50 ? texts.length * maxShare : texts.length;
  const { kept, numberOf } = chooseVocabulary(frequencies, maxTerms, (n) => n >= least && n <= most);
  const counts = countTerms(corpus, { texts, numberOf, columns: kept.length });
  const weights = entropyWeights(counts);
  weigh(counts, weights);
  const { rank, right } = truncatedSvd(counts, dimensions, seed);
  return { kept, weights, vectors: widen({ rows: kept.length, rank, right }, dimensions) };
}

/** Raw counts of kept terms per text. */
function countTerms(
  corpus: TokenCorpus,
  choice: { texts: Uint32Array; numberOf: Int32Array; columns: number },
): SparseMatrix {
  const { texts, numberOf, columns } = choice;
  const starts = new Uint32Array(texts.length + 1);
  const columnOf: number[] = [];
  const values: number[] = [];
  const seen = new Map<number, number>();
  texts.forEach((text, row) => {
    seen.clear();
    for (const term of tokensOf(corpus, text)) {
      const column = numberOf[term]!;
      if (column >= 0) seen.set(column, (seen.get(column) ?? 0) + 1);
    }
    for (const [column, count] of seen) {
      columnOf.push(column);
      values.push(count);
    }
    starts[row + 1] = columnOf.length;
  });
  return {
    rows: texts.length,
    columns,
    starts,
    columnOf: Uint32Array.from(columnOf),
    values: Float32Array.from(values),
  };
}

/** 1 + Σ p ln p / ln N, where p is the share of a term's occurrences that fall in a text (Dumais, 1991). */
function entropyWeights(counts: SparseMatrix): Float32Array {
  const totals = new Float64Array(counts.columns);
  const sums = new Float64Array(counts.columns);
  counts.columnOf.forEach((column, i) => {
    const count = counts.values[i]!;
    totals[column]! += count;
    sums[column]! += count * Math.log(count);
  });
  const logTexts = Math.log(Math.max(counts.rows, 2));
  return Float32Array.from(totals, (total, column) =>
    total === 0 ? 0 : Math.max(0.01, 1 + (sums[column]! / total - Math.log(total)) / logTexts),
  );
}

/** Replaces counts by log(1 + count) × weight, each row of unit length. */
function weigh(counts: SparseMatrix, weights: Float32Array): void {
  for (let row = 0; row < counts.rows; row++) {
    let squares = 0;
    for (let i = counts.starts[row]!; i < counts.starts[row + 1]!; i++) {
      const value = Math.log(1 + counts.values[i]!) * weights[counts.columnOf[i]!]!;
      counts.values[i] = value;
      squares += value * value;
    }
    const norm = Math.sqrt(squares) || 1;
    for (let i = counts.starts[row]!; i < counts.starts[row + 1]!; i++) counts.values[i]! /= norm;
  }
}

/** Pads rows of `rank` numbers with zeros to `dimensions`. */
export function widen(
  narrow: { rows: number; rank: number; right: Float32Array },
  dimensions: number,
): Float32Array {
  const { rows, rank, right } = narrow;
  const wide = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++)
    wide.set(right.subarray(row * rank, (row + 1) * rank), row * dimensions);
  return wide;
}
