import { describe, expect, it } from "vitest";
import { decompose } from "./ideation.ts";

describe("the parts of a query", () => {
  it("are its pairs of neighboring words, stop words left out", () => {
    expect(decompose("the ledger of farms and markets")).toEqual(["ledger farms", "farms markets"]);
    expect(decompose("one two three four five")).toHaveLength(4);
  });

  it("are none for a query of one pair, or of stop words", () => {
    for (const query of ["", "ledger", "ledger farms", "the ledger of the farms", "of the and"])
      expect(decompose(query)).toEqual([]);
  });

  it("of a long query are four, evenly spread, each once", () => {
    const words = ["ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen", "ibis"];
    expect(decompose(words.join(" "))).toEqual(["ant bee", "cow dog", "elk fox", "gnu hen"]);
    expect(decompose("farm ledger farm ledger farm")).toEqual(["farm ledger", "ledger farm"]);
  });
});
