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
import { sampleExamples, TrainedModel } from "./training.ts";
import { addVectorEvidence, categoryVectors, taxonomyTexts } from "./vector-evidence.ts";
import { Vocabulary } from "./vocabulary.ts";

/** Version of the algorithm; increment it when the same input yields other categories. */
export const categoriesVersion = 2;

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
  const labelOf = labelsOf(projects, taxonomy);
  const examples = sampleExamples([...labelOf.keys()]);
  for (const i of examples)
    for (const text of trainingTexts(projects[i]!.record)) vocabulary.learn(text, false);

  const terms = readTerms(run, projects, new ProjectReader(vocabulary, taxonomy));
  const frequencies = documentFrequencies(terms, vocabulary.size);
  const weights = weighTerms(lexicon, { frequencies, projects: projects.length });
  const evidenceOf = (i: number): Float64Array => {
    const evidence = new Float64Array(categories.length);
    addLexicalEvidence(evidence, terms[i]!, { lexicon, weights });
    if (inSpace) addVectorEvidence(evidence, vectors[i], inSpace);
    return evidence;
  };
  const labelled = examples.map((i) => ({
    terms: terms[i]!,
    evidence: evidenceOf(i),
    label: labelOf.get(i)!,
  }));
  const counts = { frequencies, projects: projects.length, classes: categories.length };
  const model = labelled.length > 0 ? new TrainedModel(labelled, counts) : null;

  return projects.map((project, i) => {
    if (i % batch === 0) run.signal?.throwIfAborted();
    if (isImported(project)) return null;
    const evidence = evidenceOf(i);
    model?.addTo(evidence, terms[i]!);
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

function readTerms(
  run: PublishRun,
  projects: readonly SegmentProject[],
  reader: ProjectReader,
): ProjectTerms[] {
  const terms = projects.map(({ record }, i) => {
    if (i % batch === 0) {
      run.signal?.throwIfAborted();
      run.report("categorise", i, projects.length);
    }
    return reader.read(record);
  });
  run.report("categorise", projects.length, projects.length);
  return terms;
}

/** Term → number of projects that contain it. */
function documentFrequencies(projects: readonly ProjectTerms[], size: number): Uint32Array {
  const frequencies = new Uint32Array(size);
  for (const { terms } of projects) for (const term of new Set(terms)) frequencies[term]!++;
  return frequencies;
}
