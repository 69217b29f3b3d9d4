import { describe, expect, it } from "vitest";
import { termOf } from "../search/analysis/analyzer.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { usualSpelling } from "./usual-spelling.ts";

function vocabularyOf(counts: Record<string, number>): Vocabulary {
  const terms = new Map(Object.entries(counts).map(([word, count]) => [termOf(word)!, count]));
  return {
    texts: 9_000,
    frequency: (term) => terms.get(term) ?? 0,
    near: () => [],
    form: (term) => term,
    pairs: () => 0,
  };
}

const american = vocabularyOf({
  decentralized: 400,
  decentralised: 20,
  behavior: 9,
  color: 5,
  colour: 4,
});

describe("the usual spelling of a query", () => {
  it("replaces a word that most texts spell otherwise, and keeps what is around it", () => {
    expect(usualSpelling(" Decentralised, exchange!", american)).toEqual({
      text: " decentralized, exchange!",
      others: [termOf("decentralised")],
    });
    expect(usualSpelling("behaviour", american)).toEqual({ text: "behavior", others: [] });
  });

  it("leaves a usual spelling, and offers the other one", () => {
    expect(usualSpelling("decentralized", american)).toEqual({
      text: "decentralized",
      others: [termOf("decentralised")],
    });
    expect(usualSpelling("colour", american)).toEqual({ text: "colour", others: ["color"] });
  });

  it("leaves words without another spelling, or whose other spelling no text has", () => {
    for (const text of ["", "promised wallets", "a rise", "¿qué?"])
      expect(usualSpelling(text, american)).toEqual({ text, others: [] });
  });

  it("takes a word apart where its capitals do, if no text has it but all have its parts", () => {
    const known = vocabularyOf({ zk: 30, kyc: 20, open: 9, sea: 4, opensea: 3, phone: 8 });
    expect(usualSpelling("a zkKYC proof", known).text).toBe("a zk KYC proof");
    for (const text of ["iPhone", "zkXYZ", "zkkyc", "KYC"])
      expect(usualSpelling(text, known)).toEqual({ text, others: [] });
  });

  it("offers the parts of a word in camel case that few texts have", () => {
    const known = vocabularyOf({ zk: 30, email: 20, zkemail: 10, open: 9, sea: 4, opensea: 11 });
    expect(usualSpelling("ZKEmail", known)).toEqual({ text: "ZKEmail", others: ["zk", "email"] });
    for (const text of ["OpenSea", "zkemail", "ZKemail"])
      expect(usualSpelling(text, known)).toEqual({ text, others: [] });
  });
});
