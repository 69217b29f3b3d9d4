import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Evidence, type RankingWeights, rankingWeights, scoreEvidence } from "./linear-model.ts";

const none: RankingWeights = {
  words: 0,
  wordsRank: 0,
  fewWords: 0,
  fewWordsRank: 0,
  passage: 0,
  coverage: 0,
  unexplained: 0,
  closeness: 0,
  fewCloseness: 0,
  mean: 0,
  topics: 0,
  author: 0,
  neighbors: 0,
  proximity: 0,
  name: 0,
};
const score = (evidence: Partial<Evidence>, weights: Partial<RankingWeights>) => [
  ...scoreEvidence(
    { words: [0, 0, 0], coverage: [0, 0, 0], rarity: 0, ...evidence },
    { ...none, ...weights },
  ),
];

describe("scoreEvidence", () => {
  it("divides word scores by the best of the query", () => {
    expect(score({ words: [2, 8, 0] }, { words: 3 })).toEqual([0.75, 3, 0]);
    expect(score({ passages: [0, 1, 4] }, { passage: 1 })).toEqual([0, 0.25, 1]);
    expect(score({ words: [0, 0, 0] }, { words: 3 })).toEqual([0, 0, 0]);
  });

  it("adds a part that falls with the rank by words", () => {
    expect(score({ words: [1, 9, 3] }, { wordsRank: 7 })).toEqual([5, 7, expect.closeTo(35 / 6, 9)]);
    expect(score({ words: [3, 9, 3] }, { wordsRank: 6 })).toEqual([5, 6, 5]);
  });

  it("scales closeness from the median to the best", () => {
    expect(score({ closeness: [0.2, 0.4, 0.8] }, { closeness: 2 })).toEqual([0, 0, 2]);
    expect(score({ means: [0.1, 0.1, 0.1] }, { mean: 1 })).toEqual([0, 0, 0]);
    expect(score({ closeness: null }, { closeness: 2 })).toEqual([0, 0, 0]);
  });

  it("adds coverage as it is, and topics only where they hold nearly the whole query", () => {
    expect(score({ coverage: [0.5, 1, 0] }, { coverage: 2 })).toEqual([1, 2, 0]);
    expect(score({ topics: [0.5, 1, 0] }, { topics: 1 })).toEqual([0.0625, 1, 0]);
  });

  it("adds as much for the author as the query surely names one", () => {
    expect(score({ authored: [1, 0.25, 0] }, { author: 4 })).toEqual([4, 1, 0]);
  });

  it("takes weight from all that words say by the share of the query that no candidate holds", () => {
    const evidence = {
      words: [1, 2, 4],
      closeness: [1, 0, 0],
      coverage: [0.25, 0.25, 0.75],
      passages: [4, 0, 0],
    };
    expect(score(evidence, { words: 4, unexplained: 2 })).toEqual([0.5, 1, 2]);
    expect(score(evidence, { wordsRank: 7, unexplained: 2 })).toEqual([2.5, expect.closeTo(35 / 12), 3.5]);
    expect(score(evidence, { passage: 1, unexplained: 2 })).toEqual([0.5, 0, 0]);
    expect(score(evidence, { coverage: 1, unexplained: 2 })).toEqual([0.125, 0.125, 0.375]);
    expect(score(evidence, { closeness: 4, unexplained: 2 })).toEqual([4, 0, 0]);
    expect(score(evidence, { words: 4, unexplained: 9 })).toEqual([0.25, 0.5, 1]);
    const byWordsAlone = { ...evidence, closeness: null };
    expect(score(byWordsAlone, { words: 4, unexplained: 2 })).toEqual([1, 2, 4]);
  });

  it("takes less of it where the words that a candidate holds say much", () => {
    const evidence = { words: [1, 2, 4], closeness: [1, 0, 0], coverage: [0.25, 0.25, 0.75] };
    expect(score({ ...evidence, rarity: 20 }, { words: 4, unexplained: 2 })).toEqual([0.75, 1.5, 3]);
  });

  it("moves weight from words to meaning where there are few records", () => {
    const evidence = { words: [1, 2, 4], closeness: [1, 0, 0], records: 1_000 };
    expect(score(evidence, { words: 4, fewWords: -4 })).toEqual([0.5, 1, 2]);
    expect(score(evidence, { wordsRank: 7, fewWordsRank: -14 })).toEqual([0, 0, 0]);
    expect(score(evidence, { fewCloseness: 4 })).toEqual([2, 0, 0]);
    expect(score({ ...evidence, records: 9_000 }, { fewCloseness: 4 })[0]).toBeCloseTo(0.4);
    const without = { words: 4, fewWords: -4, fewWordsRank: 1, fewCloseness: 1 };
    expect(score({ ...evidence, closeness: null }, without)).toEqual([1, 2, 4]);
    expect(score({ ...evidence, records: undefined }, without)).toEqual([1, 2, 4]);
  });

  it("is the sum over all features, and has no score for no candidate", () => {
    const column = fc.array(
      fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
      { minLength: 3, maxLength: 3 },
    );
    const { unexplained, ...weights } = rankingWeights.projects;
    const names = Object.keys(weights) as (keyof typeof weights)[];
    fc.assert(
      fc.property(
        fc.record({ words: column, passages: column, coverage: column, closeness: column, topics: column }),
        (evidence) => {
          const together = score(evidence, rankingWeights.projects);
          const apart = names.map((name) => score(evidence, { unexplained, [name]: weights[name] }));
          together.forEach((value, i) => {
            expect(value).toBeCloseTo(
              apart.reduce((sum, scores) => sum + scores[i]!, 0),
              9,
            );
          });
        },
      ),
    );
    expect(scoreEvidence({ words: [], coverage: [], rarity: 0 }, rankingWeights.archive)).toHaveLength(0);
  });
});
