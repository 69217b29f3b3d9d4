/** Weights of words from texts that were written for it: `texts/`, and the taxonomy's own. */
import { readFileSync } from "node:fs";
import type { ProjectRecord } from "../../src/contract/records/project-record.ts";
import type { Taxonomy } from "../../src/corpus/taxonomy/taxonomy.ts";
import { type Example, fitLinearModel } from "../../src/publish/categories/linear-model.ts";
import { ProjectReader } from "../../src/publish/categories/project-terms.ts";
import { partFeatures } from "../../src/publish/categories/trained-words.ts";
import { Vocabulary } from "../../src/publish/categories/vocabulary.ts";
import { parts } from "../../src/publish/categories/weights.ts";

/** A linear model over terms. */
export interface TermWeights {
  terms: string[];
  /** Logarithm of the inverse share of texts that hold the term. */
  rarity: number[];
  /** Term × category. */
  weights: Float64Array;
}

/** Texts that hold a term, at least. */
const minTexts = 3;
const penalty = 0.25;
const maxSteps = 2_000;
/** Of the constant feature, which represents how common a category is among the texts. */
const constantValue = 1;

/** Letters and numbers alone are ambiguous. */
export const isWord = (term: string): boolean => /\p{L}{2}/u.test(term);

export function learnFromTexts(taxonomy: Taxonomy): TermWeights & { texts: number } {
  const { categories } = taxonomy;
  const texts = categories.flatMap(({ key, label, definition, examples }, category) =>
    [...linesOf(`texts/${key}.txt`), `${label}. ${definition}`, ...examples].map((text) => ({
      text,
      category,
    })),
  );
  const vocabulary = new Vocabulary();
  for (const { text } of texts) vocabulary.learn(text, true);
  const reader = new ProjectReader(vocabulary, taxonomy);
  const asked = texts.map(({ text }) => reader.read({ name: "", oneLiner: text } as ProjectRecord));
  const frequencies = new Uint32Array(vocabulary.size);
  for (const { terms } of asked) for (const term of new Set(terms)) frequencies[term]!++;
  const allTerms = vocabulary.terms();
  const kept = [...frequencies.keys()].filter(
    (term) => frequencies[term]! >= minTexts && isWord(allTerms[term]!),
  );
  const placeOf = new Map(kept.map((term, place) => [term, place]));
  const rarity = kept.map((term) => rarityOf(frequencies[term]!, texts.length));
  const examples = asked.map((project, i): Example => {
    const headline = { from: 0, to: project.headlineEnd, half: parts.headline.half };
    const { places, values } = partFeatures(project, headline, { placeOf, rarity });
    return {
      indices: Int32Array.from([...places, kept.length]),
      values: Float64Array.from([...values, constantValue]),
      offsets: new Float64Array(categories.length),
      label: texts[i]!.category,
    };
  });
  const shape = { features: kept.length + 1, classes: categories.length, penalty, maxSteps };
  const weights = fitLinearModel(examples, shape).slice(0, kept.length * categories.length);
  return { texts: texts.length, terms: kept.map((term) => allTerms[term]!), rarity, weights };
}

/** To two digits, so that the file stays small. */
export function rarityOf(frequency: number, texts: number): number {
  return Number(Math.log(1 + texts / (frequency + 1)).toFixed(2));
}

function linesOf(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), "utf8")
    .trim()
    .split("\n");
}
