import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededGaussian, seededRandom } from "../../search/random.ts";
import {
  addLinearLogits,
  type Example,
  fitLinearModel,
  gradient,
  type ModelShape,
  toProbabilities,
} from "./linear-model.ts";

/** Oracle: the objective in plain, dense loops. */
function naiveObjective(weights: Float64Array, examples: readonly Example[], shape: ModelShape): number {
  const { classes, penalty } = shape;
  let loss = 0;
  for (const { indices, values, offsets, label } of examples) {
    const logits = Array.from({ length: classes }, (_, k) =>
      [...indices].reduce(
        (sum, feature, j) => sum + values[j]! * weights[feature * classes + k]!,
        offsets[k]!,
      ),
    );
    const all = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
    loss += all - logits[label]!;
  }
  return loss + (penalty / 2) * weights.reduce((sum, w) => sum + w * w, 0);
}

function naiveGradient(weights: Float64Array, examples: readonly Example[], shape: ModelShape): number[] {
  const h = 1e-5;
  return [...weights].map((_, i) => {
    const moved = (by: number) => {
      const copy = weights.slice();
      copy[i]! += by;
      return naiveObjective(copy, examples, shape);
    };
    return (moved(h) - moved(-h)) / (2 * h);
  });
}

const problem = fc
  .record({
    seed: fc.nat(10_000),
    count: fc.integer({ min: 1, max: 12 }),
    features: fc.integer({ min: 1, max: 5 }),
    classes: fc.integer({ min: 2, max: 5 }),
    penalty: fc.constantFrom(0.3, 1, 10),
  })
  .map(({ seed, count, ...shape }) => {
    const random = seededRandom(seed);
    const gaussian = seededGaussian(seed);
    const examples = Array.from({ length: count }, (): Example => {
      const indices = Int32Array.from({ length: shape.features }, (_, i) => i).filter(() => random() < 0.7);
      return {
        indices,
        values: Float64Array.from(indices, () => gaussian()),
        offsets: Float64Array.from({ length: shape.classes }, () => 2 * gaussian()),
        label: Math.floor(random() * shape.classes),
      };
    });
    const at = Float64Array.from({ length: shape.features * shape.classes }, () => gaussian());
    return { examples, shape, at };
  });

describe("the linear model", () => {
  it("has the gradient of its objective, measured by finite differences", () => {
    fc.assert(
      fc.property(problem, ({ examples, shape, at }) => {
        const slope = gradient(at, examples, shape);
        naiveGradient(at, examples, shape).forEach((each, i) => {
          expect(slope[i]!).toBeCloseTo(each, 4);
        });
      }),
      { numRuns: 40 },
    );
  });

  it("converges where the gradient is zero and no step in any direction is lower", () => {
    fc.assert(
      fc.property(problem, ({ examples, shape, at }) => {
        const weights = fitLinearModel(examples, shape);
        const least = naiveObjective(weights, examples, shape);
        for (const each of naiveGradient(weights, examples, shape)) expect(Math.abs(each)).toBeLessThan(0.1);
        for (const step of [1, -1, 0.1]) {
          const aside = weights.map((w, i) => w + step * at[i]!);
          expect(naiveObjective(aside, examples, shape)).toBeGreaterThan(least - 1e-3);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the offsets' decision without examples, and nearly so under a strong penalty", () => {
    const shape = { features: 2, classes: 3, penalty: 1 };
    expect([...fitLinearModel([], shape)]).toEqual([0, 0, 0, 0, 0, 0]);
    const example = {
      indices: Int32Array.of(0),
      values: Float64Array.of(1),
      offsets: new Float64Array(3),
      label: 2,
    };
    const weak = fitLinearModel([example], { ...shape, penalty: 1000 });
    expect(Math.max(...weak.map(Math.abs))).toBeLessThan(0.001);
    expect(fitLinearModel([example], shape)[2]!).toBeGreaterThan(0.1);
  });

  it("separates classes that one feature separates", () => {
    const examples = Array.from({ length: 60 }, (_, i): Example => {
      const label = i % 3;
      return {
        indices: Int32Array.of(label),
        values: Float64Array.of(1),
        offsets: new Float64Array(3),
        label,
      };
    });
    const weights = fitLinearModel(examples, { features: 3, classes: 3, penalty: 1 });
    for (let label = 0; label < 3; label++) {
      const logits = new Float64Array(3);
      addLinearLogits(logits, { indices: Int32Array.of(label), values: Float64Array.of(1) }, weights);
      toProbabilities(logits);
      expect(logits[label]).toBeGreaterThan(0.8);
    }
  });
});

describe("probabilities", () => {
  it("sum to one and keep the order, however large the logits", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2000, max: 2000 }), { minLength: 1, maxLength: 45 }),
        (given) => {
          const probabilities = Float64Array.from(given);
          toProbabilities(probabilities);
          expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
          given.forEach((a, i) => {
            given.forEach((b, j) => {
              if (a > b) expect(probabilities[i]!).toBeGreaterThanOrEqual(probabilities[j]!);
            });
          });
        },
      ),
    );
  });
});
