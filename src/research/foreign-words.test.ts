import { expect, it } from "vitest";
import { tokenize } from "../search/analysis/tokenizer.ts";
import { foreignTest } from "./foreign-words.ts";

const foreignIn = (query: string) =>
  tokenize(query)
    .filter(foreignTest(query))
    .map(({ start, end }) => query.slice(start, end));

it("all words are foreign where the function words are, or the punctuation is", () => {
  for (const query of [
    "app para aprender ingles",
    "¿aplicación?",
    "consulter des médecins",
    "Bilder für alle",
  ])
    expect(foreignIn(query)).toEqual(tokenize(query).map(({ start, end }) => query.slice(start, end)));
});

it("of an English query, those with letters beyond ASCII are", () => {
  expect(foreignIn("a naïve app for los angeles with the una model")).toEqual(["naïve"]);
  expect(foreignIn("smart walet")).toEqual([]);
});
