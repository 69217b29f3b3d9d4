import { describe, expect, it } from "vitest";
import { bitsetBytes, setBit } from "../../search/bitset.ts";
import type { Candidates } from "./candidates.ts";
import { evidenceOf, type RankingOptions, rankCandidates } from "./ranking.ts";

/** Rows 10 to 13, of which a later one contains more of the query's words. */
const candidates = (changes: Partial<Candidates> = {}): Candidates => ({
  rows: Uint32Array.of(10, 11, 12, 13),
  cosines: Float32Array.of(0.1, 0.2, 0.3, 0.4),
  words: Float64Array.of(1, 2, 3, 4),
  topics: new Float64Array(4),
  coverage: Float64Array.of(0.1, 0.2, 0.3, 0.4),
  rarity: 12,
  certainty: 1,
  named: new Set(),
  fullyNamed: new Set(),
  nearlyNamed: new Set(),
  records: 4,
  searched: 4,
  found: { vector: 4, words: 4, topics: 0 },
  ...changes,
});
const bitsOf = (...rows: number[]) => {
  const bits = new Uint8Array(bitsetBytes(20));
  for (const row of rows) setBit(bits, row);
  return bits;
};
const rank = (changes: Partial<Candidates> = {}, options: Partial<RankingOptions> = {}) =>
  rankCandidates(candidates(changes), {
    withoutVector: bitsOf(),
    calibrated: (cosine) => cosine,
    misspelt: false,
    ...options,
  });
const rowsOf = ({ projects }: ReturnType<typeof rank>) => projects.map(({ row }) => row);

describe("the order of candidates", () => {
  it("is that of their evidence", () => {
    expect(rowsOf(rank())).toEqual([13, 12, 11, 10]);
    expect(rowsOf(rank({ cosines: null }))).toEqual([13, 12, 11, 10]);
  });

  it("begins with the project whose name is the query, at a relevance of 1", () => {
    const ranking = rank({ named: new Set([10]) });
    expect(rowsOf(ranking)).toEqual([10, 13, 12, 11]);
    expect(ranking.projects[0]).toEqual({ row: 10, similarity: 0.98, relevance: 1 });
  });

  it("prefers, of several such projects, those whose name has the same stop words", () => {
    const names = { named: new Set([10, 13]), fullyNamed: new Set([10]) };
    expect(rowsOf(rank(names))).toEqual([10, 13, 12, 11]);
  });

  it("continues with a name that the query nearly is, first only where a word is misspelt", () => {
    const names = { named: new Set([10]), nearlyNamed: new Set([11]) };
    expect(rowsOf(rank(names, { misspelt: true }))).toEqual([10, 11, 13, 12]);
    const bad = { nearlyNamed: new Set([11]), words: Float64Array.of(1, 0, 3, 9_000) };
    const worst = { ...bad, cosines: null, coverage: Float64Array.of(0, 0, 0, 1) };
    expect(rowsOf(rank(worst, { misspelt: true }))[0]).toBe(11);
    const equal = Float64Array.of(0.5, 0.5, 0.5, 0.5);
    const alike = { words: equal, coverage: equal, cosines: null, nearlyNamed: new Set([12]) };
    expect(rowsOf(rank(alike))).toEqual([12, 10, 11, 13]);
  });

  it("prefers, of two alike, the one that is near to others that match, and explains it", () => {
    // Rows 12 and 13 have the best evidence; 11 is near to them, 10 to none.
    const alike = Float64Array.of(0.2, 0.2, 0.8, 0.9);
    const evidence = { words: alike, coverage: alike, cosines: Float32Array.from(alike) };
    const angles = [90, 10, 0, 5];
    const vectorOf = (row: number) => {
      const angle = (angles[row - 10]! * Math.PI) / 180;
      const int8 = new Int8Array(32);
      int8.set([Math.round(100 * Math.cos(angle)), Math.round(100 * Math.sin(angle))]);
      return { int8, scale: 0.01 };
    };
    expect(rowsOf(rank(evidence))).toEqual([13, 12, 10, 11]);
    const ranking = rank(evidence, { vectorOf });
    expect(rowsOf(ranking)).toEqual([13, 12, 11, 10]);
    const [near, far] = [11, 10].map(
      (row) => ranking.channels(row).find(({ name }) => name === "neighbors")!.contribution,
    );
    expect(near).toBeGreaterThan(far!);
  });

  it("ends with projects without a vector, where others were found by theirs", () => {
    const ranking = rank({}, { withoutVector: bitsOf(13, 11, 5) });
    expect(rowsOf(ranking)).toEqual([12, 10, 13, 11]);
    expect(ranking.missingVectorMatches).toBe(2);
    expect(rowsOf(rank({ cosines: null }, { withoutVector: bitsOf(13) }))[0]).toBe(13);
  });

  it("takes in what the texts of the best say", () => {
    const refine: RankingOptions["refine"] = (scores, rows) => {
      scores[[...rows].indexOf(10)]! += 1_000;
      return new Map([[0, { proximity: 1, name: 0 }]]);
    };
    const ranking = rank({}, { refine });
    expect(rowsOf(ranking)).toEqual([10, 13, 12, 11]);
    const proximity = ranking.channels(10).find(({ name }) => name === "proximity");
    expect(proximity).toMatchObject({ score: 1, rank: 1 });
  });
});

