import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { latencyOf, percentile } from "../measure/latency.ts";
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

  it("is nought without tags", () => {
    const { precision, recall, lenientPrecision } = tagAgreement([], terms);
    assert.deepEqual([precision, recall, lenientPrecision], [0, 0, 0]);
  });
});
