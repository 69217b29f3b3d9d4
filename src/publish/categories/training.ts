/** Trains the linear model at publish, on imported categories. */
import { seededRandom } from "../../search/random.ts";
import { addLinearLogits, type Example, type Features, fitLinearModel } from "./linear-model.ts";
import type { ProjectTerms } from "./project-terms.ts";
import { evidenceScale, linearPenalty, maxExamples } from "./weights.ts";

export interface LabelledProject {
  terms: ProjectTerms;
  /** Evidence from the taxonomy only. */
  evidence: Float64Array;
  label: number;
}

/** Minimum number of labelled projects that contain a term for it to become a feature. */
const minProjects = 2;
/** Maximum number of features; the terms in the most labelled projects are kept. */
const maxFeatures = 4_000;
/** Value of the constant feature, from which the model learns how common each category is. */
const constantValue = 0.5;

/** A deterministic sample when there are more labels than the maximum. In ascending order. */
export function sampleExamples(labelled: readonly number[]): number[] {
  if (labelled.length <= maxExamples) return [...labelled];
  const random = seededRandom(labelled.length);
  const shuffled = [...labelled];
  for (let i = 0; i < maxExamples; i++) {
    const j = i + Math.floor(random() * (shuffled.length - i));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled.slice(0, maxExamples).sort((a, b) => a - b);
}

/** The minimum count for a term to be a feature. */
function fewestOf(among: Uint32Array): number {
  const bound = among.toSorted().at(-maxFeatures) ?? 0;
  return Math.max(minProjects, among.length > maxFeatures ? bound + 1 : 0);
}

/** The correction learned from labels, on the scale of evidence. */
export class TrainedModel {
  readonly #rarity: Float64Array;
  /** Term → feature, or -1. */
  readonly #featureOf: Int32Array;
  readonly #features: number;
  readonly #weights: Float64Array;

  /** `frequencies` says in how many of `projects` projects each term of the vocabulary occurs. */
  constructor(
    labelled: readonly LabelledProject[],
    from: { frequencies: ArrayLike<number>; projects: number; classes: number },
  ) {
    const { frequencies, projects, classes } = from;
    this.#rarity = Float64Array.from(frequencies, (count) => Math.log(1 + projects / (count + 1)));
    const among = new Uint32Array(frequencies.length);
    for (const { terms } of labelled) for (const term of new Set(terms.terms)) among[term]!++;
    let features = 0;
    const fewest = fewestOf(among);
    this.#featureOf = Int32Array.from(among, (count) => (count >= fewest ? features++ : -1));
    this.#features = features + 1;
    const examples = labelled.map(
      ({ terms, evidence, label }): Example => ({
        ...this.#featuresOf(terms),
        offsets: evidence.map((each) => each * evidenceScale),
        label,
      }),
    );
    const shape = { features: this.#features, classes, penalty: linearPenalty };
    this.#weights = fitLinearModel(examples, shape).map((weight) => weight / evidenceScale);
  }

  /** Adds the learned correction to a project's evidence. */
  addTo(evidence: Float64Array, terms: ProjectTerms): void {
    addLinearLogits(evidence, this.#featuresOf(terms), this.#weights);
  }

  /** Terms by saturated count times inverse document frequency, of unit length, and the constant. */
  #featuresOf({ terms, counts }: ProjectTerms): Features {
    const occurrences = new Map<number, number>();
    for (let i = 0; i < terms.length; i++)
      if (this.#featureOf[terms[i]!]! >= 0)
        occurrences.set(terms[i]!, (occurrences.get(terms[i]!) ?? 0) + counts[i]!);
    const indices = new Int32Array(occurrences.size + 1);
    const values = new Float64Array(occurrences.size + 1);
    let at = 0;
    let squares = 0;
    for (const [term, count] of occurrences) {
      indices[at] = this.#featureOf[term]!;
      values[at] = (count / (count + 1)) * this.#rarity[term]!;
      squares += values[at]! ** 2;
      at++;
    }
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let i = 0; i < at; i++) values[i]! *= scale;
    indices[at] = this.#features - 1;
    values[at] = constantValue;
    return { indices, values };
  }
}
