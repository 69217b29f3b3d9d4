import assert from "node:assert/strict";
import { describe, it } from "vitest";
import { seededRandom } from "../measure/random.ts";
import { coherence, normalisedMutualInformation, termItems } from "./partition.ts";
import { tfIdf, tfIdfKMeans } from "./tf-idf-k-means.ts";

const near = (actual: number | null, expected: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

describe("normalised mutual information", () => {
  it("is 1 for the same partition under other names, 0 for independent ones and for one group", () => {
    near(normalisedMutualInformation([0, 0, 1, 1], [["b"], ["b"], ["a"], ["a"]]), 1);
    near(normalisedMutualInformation([0, 1, 0, 1], [["b"], ["b"], ["a"], ["a"]]), 0);
    near(normalisedMutualInformation([0, 0, 0, 0], [["b"], ["b"], ["a"], ["a"]]), 0);
  });

  it("counts an item with several labels in parts, and leaves out one without", () => {
    // Joint weights: (0, a) 1.5, (0, b) 0.5, (1, b) 1, of 3.
    const information =
      0.5 * Math.log(0.5 / ((2 / 3) * 0.5)) +
      (1 / 6) * Math.log(1 / 6 / ((2 / 3) * 0.5)) +
      (1 / 3) * Math.log(1 / 3 / ((1 / 3) * 0.5));
    const groups = -((2 / 3) * Math.log(2 / 3) + (1 / 3) * Math.log(1 / 3));
    near(
      normalisedMutualInformation([0, 0, 1, 1], [["a"], ["a", "b"], ["b"], []]),
      (2 * information) / (groups + Math.log(2)),
    );
  });
});

describe("coherence", () => {
  const items = termItems([new Set(["a", "b"]), new Set(["a", "b"]), new Set(["c"]), new Set(["d"])]);

  it("is 1 for terms only ever together and -1 for terms never together", () => {
    near(coherence(["a", "b"], items, 4), 1);
    near(coherence(["a", "c"], items, 4), -1);
    near(coherence(["a", "b", "c"], items, 4), -1 / 3);
  });

  it("is 0 for independent terms, and nothing for fewer than two", () => {
    const independent = termItems([new Set(["a", "b"]), new Set(["a"]), new Set(["b"]), new Set([])]);
    near(coherence(["a", "b"], independent, 4), 0);
    assert.equal(coherence(["a"], independent, 4), null);
  });
});

describe("k-means on tf-idf", () => {
  it("separates texts that share no term", () => {
    const texts = Array.from({ length: 40 }, (_, i) =>
      i % 2 ? ["soil", "crop", `x${i % 5}`] : ["vote", "council"],
    );
    const groupOf = tfIdfKMeans(tfIdf(texts), { groups: 2, random: seededRandom(3), restarts: 8 });
    for (let i = 2; i < 40; i++) assert.equal(groupOf[i], groupOf[i % 2]);
    assert.notEqual(groupOf[0], groupOf[1]);
  });
});
