import fc from "fast-check";
import { expect, it } from "vitest";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { AuthorIndex, buildAuthors } from "./author-index.ts";

const word = fc.constantFrom("ada", "bo", "Stone", "hill", "x", "Zoë", "o'neil");
const name = fc.option(fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")));

/** Documents whose author's name has all of the words. */
function naive(authors: readonly (string | null)[], words: readonly string[]): number[] {
  const isBy = (author: string | null) => {
    const held = tokenize(author ?? "").map(({ text }) => text);
    return words.length > 0 && words.every((one) => one.length > 1 && held.includes(one));
  };
  return [...authors.keys()].filter((document) => isBy(authors[document]!));
}

it("finds documents by words of their authors' names, as reading each name does", () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), fc.array(word, { maxLength: 3 }), (authors, wanted) => {
      const words = wanted.flatMap((one) => tokenize(one).map(({ text }) => text));
      const index = new AuthorIndex(buildAuthors(authors));
      expect([...index.documentsBy(words)]).toEqual(naive(authors, words));
      const either = new Set([...naive(authors, words), ...naive(authors, ["ada"])]);
      expect(index.documentsByAny([words, ["ada"]])).toEqual([...either].sort((a, b) => a - b));
    }),
  );
});

it("finds nothing without documents, and in a segment that has no authors", () => {
  expect(new AuthorIndex(buildAuthors([])).documentsBy(["ada"])).toHaveLength(0);
  expect(new AuthorIndex({}).documentsBy(["ada"])).toHaveLength(0);
});
