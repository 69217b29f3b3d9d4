/**
 * Evidence from words with weights that were learned from texts written for it (tools/categories): a multinomial logistic
 * regression, and how much more or less often than it finds a category that category is the right one. For the shipped
 * taxonomy only.
 */
import { readFileSync } from "node:fs";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import type { ProjectTerms } from "./project-terms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { biasLabels, nearEvidence, parts, trainedWeights } from "./weights.ts";

/** As `tools/categories/train.ts` writes it. */
export interface TrainedWordsFile {
  /** Of the taxonomy that it was trained for. */
  digest: string;
  /** One for each category, on the scale of evidence. */
  bias: number[];
  /** Words and pairs of words, stemmed. */
  terms: string[];
  /** Logarithm of the inverse share of texts that hold the term. */
  rarity: number[];
  /** Base64 of a signed byte for each term and category; times `step`, the weight. */
  weights: string;
  step: number;
}

/** Null for any other taxonomy. */
export function loadTrainedWords({ digest }: Taxonomy): TrainedWordsFile | null {
  const text = readFileSync(new URL("./trained-words.json", import.meta.url), "utf8");
  const file = JSON.parse(text) as TrainedWordsFile;
  return file.digest === digest ? file : null;
}

export class TrainedWords {
  readonly #file: TrainedWordsFile;
  readonly #weights: Int8Array;
  readonly #bias: readonly number[];
  /** Term of the vocabulary → place among the file's terms, or undefined. */
  readonly #placeOf = new Map<number, number>();

  /**
   * Adds the file's terms to the vocabulary. The bias, which was fitted on projects of public hackathons, counts the less
   * the more `labels` say how common each category is here.
   */
  constructor(file: TrainedWordsFile, vocabulary: Vocabulary, labels: number) {
    this.#file = file;
    const share = biasLabels / (biasLabels + labels);
    this.#bias = file.bias.map((each) => each * share);
    const bytes = Buffer.from(file.weights, "base64");
    this.#weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    file.terms.forEach((term, place) => {
      this.#placeOf.set(vocabulary.learnTerm(term), place);
    });
  }

  /** Adds a project's evidence, which may be negative, to that of the taxonomy. */
  addTo(evidence: Float64Array, project: ProjectTerms): void {
    const { rarity, step } = this.#file;
    const classes = evidence.length;
    const { places, values } = trainedFeatures(project, { placeOf: this.#placeOf, rarity });
    places.forEach((place, i) => {
      const scale = values[i]! * step;
      for (let k = 0, at = place * classes; k < classes; k++, at++)
        evidence[k]! += scale * this.#weights[at]!;
    });
    // How often a category is right says nothing of a project that is near to none.
    if (evidence.every((each) => each < nearEvidence)) return;
    for (let k = 0; k < classes; k++) evidence[k]! += this.#bias[k]!;
  }
}

/** Terms by their places, and what each one's weights are multiplied by; a term of both parts occurs twice. */
export interface TermFeatures {
  places: number[];
  values: number[];
}

/** `placeOf` maps terms of the vocabulary to places; others are left out. */
export interface KnownTerms {
  placeOf: ReadonlyMap<number, number>;
  rarity: ArrayLike<number>;
}

/** Of both parts, by their weights. */
export function trainedFeatures(project: ProjectTerms, known: KnownTerms): TermFeatures {
  const { headlineEnd, tagsEnd, terms } = project;
  const headline = partFeatures(project, { from: 0, to: headlineEnd, half: parts.headline.half }, known);
  const rest = { from: tagsEnd, to: terms.length, half: parts.description.half };
  const description = partFeatures(project, rest, known);
  return {
    places: [...headline.places, ...description.places],
    values: [
      ...headline.values.map((value) => value * trainedWeights.headline),
      ...description.values.map((value) => value * trainedWeights.description),
    ],
  };
}

/** Of the terms from one position to another, with unit length. */
export function partFeatures(
  { terms, counts }: Pick<ProjectTerms, "terms" | "counts">,
  { from, to, half }: { from: number; to: number; half: number },
  { placeOf, rarity }: KnownTerms,
): TermFeatures {
  const places: number[] = [];
  const values: number[] = [];
  for (let i = from; i < to; i++) {
    const place = placeOf.get(terms[i]!);
    if (place === undefined) continue;
    places.push(place);
    values.push(termValue(counts[i]!, half, rarity[place]!));
  }
  return { places, values: toUnitLength(values) };
}

/** A saturated count times how rare the term is. */
const termValue = (count: number, half: number, rarity: number): number => (count / (count + half)) * rarity;

function toUnitLength(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  return length > 0 ? values.map((value) => value / length) : [...values];
}
