/**
 * Fits the weights: the cross entropy between judged grades and the softmax of the scores, averaged over the queries of a
 * collection and then over collections, with a quadratic penalty, by Adam. Deterministic.
 */
import { type Example, featureNames } from "./features.ts";

const iterations = 300;
const rate = 0.05;
const penalty = 1e-3;
/** May be negative: take weight from words where there are few records. */
const signed = new Set((["fewWords", "fewWordsRank"] as const).map((name) => featureNames.indexOf(name)));

const gain = (grade: number) => 2 ** grade - 1;

/** One weight per feature; features in `fixed` keep their weight. */
export function fitWeights(
  collections: readonly Example[][],
  fixed: ReadonlyMap<number, number>,
): Float64Array {
  const count = featureNames.length;
  const weights = new Float64Array(count);
  weights[0] = 3;
  for (const [feature, weight] of fixed) weights[feature] = weight;
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const usable = collections.map((examples) => examples.filter(({ grades }) => grades.some((g) => g > 0)));
  for (let t = 1; t <= iterations; t++) {
    const gradient = weights.map((weight) => penalty * weight);
    for (const examples of usable)
      for (const example of examples) {
        const share = 1 / (examples.length * usable.length);
        gradientOf(example, weights).forEach((slope, f) => {
          gradient[f]! += share * slope;
        });
      }
    for (let f = 0; f < count; f++) {
      if (fixed.has(f)) continue;
      first[f] = 0.9 * first[f]! + 0.1 * gradient[f]!;
      second[f] = 0.99 * second[f]! + 0.01 * gradient[f]! ** 2;
      const step = first[f]! / (1 - 0.9 ** t) / (Math.sqrt(second[f]! / (1 - 0.99 ** t)) + 1e-8);
      weights[f]! -= rate * step;
      if (!signed.has(f)) weights[f] = Math.max(0, weights[f]!);
    }
  }
  return weights;
}

function gradientOf({ columns, grades }: Example, weights: Float64Array): number[] {
  const scores = scoresOf(columns, weights, grades.length);
  const most = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - most));
  const total = exponentials.reduce((sum, x) => sum + x, 0);
  const gains = grades.reduce((sum, grade) => sum + gain(grade), 0);
  return columns.map((column) => {
    let sum = 0;
    for (let i = 0; i < grades.length; i++)
      sum += column[i]! * (exponentials[i]! / total - gain(grades[i]!) / gains);
    return sum;
  });
}

export function scoresOf(
  columns: readonly ArrayLike<number>[],
  weights: Float64Array,
  count: number,
): Float64Array {
  const scores = new Float64Array(count);
  columns.forEach((column, f) => {
    for (let i = 0; i < count; i++) scores[i]! += weights[f]! * column[i]!;
  });
  return scores;
}

/** Mean nDCG@10 with exponential gains. */
export function quality(examples: readonly Example[], weights: Float64Array): number {
  const discounted = (grades: readonly number[]) =>
    grades.slice(0, 10).reduce((sum, grade, rank) => sum + gain(grade) / Math.log2(rank + 2), 0);
  const each = examples.map(({ columns, grades, judged }) => {
    const scores = scoresOf(columns, weights, grades.length);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
    return discounted(order.map((i) => grades[i]!)) / discounted([...judged].sort((a, b) => b - a));
  });
  return each.reduce((sum, value) => sum + value, 0) / Math.max(1, each.length);
}