describe("the mode", () => {
  it("says which channels found candidates", () => {
    const found = (vector: number, words: number, topics: number) => ({ found: { vector, words, topics } });
    expect(rank(found(1, 1, 0)).mode).toBe("hybrid");
    expect(rank(found(1, 0, 1)).mode).toBe("hybrid");
    expect(rank(found(1, 0, 0)).mode).toBe("vector");
    expect(rank(found(0, 1, 0)).mode).toBe("text");
    expect(rank({ ...found(0, 1, 0), cosines: null }).mode).toBe("text");
  });

  it("determines the similarity shown: by closeness for vectors alone, constant for texts alone", () => {
    const alone = rank({
      cosines: Float32Array.of(0.4, 0.5, 0.6, 0.9),
      found: { vector: 4, words: 0, topics: 0 },
      words: new Float64Array(4),
      coverage: new Float64Array(4),
    });
    const similarities = alone.projects.map(({ similarity }) => similarity);
    expect(similarities[0]).toBeCloseTo(0.97 * 0.9 ** 2.5, 6);
    expect(similarities[1]).toBeLessThan(similarities[0]!);
    expect(alone.projects[0]!.relevance).toBe(1);
    const text = rank({ cosines: null, found: { vector: 0, words: 4, topics: 0 } });
    expect(text.projects.map(({ similarity }) => similarity)).toEqual([0.8, 0.8, 0.8, 0.8]);
    expect(text.projects[0]!.relevance).toBe(1);
    expect(text.projects[3]!.relevance).toBeLessThan(0.1);
  });

  it("never shows a rising similarity", () => {
    const { projects } = rank({ coverage: Float64Array.of(1, 0.2, 0.9, 0) });
    for (let i = 1; i < projects.length; i++)
      expect(projects[i]!.similarity).toBeLessThanOrEqual(projects[i - 1]!.similarity);
  });
});

it("the channels of a project explain its own evidence", () => {
  const ranking = rank({ nearlyNamed: new Set([11]) });
  const scoreOf = (row: number, name: string) =>
    ranking.channels(row).find((channel) => channel.name === name);
  expect(scoreOf(12, "words")).toMatchObject({ score: 3, rank: 2 });
  expect(scoreOf(10, "closeness")).toMatchObject({ score: 0.1, rank: 4 });
  expect(scoreOf(11, "name")!.contribution).toBe(4);
  expect(scoreOf(12, "name")!.contribution).toBe(0);
  expect(evidenceOf(candidates()).closeness).toEqual(Float32Array.of(0.1, 0.2, 0.3, 0.4));
});

it("without candidates there is no ranking", () => {
  const none = rank({
    rows: new Uint32Array(0),
    cosines: null,
    words: new Float64Array(0),
    topics: new Float64Array(0),
    coverage: new Float64Array(0),
    found: { vector: 0, words: 0, topics: 0 },
  });
  expect(none).toMatchObject({ mode: "text", projects: [], missingVectorMatches: 0 });
});
