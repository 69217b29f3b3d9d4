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

it("leaves out terms of which the table knows no part, without a gap", () => {
  const found = vectorsOf(["支付 支付 bridge", "支付 harvest"]);
  expect([...found.keys()].sort()).toEqual(["bridg", "harvest"]);
  expect([...found.get("harvest")!]).toEqual([...vectorOf("harvest")]);
});
