/** The terms of real projects whose categories were read. */
import type { Taxonomy } from "../../src/corpus/taxonomy/taxonomy.ts";
import {
  type addLexicalEvidence,
  buildLexicon,
  weighTerms,
} from "../../src/publish/categories/lexical-evidence.ts";
import type { Features } from "../../src/publish/categories/linear-model.ts";
import {
  ProjectReader,
  type ProjectTerms,
  saysEnough,
  trainingTexts,
} from "../../src/publish/categories/project-terms.ts";
import { trainedFeatures } from "../../src/publish/categories/trained-words.ts";
import { Vocabulary } from "../../src/publish/categories/vocabulary.ts";
import { isWord, rarityOf, type TermWeights } from "./invented-texts.ts";
import type { Reading } from "./readings.ts";

/** Readings that hold a term, at least, for it to be added. */
const minReadings = 5;

/** Whether weights are fitted to a reading. */
export function isFittedIn({ categories }: Taxonomy): (reading: Reading) => boolean {
  const keys = new Set(categories.map(({ key }) => key));
  return ({ held, record, categories: [first] }) => !held && keys.has(first!) && saysEnough(record);
}

export interface ReadTerms extends Omit<TermWeights, "weights"> {
  /** For each reading, in order. */
  read: ProjectTerms[];
  features: Features[];
  /** The evidence of the taxonomy's words. */
  lexical: Parameters<typeof addLexicalEvidence>[2];
}

/** The terms of the readings, and those known before, to which frequent ones of the readings are added. */
export function readTerms(before: TermWeights, readings: readonly Reading[], taxonomy: Taxonomy): ReadTerms {
  const isFitted = isFittedIn(taxonomy);
  const vocabulary = new Vocabulary();
  const lexicon = buildLexicon(taxonomy.categories, vocabulary);
  const placeOf = new Map(before.terms.map((term, place) => [vocabulary.learnTerm(term), place]));
  for (const { record } of readings.filter(isFitted))
    for (const text of trainingTexts({ ...record, tags: null })) vocabulary.learn(text, true);
  const reader = new ProjectReader(vocabulary, taxonomy);
  const read = readings.map(({ record }) => reader.read(record));
  const frequencies = countProjects(read, vocabulary.size);
  const fitted = read.filter((_, i) => isFitted(readings[i]!));
  const amongFitted = countProjects(fitted, vocabulary.size);

  const terms = [...before.terms];
  const rarity = [...before.rarity];
  vocabulary.terms().forEach((text, term) => {
    if (placeOf.has(term) || amongFitted[term]! < minReadings || !isWord(text)) return;
    placeOf.set(term, terms.length);
    terms.push(text);
    rarity.push(rarityOf(frequencies[term]!, readings.length));
  });
  const features = read.map((project): Features => {
    const { places, values } = trainedFeatures(project, { placeOf, rarity });
    return { indices: Int32Array.from(places), values: Float64Array.from(values) };
  });
  const weights = weighTerms(lexicon, { frequencies, projects: readings.length });
  return { terms, rarity, read, features, lexical: { lexicon, weights } };
}

/** Term → number of projects that hold it. */
function countProjects(projects: readonly ProjectTerms[], terms: number): Uint32Array {
  const counts = new Uint32Array(terms);
  for (const project of projects) for (const term of new Set(project.terms)) counts[term]!++;
  return counts;
}
