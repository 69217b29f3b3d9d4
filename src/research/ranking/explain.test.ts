import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainCandidates, explainWords } from "./explain.ts";
import { type Evidence, rankingWeights, scoreEvidence } from "./linear-model.ts";

const count = 5;
const column = fc.array(
  fc.integer({ min: 0, max: 12 }).map((n) => n / 12),
  { minLength: count, maxLength: count },
);
const evidences = fc.record(
  {
    words: column,
    passages: column,
    coverage: column,
    rarity: fc.integer({ min: 0, max: 40 }),
    closeness: column,
    means: column,
    topics: column,
    authored: column,
  },
  { requiredKeys: ["words", "coverage", "rarity"] },
);
const shares = fc.record({ proximity: fc.double({ min: 0, max: 1, noNaN: true }), name: fc.constant(0.5) });
const neighborMeans = fc.dictionary(
  fc.constantFrom("0", "1", "2"),
  fc.double({ min: 0, max: 4, noNaN: true }),
);
const read = fc.dictionary(fc.constantFrom("0", "1", "2"), shares);

describe("explainCandidates", () => {
  it("explains the whole score: contributions add up to it; the best by words gets their weight", () => {
    fc.assert(
      fc.property(
        evidences,
        fc.record({ shares: read, means: neighborMeans }),
        fc.constantFrom(...Object.values(rankingWeights)),
        (evidence: Evidence, { shares: given, means }, weights) => {
          const neighbors = new Map(Object.entries(means).map(([at, mean]) => [Number(at), mean]));
          const texts = new Map(Object.entries(given).map(([at, share]) => [Number(at), share]));
          const nameBonus = (candidate: number) => (candidate === 4 ? 4 : 0);
          const explain = explainCandidates({ evidence, weights, neighbors, texts, nameBonus });
          const scores = scoreEvidence(evidence, weights);
          scores.forEach((indexed, candidate) => {
            const { proximity, name } = texts.get(candidate) ?? { proximity: 0, name: 0 };
            const score =
              indexed +
              weights.neighbors * (neighbors.get(candidate) ?? 0) +
              weights.proximity * proximity +
              weights.name * name +
              nameBonus(candidate);
            const channels = explain(candidate);
            const sum = channels.reduce((total, { contribution }) => total + contribution, 0);
            expect(sum).toBeCloseTo(score, 2);
            const words = channels.find((channel) => channel.name === "words")!;
            const around = channels.find((channel) => channel.name === "neighbors")!;
            if (around.rank === 1) expect(around.contribution).toBeCloseTo(around.weight, 3);
            if (words.rank === 1) expect(words.contribution).toBeCloseTo(words.weight, 3);
          });
        },
      ),
    );
  });

  it("ranks each channel as a loop does, equal scores sharing the better rank, none for 0", () => {
    fc.assert(
      fc.property(evidences, (evidence: Evidence) => {
        const explain = explainCandidates({
          evidence,
          weights: rankingWeights.projects,
          texts: new Map(),
        });
        for (let candidate = 0; candidate < count; candidate++) {
          const channels = new Map(explain(candidate).map((channel) => [channel.name, channel]));
          for (const [name, scores] of [
            ["words", evidence.words],
            ["closeness", evidence.closeness],
            ["mean", evidence.means],
          ] as const) {
            if (!scores) {
              expect(channels.has(name)).toBe(false);
              continue;
            }
            const own = scores[candidate]!;
            const better = Array.from(scores).filter((score) => score > own).length;
            expect(channels.get(name)).toMatchObject({
              score: Math.round(own * 10_000) / 10_000,
              rank: own === 0 ? null : better + 1,
            });
          }
        }
      }),
    );
  });
});

it("explainWords gives the share of the best", () => {
  const explain = explainWords([8, 2]);
  const common = { name: "words", weight: 1 };
  expect(explain(0)).toEqual([{ ...common, score: 8, rank: 1, contribution: 1 }]);
  expect(explain(1)).toEqual([{ ...common, score: 2, rank: 2, contribution: 0.25 }]);
});
