import { expect, it } from "vitest";
import type { Vocabulary } from "../search/lookup/correction.ts";
import { readQuery } from "./read-query.ts";

const corpus = new Set(["wallet", "grant"]);
/** Any unknown word is within reach of `grant`. */
const vocabulary: Vocabulary = {
  frequency: (term) => (corpus.has(term) ? 5 : 0),
  near: () => ["grant"],
  form: (term) => term,
};
const taxonomy = { synonyms: [] };

it("embeds a word that the embedder knows as it was typed, though the corpus lacks it", () => {
  const query = "grand wallet";
  const corrected = readQuery(query, { taxonomy, vocabulary });
  expect(corrected).toMatchObject({ text: "grant wallet", embedded: "grant wallet" });
  const known = readQuery(query, { taxonomy, vocabulary, knowsWord: (word) => word === "grand" });
  expect(known).toMatchObject({ text: "grant wallet", embedded: "grand wallet" });
});
