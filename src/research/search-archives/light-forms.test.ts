import { expect, it } from "vitest";
import { termOf } from "../../search/analysis/analyzer.ts";
import { withLightForms } from "./light-forms.ts";

const weights = (query: string) => new Map(query.split(" ").map((word) => [termOf(word)!, 1]));

it("a word for the form of a document weighs a quarter beside three others", () => {
  expect([...withLightForms(weights("essay startup founder dispute"))].map(([, weight]) => weight)).toEqual([
    0.25, 1, 1, 1,
  ]);
});

it("it keeps its weight beside fewer, which may be about it", () => {
  for (const query of ["good essay", "write good essays", "essay podcast transcript"])
    expect(withLightForms(weights(query))).toEqual(weights(query));
});
