import { expect, it, onTestFinished } from "vitest";
import { inverseDocumentFrequency } from "../../search/text/bm25.ts";
import { openIndex, projectOf } from "./project-index.case.ts";

/** Rows 0 to 3, in the order of the slugs. */
function open() {
  const opened = openIndex([
    projectOf({ slug: "a", name: "ledger", description: "ledgers for farms" }),
    projectOf({ slug: "b", name: "farm", tags: tagsOf("ledger") }),
    projectOf({ slug: "c", name: "oracle" }),
    projectOf({ slug: "d", name: "clinic", description: "clinics" }),
  ]);
  onTestFinished(() => opened.dispose());
  return opened.index;
}
const tagsOf = (tag: string) => ({
  problemTags: [tag],
  solutionTags: [],
  primitives: [],
  techStack: [],
  targetUsers: [],
});
const idf = (frequency: number) => inverseDocumentFrequency(4, frequency);
const all = Uint32Array.of(0, 1, 2, 3);

it("returns the rows that hold a term, withdrawn ones included, and none for an unknown term", () => {
  const { words, topics } = open();
  expect([...words.rowsWith("ledger")]).toEqual([0, 1]);
  expect([...topics.rowsWith("ledger")]).toEqual([1]);
  expect([...words.rowsWith("unknown")]).toEqual([]);
});

it("weighs terms by rarity and by their weight in the query, unknown ones as the rarest", () => {
  const { words } = open();
  const weights = words.weigh(
    new Map([
      ["ledger", 1],
      ["oracl", 0.5],
      ["unknown", 2],
    ]),
  );
  expect(weights.get("ledger")).toBeCloseTo(idf(2));
  expect(weights.get("oracl")).toBeCloseTo(0.5 * idf(1));
  expect(weights.get("unknown")).toBeCloseTo(2 * idf(0));
  expect([...weights.keys()]).toEqual(["ledger", "oracl", "unknown"]);
});

it("covers by a row the share of the query's weight whose terms the row holds", () => {
  const { words, scratch } = open();
  const terms = new Map([
    ["ledger", 1],
    ["unknown", 1],
    ["oracl", 0.5],
    ["farm", 1],
  ]);
  const total = 2 * idf(2) + idf(0) + 0.5 * idf(1);
  const [a, b, c, d] = words.score(terms, all, { scratch }).coverage;
  expect(a).toBeCloseTo((2 * idf(2)) / total);
  expect(b).toBeCloseTo((2 * idf(2)) / total);
  expect(c).toBeCloseTo((0.5 * idf(1)) / total);
  expect(d).toBe(0);
  expect([...words.score(new Map(), all, { scratch }).coverage]).toEqual([0, 0, 0, 0]);
});

it("scores by all terms, but covers only the first ones, the query's own", () => {
  const { words, scratch } = open();
  const own = new Map([["ledger", 1]]);
  const terms = new Map([...own, ["oracl", 1] as const]);
  const { scores, coverage } = words.score(terms, all, { scratch, own });
  expect(scores[2]).toBeGreaterThan(0);
  expect([...coverage]).toEqual([1, 1, 0, 0]);
});

it("scores in proportion to the weight of a term, and searches the best rows of the mask", () => {
  const { words, scratch } = open();
  const { scores: once } = words.score(new Map([["ledger", 1]]), all, { scratch });
  const { scores: twice } = words.score(new Map([["ledger", 2]]), all, { scratch });
  expect(once[0]).toBeGreaterThan(once[1]!);
  expect(once[1]).toBeGreaterThan(0);
  expect([once[2], once[3]]).toEqual([0, 0]);
  twice.forEach((score, row) => {
    expect(score).toBeCloseTo(2 * once[row]!);
  });
  const found = words.search(new Map([["ledger", 1]]), 1, { mask: 0, scratch });
  expect([...found.documents]).toEqual([0]);
  expect(found.scores[0]).toBeCloseTo(once[0]!);
});

it("knows how often a term occurs, its form in texts, and the terms near a misspelt one", () => {
  const { vocabulary } = open().words;
  expect(vocabulary.frequency("ledger")).toBe(2);
  expect(vocabulary.frequency("unknown")).toBe(0);
  expect(vocabulary.near("legder")).toEqual(["ledger"]);
  expect(vocabulary.near("unknown")).toEqual([]);
  expect(vocabulary.form("oracl")).toBe("oracle");
  expect(vocabulary.form("unknown")).toBe("unknown");
});

it("counts pairs of terms within a field from three on", () => {
  const open = (count: number) => {
    const { index, dispose } = openIndex(
      Array.from({ length: count }, (_, i) =>
        projectOf({ slug: `a${i}`, name: "Sky", oneLiner: "Merkle trees" }),
      ),
    );
    onTestFinished(() => dispose());
    return index.words.vocabulary;
  };
  expect(open(3).pairs("merkl", "tree")).toBe(3);
  expect(open(2).pairs("merkl", "tree")).toBe(0);
  expect(open(3).pairs("sky", "merkl")).toBe(0);
});
