import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectOf } from "../../corpus/projects/project-index.case.ts";
import { categorise, described, renamed, taxonomy } from "./categorise.case.ts";
import { ProjectReader } from "./project-terms.ts";
import { loadTrainedWords, TrainedWords, type TrainedWordsFile } from "./trained-words.ts";
import { Vocabulary } from "./vocabulary.ts";
import { biasLabels, nearEvidence, parts, trainedWeights } from "./weights.ts";

const words = ["lend", "card", "bank", "mint"];
const classes = 3;

const files = fc
  .record({
    bytes: fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 18, maxLength: 18 }),
    bias: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: classes, maxLength: classes }),
    rarity: fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }),
  })
  .map(
    ({ bytes, bias, rarity }): TrainedWordsFile => ({
      digest: "any",
      terms: [...words, "lend card", "card bank"],
      weights: Buffer.from(Int8Array.from(bytes)).toString("base64"),
      step: 0.05,
      bias,
      rarity,
    }),
  );

/** Oracle: the evidence of one part, by names of terms. */
function naivePart(counts: Map<string, number>, file: TrainedWordsFile, half: number): number[] {
  const weights = new Int8Array(Buffer.from(file.weights, "base64"));
  const values = [...counts].map(([term, count]) => {
    const place = file.terms.indexOf(term);
    return { place, value: (count / (count + half)) * file.rarity[place]! };
  });
  const length = Math.sqrt(values.reduce((sum, { value }) => sum + value * value, 0)) || 1;
  return Array.from({ length: classes }, (_, k) =>
    values.reduce(
      (sum, { place, value }) => sum + (value / length) * weights[place * classes + k]! * file.step,
      0,
    ),
  );
}

/** Occurrences of known words and pairs in a text of stemmed words. */
function countsOf(text: readonly string[], weight: number): Map<string, number> {
  const counts = new Map<string, number>();
  text.forEach((word, i) => {
    for (const term of [word, `${text[i - 1]} ${word}`])
      if ([...words, "lend card", "card bank"].includes(term))
        counts.set(term, (counts.get(term) ?? 0) + weight);
  });
  return counts;
}

const texts = fc.array(fc.constantFrom(...words, "xyzzi"), { maxLength: 8 });

describe("trained words", () => {
  it("add the weights of a project's words, by part, and where a category is near the bias, the less the more labels there are, as the naive twin does", () => {
    fc.assert(
      fc.property(files, fc.tuple(texts, texts), fc.nat(200), (file, [oneLiner, description], labels) => {
        const vocabulary = new Vocabulary();
        const trained = new TrainedWords(file, vocabulary, labels);
        const { record } = projectOf({
          slug: "a",
          name: "Q",
          oneLiner: oneLiner.join(" "),
          description: description.join(" "),
        });
        const evidence = new Float64Array(classes);
        trained.addTo(evidence, new ProjectReader(vocabulary, taxonomy).read(record));
        const headline = naivePart(countsOf(oneLiner, 2), file, parts.headline.half);
        const rest = naivePart(countsOf(description, 1), file, parts.description.half);
        const { headline: most, description: less } = trainedWeights;
        const expected = headline.map((value, k) => most * value + less * rest[k]!);
        const share = biasLabels / (biasLabels + labels);
        const isNear = Math.max(...expected) >= nearEvidence;
        for (let k = 0; k < classes; k++)
          expect(evidence[k]).toBeCloseTo(expected[k]! + (isNear ? share * file.bias[k]! : 0), 4);
      }),
    );
  });

  it("belong to the shipped taxonomy, with a bias and weights for each of its categories", () => {
    const file = loadTrainedWords(taxonomy);
    expect(file, "run tools/categories/train.ts after a change of the taxonomy").not.toBeNull();
    const { terms, rarity, bias, weights } = file!;
    expect(bias).toHaveLength(taxonomy.categories.length);
    expect(rarity).toHaveLength(terms.length);
    expect(new Set(terms).size).toBe(terms.length);
    expect(Buffer.from(weights, "base64")).toHaveLength(terms.length * taxonomy.categories.length);
  });

  it("are not used with an operator's own taxonomy", async () => {
    expect(loadTrainedWords(renamed())).toBeNull();
  });

  it("know words that the taxonomy's texts lack", async () => {
    const asked = described("a", "Thrifted sneakers and vintage jackets");
    const own = { ...taxonomy, digest: "own" };
    const alone = (await categorise([asked], { vectors: [null], taxonomy: own }))[0];
    const both = (await categorise([asked], { vectors: [null] }))[0];
    expect(both?.primaryKey).toBe("commerce-marketplaces");
    expect(alone?.primaryKey).not.toBe("commerce-marketplaces");
  });
});
