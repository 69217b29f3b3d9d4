import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectOf } from "../../corpus/projects/project-index.case.ts";
import type { TaxonomyCategory } from "../../corpus/taxonomy/taxonomy.ts";
import { taxonomy } from "./categorise.case.ts";
import { addLexicalEvidence, buildLexicon, weighTerms } from "./lexical-evidence.ts";
import { ProjectReader } from "./project-terms.ts";
import { Vocabulary } from "./vocabulary.ts";
import { exclusiveness, fieldWeights, pairWeight, parts, taxonomyWeights } from "./weights.ts";

const words = ["loan", "bridge", "doctor", "game", "token", "zebra"];
const phrase = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((each) => each.join(" "));
const category = fc.record({
  key: fc.constant("k"),
  label: phrase,
  areaKey: fc.constant("a"),
  definition: phrase,
  examples: fc.array(phrase, { minLength: 1, maxLength: 3 }),
});

/** Words and pairs of a phrase of the words above, none of which is a stop word; "token" is evidence for nothing. */
const grams = (text: string) => {
  const single = text.split(" ");
  return [...single, ...single.slice(1).map((word, i) => `${single[i]} ${word}`)];
};

/** Oracle: the evidence of a one-line project by counting strings, in a corpus of only that project. */
function naive(categories: readonly TaxonomyCategory[], oneLiner: string): number[] {
  const texts = categories.flatMap(({ label, definition, examples }, k) => [
    { k, w: taxonomyWeights.label, grams: new Set(grams(label)) },
    { k, w: taxonomyWeights.definition, grams: new Set(grams(definition)) },
    ...examples.map((each) => ({ k, w: taxonomyWeights.example, grams: new Set(grams(each)) })),
  ]);
  const said = grams(oneLiner);
  const sums = categories.map(() => 0);
  let squares = 0;
  for (const gram of new Set(said)) {
    const uses = texts.filter((text) => text.grams.has(gram));
    if (uses.length === 0 || gram === "token") continue;
    const ties = categories.map((_, k) =>
      Math.log(1 + uses.reduce((sum, use) => sum + (use.k === k ? use.w : 0), 0)),
    );
    const rarity = Math.log(1 + (1 + texts.length) / (uses.length + 1 + 1));
    const scale =
      (rarity * (gram.includes(" ") ? pairWeight : 1)) / (ties.reduce((a, b) => a + b, 0) + exclusiveness);
    const count = said.filter((each) => each === gram).length * fieldWeights.oneLiner;
    const share = count / (count + parts.headline.half);
    ties.forEach((tie, k) => {
      sums[k]! += share * tie * scale;
    });
    squares += (share * Math.max(...ties) * scale) ** 2;
  }
  return sums.map((sum) => (squares === 0 ? 0 : (parts.headline.weight * sum) / squares ** 0.25));
}

function evidenceOf(categories: readonly TaxonomyCategory[], record: { name: string; oneLiner: string }) {
  const vocabulary = new Vocabulary();
  const lexicon = buildLexicon(categories, vocabulary);
  const bare = { ...taxonomy, categories: [...categories], synonyms: [] };
  const project = new ProjectReader(vocabulary, bare).read(projectOf({ slug: "p", ...record }).record);
  const frequencies = new Uint32Array(vocabulary.size);
  for (const term of new Set(project.terms)) frequencies[term]!++;
  const weights = weighTerms(lexicon, { frequencies, projects: 1 });
  const evidence = new Float64Array(categories.length);
  addLexicalEvidence(evidence, project, { lexicon, weights });
  return evidence;
}

describe("lexical evidence", () => {
  it("equals the evidence of counting strings", () => {
    fc.assert(
      fc.property(fc.array(category, { minLength: 2, maxLength: 4 }), phrase, (categories, oneLiner) => {
        const expected = naive(categories, oneLiner);
        evidenceOf(categories, { name: "?", oneLiner }).forEach((each, k) => {
          expect(each).toBeCloseTo(expected[k]!, 5);
        });
      }),
    );
  });

  it("is zero for general words, but not for a pair of them", () => {
    const categories = [
      { key: "a", label: "Property", areaKey: "x", definition: "real place", examples: ["house"] },
      { key: "b", label: "Health", areaKey: "x", definition: "doctors", examples: ["nurse"] },
    ];
    expect([...evidenceOf(categories, { name: "?", oneLiner: "real" })]).toEqual([0, 0]);
    expect(evidenceOf(categories, { name: "?", oneLiner: "real place" })[0]).toBeGreaterThan(0);
  });
});
