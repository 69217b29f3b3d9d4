import fc from "fast-check";
import { expect, it } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { DocumentTerms } from "./document-terms.ts";

const words = fc.constantFrom(
  "rain",
  "the",
  "markets",
  "Ünïcode",
  "running",
  "x",
  "支付",
  "a-b",
  " ",
  "\n\n",
  ".",
);
const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(" "));

it("gives the terms of title, author and content, document after document", () => {
  const interner = new TermInterner();
  const terms = new DocumentTerms(interner);
  fc.assert(
    fc.property(text, fc.option(text), text, (title, author, content) => {
      terms.read({ title, author, content });
      const named = (numbers: Uint32Array) => [...numbers].map((number) => interner.terms[number]);
      expect(named(terms.title)).toEqual(analyze(title));
      expect(named(terms.author)).toEqual(analyze(author ?? ""));
      expect(named(terms.content)).toEqual(analyze(content));
    }),
  );
});

it("gives each chunk the terms that begin in it, where chunks overlap too", () => {
  const content = "alpha beta gamma delta epsilon zeta";
  const interner = new TermInterner();
  const terms = new DocumentTerms(interner);
  const of = (start: number, end: number) =>
    [...terms.ofChunk({ start, end })].map((number) => interner.forms[number]);
  for (let round = 0; round < 2; round++) {
    terms.read({ title: "", author: null, content });
    expect(of(0, 10)).toEqual(["alpha", "beta"]);
    expect(of(6, 16)).toEqual(["beta", "gamma"]);
    expect(of(7, 18)).toEqual(["gamma", "delta"]);
    expect(of(23, 99)).toEqual(["epsilon", "zeta"]);
    expect(of(35, 35)).toEqual([]);
  }
});
