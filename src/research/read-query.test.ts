import { describe, expect, it } from "vitest";
import { tokenize } from "../search/analysis/tokenizer.ts";
import { type Correction, correctTokens } from "../search/lookup/correction.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { WordList } from "../search/lookup/word-list.ts";
import { inverseDocumentFrequency } from "../search/text/bm25.ts";
import { readQuery } from "./read-query.ts";

const corpus = new Set(["wallet", "grant", "open", "sea", "opensea", "pay", "market", "great"]);
/** Number of texts with a word of the corpus, where it is not 5. */
const counts: Record<string, number> = { opensea: 2 };
/** Any unknown word is within reach of `grant` and `great`. */
const vocabulary: Vocabulary = {
  frequency: (term) => (corpus.has(term) ? (counts[term] ?? 5) : 0),
  texts: 9_000,
  near: () => ["grant", "great"],
  form: (term) => term,
  pairs: () => 0,
};
/** Weight of a term that `count` texts hold, so that it counts as much as one that `other` texts hold. */
const asRareAs = (other: number, count: number) =>
  inverseDocumentFrequency(vocabulary.texts, other) / inverseDocumentFrequency(vocabulary.texts, count);
const taxonomy = { synonyms: [] as { terms: string[]; expands: string; both: boolean }[] };
const read = (query: string, synonyms = taxonomy.synonyms) =>
  readQuery(query, { taxonomy: { synonyms }, vocabulary });
const readingsOf = (query: string) => (correctTokens(tokenize(query), vocabulary)[0] as Correction).readings;

it("embeds a word that the embedder knows as it was typed, though the corpus lacks it", () => {
  const query = "Grand wallet";
  const corrected = readQuery(query, { taxonomy, vocabulary });
  expect(corrected).toMatchObject({ text: "grant wallet", embedded: "grant wallet" });
  const known = readQuery(query, { taxonomy, vocabulary, knowsWord: (word) => word === "grand" });
  expect(known).toMatchObject({ text: "grant wallet", embedded: "Grand wallet" });
});

it("shows a changed query with its operators, and never takes an excluded word for a name", () => {
  const synonyms = [{ terms: ["grant"], expands: "market", both: false }];
  expect(read('"open sea" grant -wallet -"great pay"', synonyms)).toMatchObject({
    expanded: 'open sea grant market "open sea" -wallet -"great pay"',
    reworded: "open sea grant market",
  });
  expect(read("grant -wallet").expanded).toBe("grant -wallet");
  expect(read("-grant").nameKey).toBe("");
  expect(read('"Wallet grant"').nameKey).toBe("walletgrant");
});

it("reads an abbreviation of a stop word's letters by its capitals, and a name as it was typed", () => {
  const counts: Record<string, number> = { decentr: 9, ident: 9 };
  const known: Vocabulary = { ...vocabulary, frequency: (term) => counts[term] ?? 0, near: () => [] };
  const { own, expanded, nameKey } = readQuery("DID", { taxonomy, vocabulary: known });
  expect([...own.keys()]).toEqual(["decentr", "ident"]);
  expect({ expanded, nameKey }).toEqual({ expanded: "decentralized identity", nameKey: "did" });
});

it("corrects what is quoted where it is surely misspelt, and no word that texts have", () => {
  const counts: Record<string, number> = { sign: 9, languag: 40, languagee: 1, doubl: 9, spend: 9 };
  const readers = {
    taxonomy,
    vocabulary: {
      ...vocabulary,
      frequency: (term: string) => counts[term] ?? 0,
      near: (text: string) => (text === "languga" ? ["languag"] : []),
      form: (term: string) => ({ languag: "language", doubl: "double" })[term] ?? term,
    },
  };
  const read = (query: string) => readQuery(query, readers);
  expect(read('"sign languga" app')).toMatchObject({
    required: [["sign", "language"]],
    expanded: 'sign language app "sign language"',
  });
  expect(read('"doublespend"').required).toEqual([["double", "spend"]]);
  for (const kept of ["languagee", "zzyzx"])
    expect(read(`"sign ${kept}"`).required).toEqual([["sign", kept]]);
});

it("corrects no word of another language", () => {
  expect(read("wallet para grent").text).toBe("wallet para grent");
  expect(read("wallet grént").text).toBe("wallet grént");
  expect(read("wallet for grent").text).toBe("wallet for grant");
});

it("a name may be as many edits away as the correction of the query, at most two", () => {
  expect(read("Wallet grant").nameErrors).toBe(2);
  // "grant" is one error away.
  expect(read("wallet grent").nameErrors).toBe(1);
  expect(read("wallet grnnt grent").nameErrors).toBe(2);
  // The same letters, written apart.
  expect(read("walletopen").nameErrors).toBe(1);
});

