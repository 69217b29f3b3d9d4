import { expect, it } from "vitest";
import { staticTable } from "../static/static-table.ts";
import { corpusOf } from "./fitted-texts.case.ts";
import { collectWordVectors } from "./word-vectors.ts";

const { dimensions } = staticTable();

function vectorOf(word: string): Float32Array {
  const vector = new Float32Array(dimensions);
  staticTable().add(word, vector);
  return vector;
}

/** Terms and their vectors, of texts. */
function vectorsOf(texts: string[], change = (corpus: ReturnType<typeof corpusOf>) => corpus) {
  const corpus = change(corpusOf(texts));
  const { kept, vectors } = collectWordVectors(corpus);
  expect(vectors).toHaveLength(kept.length * dimensions);
  return new Map(
    Array.from(kept, (term, row) => [
      corpus.terms[term]!,
      vectors.subarray(row * dimensions, (row + 1) * dimensions),
    ]),
  );
}

it("gives a term the mean of its words' vectors, each as often as it occurs", () => {
  const found = vectorsOf(["voters vote", "voters", "voter"]);
  const [voter, voters] = [vectorOf("voter"), vectorOf("voters")];
  found.get("voter")!.forEach((value, j) => {
    expect(value).toBeCloseTo((voter[j]! + 2 * voters[j]!) / 3, 5);
  });
  expect([...found.get("vote")!]).toEqual([...vectorOf("vote")]);
});

it("takes the first word of a term that was not counted", () => {
  const found = vectorsOf(["voters"], (corpus) => ({ ...corpus, words: new Map() }));
  expect([...found.get("voter")!]).toEqual([...vectorOf("voters")]);
});

it("gives words of another language vectors from their contexts instead of from their parts", () => {
  const about = (words: string, times: number) => Array.from({ length: times }, () => words);
  const texts = [
    ...about("bavokik rimolak zuditak lopanik harvest", 4),
    ...about("gutorak nilopak devinak tozurik lawyer", 4),
  ];
  const found = vectorsOf(texts);
  const cosine = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, x, j) => sum + x * b[j]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
  const [one, same, other] = ["bavokik", "rimolak", "gutorak"].map((word) => found.get(word)!);
  expect(cosine(one!, same!)).toBeCloseTo(1, 3);
  expect(cosine(one!, vectorOf("harvest"))).toBeGreaterThan(cosine(one!, vectorOf("lawyer")) + 0.5);
  expect(cosine(one!, other!)).toBeLessThan(0);
  // Among words that the table has, parts are better.
  const english = vectorsOf(["a farmer sells wheat and apples on the market with bavokik"]);
  expect([...english.get("bavokik")!]).toEqual([...vectorOf("bavokik")]);
});

it("leaves out terms of which the table knows no part, without a gap", () => {
  const found = vectorsOf(["支付 支付 bridge", "支付 harvest"]);
  expect([...found.keys()].sort()).toEqual(["bridg", "harvest"]);
  expect([...found.get("harvest")!]).toEqual([...vectorOf("harvest")]);
});
