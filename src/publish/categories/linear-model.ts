/**
 * Multinomial logistic regression on top of given logits: P(k | x) ∝ exp(offset_k + w_k · x). The weights are the
 * maximum a posteriori estimate under a normal prior with mean 0 and variance 1 / penalty: without examples the
 * offsets decide, and few examples change them little. Found by Nesterov's accelerated gradient descent over the full
 * batch, with the step that the curvature's bound allows (Böhning 1992: the Hessian of the softmax is at most half
 * the identity).
 */

/** Sparse features of one text. */
export interface Features {
  indices: Int32Array;
  values: Float64Array;
}

export interface Example extends Features {
  /** Logits of the prior answer, one per class. */
  offsets: Float64Array;
  /** Number of the right class. */
  label: number;
}

export interface ModelShape {
  features: number;
  classes: number;
  /** Above 0. */
  penalty: number;
  /** Of the search; default 100. */
  maxSteps?: number;
}

/** The search has converged when no weight changes by more than this in a step. */
const settled = 1e-4;

/** Feature × class weights that minimise Σ −log P(label | x) + penalty / 2 · ‖w‖². */
export function fitLinearModel(examples: readonly Example[], shape: ModelShape): Float64Array {
  const { features, classes, penalty, maxSteps = 100 } = shape;
  let weights = new Float64Array(features * classes);
  if (examples.length === 0) return weights;
  const step = 1 / (curvature(examples) + penalty);
  const ahead = weights.slice();
  let momentum = 1;
  for (let round = 0; round < maxSteps; round++) {
    const slope = gradient(ahead, examples, shape);
    const next = new Float64Array(weights.length);
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const carry = (momentum - 1) / nextMomentum;
    let change = 0;
    for (let i = 0; i < weights.length; i++) {
      next[i] = ahead[i]! - step * slope[i]!;
      const moved = next[i]! - weights[i]!;
      ahead[i] = next[i]! + carry * moved;
      change = Math.max(change, Math.abs(moved));
    }
    weights = next;
    momentum = nextMomentum;
    if (change < settled) break;
  }
  return weights;
}

/** Of the objective of {@link fitLinearModel}, in its layout. */
export function gradient(
  weights: Float64Array,
  examples: readonly Example[],
  { classes, penalty }: ModelShape,
): Float64Array {
  const slope = weights.map((w) => penalty * w);
  for (const { indices, values, offsets, label } of examples) {
    const surplus = offsets.slice();
    addLinearLogits(surplus, { indices, values }, weights);
    toProbabilities(surplus);
    surplus[label]! -= 1;
    for (let j = 0; j < indices.length; j++)
      for (let k = 0, at = indices[j]! * classes; k < classes; k++, at++)
        slope[at]! += values[j]! * surplus[k]!;
  }
  return slope;
}

/** Adds w · x for each class to `logits`. */
export function addLinearLogits(
  logits: Float64Array,
  { indices, values }: Features,
  weights: Float64Array,
): void {
  const classes = logits.length;
  for (let j = 0; j < indices.length; j++)
    for (let k = 0, at = indices[j]! * classes; k < classes; k++, at++)
      logits[k]! += values[j]! * weights[at]!;
}

/** Softmax in place. */
export function toProbabilities(logits: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  for (let k = 0; k < logits.length; k++) {
    logits[k] = Math.exp(logits[k]! - most);
    sum += logits[k]!;
  }
  for (let k = 0; k < logits.length; k++) logits[k]! /= sum;
}

/** An upper bound of the second derivative in any direction: half the sum of squared lengths, or less. */
function curvature(examples: readonly Example[]): number {
  let sum = 0;
  for (const { values } of examples) for (const value of values) sum += value * value;
  return sum / 2;
}
