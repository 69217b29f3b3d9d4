/** Corrects weights of words on real projects whose categories were read. */
import type { ProjectCategories } from "../../src/contract/api/shared.ts";
import type { Taxonomy } from "../../src/corpus/taxonomy/taxonomy.ts";
import { decide } from "../../src/publish/categories/decision.ts";
import { addLexicalEvidence } from "../../src/publish/categories/lexical-evidence.ts";
import { addLinearLogits, type Example, fitLinearModel } from "../../src/publish/categories/linear-model.ts";
import { saysEnough } from "../../src/publish/categories/project-terms.ts";
import type { AddCloseness } from "./closeness.ts";
import type { TermWeights } from "./invented-texts.ts";
import { isFittedIn, readTerms } from "./reading-terms.ts";
import type { Reading } from "./readings.ts";

export interface CorrectedWeights extends TermWeights {
  /** Of each category. */
  bias: number[];
  /** For each reading, in order. */
  answers: ProjectCategories[];
}

const penalty = 0.1;
const maxSteps = 300;
/** Share of the correction that is added. */
const correctionShare = 0.7;
/** Evidence times this is the logit that the readings correct. */
const logitOfEvidence = 0.7;
/** Of the constant feature. */
const constantValue = 0.5;

/**
 * Adds to the weights and the bias what raises the likelihood of the readings that are not held out, beside the evidence of
 * the taxonomy's words and of closeness.
 */
export function correctOnReadings(
  before: TermWeights & { bias: readonly number[] },
  readings: readonly Reading[],
  { taxonomy, addCloseness }: { taxonomy: Taxonomy; addCloseness: AddCloseness },
): CorrectedWeights {
  const { categories } = taxonomy;
  const classes = categories.length;
  const known = readTerms(before, readings, taxonomy);
  const { terms, rarity, features } = known;
  const weights = new Float64Array(terms.length * classes);
  weights.set(before.weights);
  const bias = [...before.bias];
  const evidenceOf = (i: number) => {
    const evidence = Float64Array.from(bias);
    addLexicalEvidence(evidence, known.read[i]!, known.lexical);
    addCloseness(evidence, readings[i]!.record);
    addLinearLogits(evidence, features[i]!, weights);
    return evidence;
  };

  const numberOf = new Map(categories.map(({ key }, k) => [key, k]));
  const isFitted = isFittedIn(taxonomy);
  const examples = readings.flatMap((reading, i): Example[] => {
    if (!isFitted(reading)) return [];
    const { indices, values } = features[i]!;
    return [
      {
        indices: Int32Array.from([...indices, terms.length]),
        values: Float64Array.from([...values, constantValue]),
        offsets: evidenceOf(i).map((each) => each * logitOfEvidence),
        label: numberOf.get(reading.categories[0]!)!,
      },
    ];
  });
  const learned = fitLinearModel(examples, { features: terms.length + 1, classes, penalty, maxSteps });
  for (let at = 0; at < weights.length; at++)
    weights[at]! += (correctionShare * learned[at]!) / logitOfEvidence;
  for (let k = 0; k < classes; k++)
    bias[k]! += (correctionShare * constantValue * learned[weights.length + k]!) / logitOfEvidence;
  const answers = readings.map(({ record }, i) =>
    decide({ enough: saysEnough(record), evidence: evidenceOf(i) }, taxonomy),
  );
  return { terms, rarity, weights, bias, answers };
}
