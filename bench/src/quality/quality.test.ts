import assert from "node:assert/strict";
import { describe, it } from "vitest";
import { latencyOf, percentile } from "../measure/latency.ts";
import { categoryAgreement } from "./category-agreement.ts";
import { distinct, ndcg, reciprocalRank } from "./ranking.ts";
import { tagAgreement } from "./tag-agreement.ts";

const judgements = new Map([
  ["a", 3],
  ["b", 2],
  ["c", 0],
]);

describe("nDCG", () => {
  it("is 1 for the ideal order and 0 when nothing relevant is found", () => {
    assert.equal(ndcg(["a", "b", "c"], judgements), 1);
    assert.equal(ndcg(["c", "x"], judgements), 0);
    assert.equal(ndcg(["a"], new Map()), 0);
  });

  it("is what the formula gives by hand", () => {
    const expected = (2 / Math.log2(2) + 3 / Math.log2(4)) / (3 / Math.log2(2) + 2 / Math.log2(3));
    assert.ok(Math.abs(ndcg(["b", "x", "a"], judgements) - expected) < 1e-12);
  });

  it("looks at the first k only", () => {
    assert.equal(ndcg(["x", "a"], judgements, 1), 0);
  });
});

describe("reciprocal rank", () => {
  it("is one over the first relevant rank; a grade of 0 is not relevant", () => {
    assert.equal(reciprocalRank(["c", "x", "b"], judgements), 1 / 3);
    assert.equal(reciprocalRank(["c"], judgements), 0);
  });
});

describe("percentiles", () => {
  it("are by nearest rank", () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    assert.equal(percentile(values, 0.5), 50);
    assert.equal(percentile(values, 0.99), 99);
    assert.equal(percentile([7], 0.95), 7);
    assert.deepEqual(latencyOf([3, 1, 2]), { count: 3, p50: 2, p95: 3, p99: 3, mean: 2 });
  });
});

it("keeps first appearances", () => {
  assert.deepEqual(distinct(["a", "b", "a"]), ["a", "b"]);
});

describe("agreement of tags", () => {
  const terms = (tag: string) => tag.split(" ");

  it("counts the same tags, and those that share half of the shorter one", () => {
    const pairs: [string[], string[]][] = [
      [
        ["escrow", "private payments"],
        ["escrow accounts", "private payments", "voting"],
      ],
      [[], ["bridge"]],
      [["x y z"], ["x a b"]],
    ];
    assert.deepEqual(tagAgreement(pairs, terms), {
      derived: 3,
      given: 5,
      covered: 2,
      precision: 1 / 3,
      recall: 1 / 5,
      lenientPrecision: 2 / 3,
      lenientRecall: 2 / 5,
    });
  });

  it("is zero without tags", () => {
    const { precision, recall, lenientPrecision } = tagAgreement([], terms);
    assert.deepEqual([precision, recall, lenientPrecision], [0, 0, 0]);
  });
});

describe("agreement of categories", () => {
  const placed = (primaryKey: string, secondaryKey: string | null, confidence: "high" | "low") => ({
    primaryKey,
    secondaryKey,
    confidence,
  });

  it("counts same main categories, either of two on both sides, and by confidence; unknown pairs not", () => {
    const agreement = categoryAgreement([
      [placed("a", null, "high"), placed("a", "b", "high")],
      [placed("b", "a", "low"), placed("a", "c", "high")],
      [placed("b", null, "low"), placed("a", "b", "high")],
      [placed("c", null, "low"), placed("a", "b", "high")],
      [null, placed("a", null, "high")],
      [placed("a", null, "high"), null],
    ]);
    assert.equal(agreement.projects, 4);
    assert.equal(agreement.top1, 1 / 4);
    assert.equal(agreement.either, 2 / 4);
    assert.equal(agreement.accepted, 2 / 4);
    assert.equal(agreement.second, 1 / 4);
    assert.deepEqual(agreement.byConfidence.high, { projects: 1, top1: 1, accepted: 1 });
    assert.deepEqual(agreement.byConfidence.low, { projects: 3, top1: 0, accepted: 1 / 3 });
  });

  it("is 0 of nothing", () => {
    assert.equal(categoryAgreement([]).top1, 0);
  });
});
