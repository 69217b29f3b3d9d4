import { describe, expect, it } from "vitest";
import { type Judged, judge, ndcgAt10, reciprocalRank } from "./ranking.ts";

const judgements = { a: 3, b: 2, c: 0 };

describe("the measures", () => {
  it("are 1 for the ideal order and 0 when nothing relevant is found", () => {
    expect(ndcgAt10(["a", "b", "c"], judgements)).toBe(1);
    expect([ndcgAt10(["c", "x"], judgements), reciprocalRank(["c", "x"], judgements)]).toEqual([0, 0]);
  });

  it("are what the formulas give by hand", () => {
    const expected = (2 / Math.log2(2) + 3 / Math.log2(4)) / (3 / Math.log2(2) + 2 / Math.log2(3));
    expect(ndcgAt10(["b", "x", "a"], judgements)).toBeCloseTo(expected, 12);
    expect(reciprocalRank(["c", "x", "b"], judgements)).toBeCloseTo(1 / 3, 12);
  });

  it("look at the first ten only", () => {
    const ranking = [..."defghijklm", "a"];
    expect([ndcgAt10(ranking, judgements), reciprocalRank(ranking, judgements)]).toEqual([0, 0]);
  });

  it("are averaged per kind and over all, repeats counted once", async () => {
    const queries: Judged[] = [
      { id: "1", query: "x", kind: "keyword", judgements: { a: 1 } },
      { id: "2", query: "y", kind: "question", judgements: { b: 1 } },
    ];
    expect(await judge(queries, async () => ["z", "z", "a"])).toEqual({
      keyword: { queries: 1, ndcg: expect.closeTo(1 / Math.log2(3), 12), mrr: 0.5 },
      question: { queries: 1, ndcg: 0, mrr: 0 },
      all: { queries: 2, ndcg: expect.closeTo(0.5 / Math.log2(3), 12), mrr: 0.25 },
    });
  });
});
