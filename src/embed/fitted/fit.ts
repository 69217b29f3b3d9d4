/** Fits the built-in embedder to a corpus: two tables, the direction to take out, the split, the calibration. */
import { buildDictionary } from "../../search/analysis/dictionary.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { type Calibration, calibrate } from "../../search/vector/calibration.ts";
import { type FittedArrays, FittedModel, latentDimensions, wordDimensions } from "./fitted-model.ts";
import { fitLatentSemantics, type LatentTable } from "./latent-semantic.ts";
import { type ClozePair, clozePairs, crossSimilarities } from "./self-supervision.ts";
import { sampleTexts, type TokenCorpus, textCount, tokensOf } from "./token-corpus.ts";
import { collectWordVectors, type WordTable } from "./word-vectors.ts";

export interface FittedEmbedder {
  arrays: FittedArrays;
  calibration: Calibration;
}

export type FitStep = "latent semantics" | "word vectors" | "calibration";

/** Deterministic: the same corpus gives the same bytes. An empty corpus gives a model that knows no term. */
export function fitEmbedder(corpus: TokenCorpus, onStep: (step: FitStep) => void = () => {}): FittedEmbedder {
  onStep("latent semantics");
  const latent = fitLatentSemantics(corpus, latentDimensions);
  onStep("word vectors");
  const word = collectWordVectors(corpus);
  onStep("calibration");
  const arrays = assemble(corpus, latent, word);
  const arena = new Arena(1 << 16);
  const model = new FittedModel(arena, arrays, {
    latent: arena.place(arrays.latentVectors),
    word: arena.place(arrays.wordVectors),
    scratch: arena.allocate(FittedModel.scratchBytes),
  });
  const toModel = Int32Array.from(corpus.terms, (term) => model.dictionary.find(term));
  arrays.common.set(commonDirection(model, corpus, toModel));
  const pairs = clozePairs(corpus, toModel);
  arrays.split[0] = latentShare(corpus, word.knowsMost);
  return { arrays, calibration: measure(model, pairs) };
}

/** The least weight of the latent half, which it has where projects are a twentieth of the texts or more. */
const leastLatent = 0.1;

/**
 * Weight of the latent half. It learns little from a few texts, most from a few thousand, and its dimensions are too few to
 * distinguish the passages of a large corpus. Where the static table knows the words, as it does those of projects, the
 * latent half adds little; an archive alone may be about a subject that the table distinguishes less.
 */
function latentShare(corpus: TokenCorpus, tableKnowsMost: boolean): number {
  const texts = Math.max(1, textCount(corpus));
  const learned = Math.min(0.2 + 0.4 * (texts / 1_500), tableKnowsMost ? 0.4 : 0.6);
  const distinguished = 0.6 * (3_000 / texts) ** 0.9;
  const bySize = Math.max(leastLatent, Math.min(learned, distinguished));
  const projects = tableKnowsMost ? Math.min(1, (20 * corpus.projects) / texts) : 0;
  return projects * leastLatent + (1 - projects) * bySize;
}

/** Joins the two tables under one dictionary of the terms that either knows. */
function assemble(corpus: TokenCorpus, latent: LatentTable, word: WordTable): FittedArrays {
  const numbers = [...new Set([...latent.kept, ...word.kept])].sort((x, y) => x - y);
  const place = new Map(numbers.map((term, i) => [term, i]));
  const rows = (table: { kept: Uint32Array }) => {
    const rowOf = new Uint32Array(numbers.length);
    table.kept.forEach((term, row) => {
      rowOf[place.get(term)!] = row + 1;
    });
    return rowOf;
  };
  return {
    ...buildDictionary(numbers.map((term) => corpus.terms[term]!)),
    latentRow: rows(latent),
    latentWeights: latent.weights,
    latentVectors: latent.vectors,
    wordRow: rows(word),
    wordVectors: word.vectors,
    common: new Float32Array(wordDimensions),
    split: Float32Array.of(0.5),
  };
}

const textsForCommon = 5_000;

/** First principal direction of pooled word vectors, by power iteration. */
function commonDirection(model: FittedModel, corpus: TokenCorpus, toModel: Int32Array): Float32Array {
  const pooled: Float32Array[] = [];
  for (const text of sampleTexts(corpus, textsForCommon)) {
    const { word } = model.embedHalves(Array.from(tokensOf(corpus, text), (term) => toModel[term]!));
    if (word) pooled.push(word);
  }
  let direction = new Float32Array(wordDimensions);
  // On a handful of texts the shared direction is their topic.
  if (pooled.length < 100) return direction;
  direction.fill(1 / Math.sqrt(wordDimensions));
  for (let iteration = 0; iteration < 20; iteration++) {
    const next = new Float64Array(wordDimensions);
    for (const vector of pooled) {
      let along = 0;
      for (let j = 0; j < wordDimensions; j++) along += vector[j]! * direction[j]!;
      for (let j = 0; j < wordDimensions; j++) next[j]! += along * vector[j]!;
    }
    const norm = Math.sqrt(next.reduce((sum, x) => sum + x * x, 0)) || 1;
    direction = Float32Array.from(next, (x) => x / norm);
  }
  return direction;
}

/** Related: a query and the rest of its own text. Random: a query and a text from far away in the corpus. */
function measure(model: FittedModel, pairs: readonly ClozePair[]): Calibration {
  const queries = pairs.map((pair) => model.embedTerms(pair.query));
  const texts = pairs.map((pair) => model.embedTerms(pair.rest));
  const far = Math.floor(texts.length / 2);
  const others = texts.map((_, i) => texts[(i + far) % texts.length]!);
  return calibrate(crossSimilarities(queries, others), crossSimilarities(queries, texts));
}
