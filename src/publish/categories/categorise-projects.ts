/**
 * The category step: main category, second category and confidence for every project whose record has none. Words and
 * vectors are compared with the taxonomy; imported categories train a linear model, which corrects the evidence of the
 * taxonomy.
 */
import type { ProjectCategories } from "../../contract/api/shared.ts";
import { categoryLabels } from "../../corpus/projects/category-keys.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import type { PublishRun } from "../types.ts";
import { decide } from "./decision.ts";
import { addLexicalEvidence, buildLexicon, weighTerms } from "./lexical-evidence.ts";
import { ProjectReader, type ProjectTerms, saysEnough, trainingTexts } from "./project-terms.ts";
import { loadTrainedWords, TrainedWords } from "./trained-words.ts";
import { sampleExamples, TrainedModel } from "./training.ts";
import { addVectorEvidence, categoryVectors, taxonomyTexts } from "./vector-evidence.ts";
import { Vocabulary } from "./vocabulary.ts";
import { closenessWeight } from "./weights.ts";

/** Version of the algorithm; increment it when the same input yields other categories. */
export const categoriesVersion = 10;

type Vector = Float32Array | null;

export interface CategoriseInput {
  /** With the records as they were imported. */
  projects: readonly SegmentProject[];
  /** One per project, of unit length; null where there is none. */
  vectors: readonly Vector[];
  taxonomy: Taxonomy;
  /** With the embedder that made the vectors. */
  embed(texts: readonly string[]): Promise<Vector[]>;
}

/** Projects between two checks of the signal and progress reports. */
const batch = 1_000;
/** Projects in which terms are counted, evenly spread: their terms are kept in memory. */
const maxCounted = 50_000;

/**
 * One answer per project, in order: null where the record has a category of this taxonomy, which always wins.
 * A category that is not in the taxonomy counts as none and is not trained on. Rejects as `embed` does.
 */
export async function categoriseProjects(
  run: PublishRun,
  input: CategoriseInput,
): Promise<(ProjectCategories | null)[]> {
  const { projects, vectors, taxonomy } = input;
  const { categories } = taxonomy;
  const known = categoryLabels(taxonomy);
  const isImported = ({ record }: SegmentProject) => known.has(record.categories?.primaryKey ?? "");
  if (projects.every(isImported)) return projects.map(() => null);

  const texts = taxonomyTexts(categories);
  const embedded = vectors.some((vector) => vector !== null)
    ? await input.embed(texts.map(({ text }) => text))
    : [];
  const inSpace = categoryVectors(texts, embedded, categories.length);

  const vocabulary = new Vocabulary();
  const lexicon = buildLexicon(categories, vocabulary);
  const file = loadTrainedWords(taxonomy);
  const labelOf = labelsOf(projects, taxonomy);
  const trained = file ? new TrainedWords(file, vocabulary, labelOf.size) : null;
  const examples = sampleExamples([...labelOf.keys()]);
  for (const i of examples)
    for (const text of trainingTexts(projects[i]!.record)) vocabulary.learn(text, false);

  const reader = new ProjectReader(vocabulary, taxonomy);
  const read = readTerms(run, projects, reader);
  const termsOf = (i: number) => read.get(i) ?? reader.read(projects[i]!.record);
  const frequencies = documentFrequencies(read.values(), vocabulary.size);
  const weights = weighTerms(lexicon, { frequencies, projects: read.size });
  const evidenceOf = (i: number, terms: ProjectTerms): Float64Array => {
    const evidence = new Float64Array(categories.length);
    addLexicalEvidence(evidence, terms, { lexicon, weights });
    if (inSpace) addVectorEvidence(evidence, vectors[i], { ...inSpace, weight: closenessWeight });
    trained?.addTo(evidence, terms);
    return evidence;
  };
  const labelled = examples.map((i) => {
    const terms = termsOf(i);
    return { terms, evidence: evidenceOf(i, terms), label: labelOf.get(i)! };
  });
  const counts = { frequencies, projects: read.size, classes: categories.length };
  const model = labelled.length > 0 ? new TrainedModel(labelled, counts) : null;

  return projects.map((project, i) => {
    if (i % batch === 0) {
      run.signal?.throwIfAborted();
      run.report("categorise", i, projects.length);
    }
    if (isImported(project)) return null;
    const terms = termsOf(i);
    const evidence = evidenceOf(i, terms);
    model?.addTo(evidence, terms);
    return decide({ enough: saysEnough(project.record), evidence }, taxonomy);
  });
}

/** Project → number of its imported main category, where that is one of the taxonomy proper. */
function labelsOf(projects: readonly SegmentProject[], { categories }: Taxonomy): Map<number, number> {
  const numberOf = new Map(categories.map(({ key }, k) => [key, k]));
  const labels = new Map<number, number>();
  projects.forEach(({ record }, i) => {
    const label = numberOf.get(record.categories?.primaryKey ?? "");
    if (label !== undefined) labels.set(i, label);
  });
  return labels;
}

/** Of evenly spread projects, all where there are few. */
function readTerms(
  run: PublishRun,
  projects: readonly SegmentProject[],
  reader: ProjectReader,
): Map<number, ProjectTerms> {
  const step = Math.max(1, projects.length / maxCounted);
  const read = new Map<number, ProjectTerms>();
  for (let at = 0; Math.floor(at) < projects.length; at += step) {
    const i = Math.floor(at);
    if (read.size % batch === 0) {
      run.signal?.throwIfAborted();
      run.report("categorise", 0, projects.length);
    }
    read.set(i, reader.read(projects[i]!.record));
  }
  return read;
}

/** Term → number of projects that contain it. */
function documentFrequencies(projects: Iterable<ProjectTerms>, size: number): Uint32Array {
  const frequencies = new Uint32Array(size);
  for (const { terms } of projects) for (const term of new Set(terms)) frequencies[term]!++;
  return frequencies;
}
