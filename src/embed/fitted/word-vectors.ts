/**
 * The word half of the built-in embedder: a vector for each frequent term of a corpus, from the static table, or from the
 * term's contexts where the table has no row for it.
 */
import { staticTable } from "../static/static-table.ts";
import { induceVectors } from "./induced-vectors.ts";
import type { TermTable } from "./latent-semantic.ts";
import { chooseVocabulary, documentFrequencies, sampleTexts, type TokenCorpus } from "./token-corpus.ts";

/** Rarer terms are looked up only in queries: in a passage they say little. */
const maxWords = 100_000;
const maxTexts = 250_000;

/** The vectors' lengths are the terms' weights. */
export function collectWordVectors(corpus: TokenCorpus): TermTable {
  const table = staticTable();
  const { dimensions } = table;
  const frequencies = documentFrequencies(corpus, sampleTexts(corpus, maxTexts));
  const { kept } = chooseVocabulary(frequencies, maxWords, (frequency) => frequency > 0);
  const known = [...kept].filter((term) => table.has(corpus.forms[term]!));
  const vectors = new Float32Array(kept.length * dimensions);
  const rowOf = new Int32Array(corpus.terms.length).fill(-1);
  known.forEach((term, row) => {
    rowOf[term] = row;
    table.add(corpus.forms[term]!, vectors.subarray(row * dimensions, (row + 1) * dimensions));
  });
  const foreign = [...kept].filter((term) => rowOf[term] === -1);
  const induced = induceVectors(corpus, { dimensions, rowOf, vectors }, foreign);
  const weight = averageLength(vectors, known.length, dimensions);
  const terms = [...known];
  for (const [term, vector] of induced) {
    vectors.set(
      vector.map((value) => value * weight),
      terms.length * dimensions,
    );
    terms.push(term);
  }
  return {
    kept: Uint32Array.from(terms),
    weights: new Float32Array(terms.length).fill(1),
    vectors: vectors.slice(0, terms.length * dimensions),
  };
}

function averageLength(vectors: Float32Array, rows: number, dimensions: number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++)
    sum += Math.hypot(...vectors.subarray(row * dimensions, (row + 1) * dimensions));
  return sum / Math.max(1, rows);
}