describe("the terms of a query", () => {
  it("are its own words, of weight 1 where the corpus has them", () => {
    const { own, extra, misspelt, text, expanded, embedded, nameKey } = read("Wallet grant");
    expect([...own]).toEqual([
      ["wallet", 1],
      ["grant", 1],
    ]);
    expect([...extra]).toEqual([]);
    expect(misspelt).toBe(false);
    expect({ text, expanded, embedded, nameKey }).toEqual({
      text: "Wallet grant",
      expanded: "Wallet grant",
      embedded: "Wallet grant",
      nameKey: "walletgrant",
    });
  });

  it("weigh much less where they replace a word that the embedder knows, which is no typing error", () => {
    const readBy = (knowsWord: (word: string) => boolean) =>
      readQuery("grent wallet", { taxonomy, vocabulary, knowsWord });
    const [replaced, known] = [readBy(() => false), readBy((word) => word === "grent")];
    expect(known.own.get("grant")).toBeCloseTo(replaced.own.get("grant")! * 0.3, 9);
    expect(known.extra.get("great")).toBeCloseTo(replaced.extra.get("great")! * 0.3, 9);
    expect(known.own.get("wallet")).toBe(1);
  });

  it("keep their weight where they replace a word and were typed, too", () => {
    expect(read("grant grent").own.get("grant")).toBeGreaterThanOrEqual(1);
  });

  it("are listed where they respell a word, but not where they split or join words", () => {
    expect([...read("wallet grent").respelt]).toEqual(["grant"]);
    expect([...read("openmarket").respelt]).toEqual([]);
    expect([...read("wal let").respelt]).toEqual([]);
  });

  it("weigh more where the query repeats them, each time a little less", () => {
    const weightsOf = (query: string) => [...read(query).own.values()];
    expect(weightsOf("grant wallet grants")).toEqual([1.8, 1].map((weight) => expect.closeTo(weight, 9)));
    expect(weightsOf("grant, Grant: wallet; granting")[0]).toBeCloseTo(27 / 11, 9);
    expect(weightsOf("grant wallet grant wallet")).toEqual([1, 1]);
  });

  it("weigh less where they correct a misspelt word, and its other readings are extra", () => {
    const { own, extra, misspelt, expanded } = read("wallet grent");
    const [best, other] = readingsOf("grent");
    expect([best!.terms, other!.terms]).toEqual([["grant"], ["great"]]);
    expect([...own]).toEqual([
      ["wallet", 1],
      ["grant", best!.weight],
    ]);
    expect([...extra]).toEqual([["great", other!.weight]]);
    expect(best!.weight).toBeLessThan(1);
    expect(misspelt).toBe(true);
    expect(expanded).toBe("wallet grant");
  });

  it("that are extra are compounds of two words, and synonyms of less weight; none that is its own", () => {
    const synonyms = [
      { terms: ["wallet"], expands: "ledger market", both: false },
      { terms: ["grant"], expands: "opensea wallet", both: false },
    ];
    const { own, extra, expanded, text, misspelt } = read("open sea wallet grant", synonyms);
    expect([...own.keys()]).toEqual(["open", "sea", "wallet", "grant"]);
    expect([...extra]).toEqual([
      ["opensea", 0.5 * asRareAs(5, 2)],
      ["ledger", 0.4 / Math.SQRT2],
      ["market", 0.4 / Math.SQRT2],
    ]);
    expect(expanded).toBe("open sea wallet grant ledger market opensea wallet");
    expect(text).toBe("open sea wallet grant");
    expect(misspelt).toBe(false);
  });

  it("that are extra are what a rare word may stand for, unless the embedder knows it, and other spellings", () => {
    const counts: Record<string, number> = {
      mempol: 1,
      mempool: 500,
      token: 90,
      tokenis: 2,
    };
    const known: Vocabulary = {
      frequency: (term) => counts[term] ?? 0,
      texts: 9_000,
      near: (text) => (text === "mempol" ? ["mempool"] : []),
      form: (term) => term,
      pairs: () => 0,
    };
    const readBy = (query: string, knowsWord = (_: string) => false) =>
      readQuery(query, { taxonomy, vocabulary: known, knowsWord });
    const rare = readBy("mempol");
    expect([...rare.own]).toEqual([["mempol", 1]]);
    expect(rare.extra.get("mempool")).toBeLessThan(0.6);
    expect(rare).toMatchObject({ expanded: "mempol mempool", embedded: "mempol", misspelt: false });
    expect([...readBy("mempol", (word) => word === "mempol").extra]).toEqual([]);
    const british = readBy("tokenised");
    expect([...british.own]).toEqual([["token", 1]]);
    expect([...british.extra]).toEqual([["tokenis", 0.4]]);
    expect(british).toMatchObject({
      expanded: "tokenized",
      embedded: "tokenized",
      typed: "tokenised",
      misspelt: false,
    });
  });

  it("that many texts write apart are embedded so, and are no rarer than the rarest of their parts", () => {
    const counts: Record<string, number> = { smartcontract: 2, smart: 500, contract: 300 };
    const known: Vocabulary = { ...vocabulary, frequency: (term) => counts[term] ?? 0, near: () => [] };
    const readBy = (query: string, knowsWord = (_: string) => false) =>
      readQuery(query, { taxonomy, vocabulary: known, knowsWord });
    const { own, extra, embedded, expanded } = readBy("Smartcontract");
    expect([...own]).toEqual([["smartcontract", asRareAs(300, 2)]]);
    expect([...extra.keys()]).toEqual(["smart", "contract"]);
    expect([embedded, expanded]).toEqual(["smart contract", "Smartcontract smart contract"]);
    const asName = readBy("Smartcontract", (word) => word === "smartcontract");
    expect([[...asName.own], asName.embedded]).toEqual([[["smartcontract", 1]], "Smartcontract"]);
  });

  it("that may be a listed word in few texts are embedded as that word", () => {
    const counts: Record<string, number> = { rivaci: 1, privaci: 500 };
    const known: Vocabulary = { ...vocabulary, frequency: (term) => counts[term] ?? 0, near: () => [] };
    const readers = { taxonomy, vocabulary: known, words: new WordList(["privacy"]) };
    const { own, expanded, embedded } = readQuery("rivacy", readers);
    expect([[...own.keys()], expanded, embedded]).toEqual([["rivaci"], "rivacy privacy", "privacy"]);
  });

  it("that are compounds weigh as much as the rarer word where texts often have them, else half", () => {
    const counts: Record<string, number> = {
      stabl: 20,
      coin: 90,
      stablecoin: 10,
      zero: 90,
      proof: 90,
      zeroproof: 3,
      multi: 9,
      sig: 9,
      multisig: 4,
      main: 90,
      net: 20,
      mainnet: 50,
    };
    const known = { ...vocabulary, frequency: (term: string) => counts[term] ?? 0 };
    const extraOf = (query: string) => [...readQuery(query, { taxonomy, vocabulary: known }).extra];
    expect(extraOf("stable coin")).toEqual([["stablecoin", asRareAs(20, 10)]]);
    expect(extraOf("multi-sig")).toEqual([["multisig", asRareAs(9, 4)]]);
    for (const apart of ["multi sig", "multi, sig"])
      expect(extraOf(apart)).toEqual([["multisig", 0.5 * asRareAs(9, 4)]]);
    expect(extraOf("zero-proof")).toEqual([["zeroproof", 0.5 * asRareAs(90, 3)]]);
    // More frequent than one of its words, it is not raised.
    expect(extraOf("main net")).toEqual([["mainnet", 1]]);
  });

  it("are the word that is meant where texts misspell it, too; what was typed is extra, and no rarer", () => {
    const counts: Record<string, number> = { enviro: 4, environ: 400, wallet: 90 };
    const known = { ...vocabulary, frequency: (term: string) => counts[term] ?? 0, near: () => [] };
    const { own, extra, text, embedded, respelt } = readQuery("enviroment wallet", {
      taxonomy,
      vocabulary: { ...known, form: (term) => (term === "enviro" ? "enviroment" : term) },
      words: new WordList(["environment"]),
    });
    expect([...own.keys()]).toEqual(["environ", "wallet"]);
    expect([...extra]).toEqual([["enviro", 0.6 * asRareAs(400, 4)]]);
    expect([text, embedded]).toEqual(["environment wallet", "environment wallet"]);
    expect([...respelt]).toEqual(["environ"]);
  });

  it("are the word that is meant where their neighbor tells, though the embedder knows both, but not in quotation marks", () => {
    const counts: Record<string, number> = { light: 40, lightn: 200, network: 900 };
    const readers = {
      taxonomy,
      vocabulary: {
        ...vocabulary,
        frequency: (term: string) => counts[term] ?? 0,
        pairs: (first: string, second: string) => (first === "lightn" && second === "network" ? 90 : 0),
      },
      knowsWord: () => true,
      words: new WordList(["lighting", "lightning"]),
    };
    const { own, extra, text, embedded } = readQuery("lighting network", readers);
    expect([text, embedded]).toEqual(["lightning network", "lightning network"]);
    expect(own.get("lightn")).toBeCloseTo(0.72);
    expect([...extra]).toEqual([["light", 0.6 * asRareAs(200, 40)]]);
    expect(readQuery('"lighting network"', readers).required).toEqual([["lighting", "network"]]);
  });

  it("have no compound of stop words only", () => {
    const known: Vocabulary = { ...vocabulary, frequency: (term) => (term === "isit" ? 9 : 0) };
    const { own, extra } = readQuery("what is it?", { taxonomy, vocabulary: known });
    expect([...own, ...extra]).toEqual([]);
  });

  it("leave out the words by which a question asks, and give contractions their apostrophes back", () => {
    const { own, text, expanded } = read("Has anyone built a wallet market?");
    expect([...own.keys()]).toEqual(["wallet", "market"]);
    expect(text).toBe("a wallet market?");
    expect(expanded).toBe("Has anyone built a wallet market?");
    expect([...read("wallets that dont pay").own.keys()]).toEqual(["wallet", "pay"]);
  });

  it("leave out what operators exclude, and keep required phrases", () => {
    const { own, required, excluded, text } = read('wallet "open sea" -market');
    expect([...own.keys()]).toEqual(["wallet", "open", "sea"]);
    expect({ required, excluded, text }).toEqual({
      required: [["open", "sea"]],
      excluded: [["market"]],
      text: "wallet open sea",
    });
  });
});
