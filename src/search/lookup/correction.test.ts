import { describe, expect, it } from "vitest";
import { tokenize } from "../analysis/tokenizer.ts";
import { correctedText, correctTokens, doubtfulTokens } from "./correction.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { WordList } from "./word-list.ts";

const vocabulary = vocabularyOf({
  health: 40,
  records: 60,
  wallet: 200,
  ballet: 3,
  payments: 90,
  de: 12,
  20: 8,
  fi: 9,
  defi: 150,
  open: 50,
  sea: 20,
  opensea: 15,
  bip: 30,
  141: 6,
  bip141: 4,
  web: 80,
  3: 70,
  web3: 60,
  gas: 80,
  fee: 40,
  gasfee: 9,
  gas3: 1,
});

function corrected(query: string): string {
  return correctedText(query, correctTokens(tokenize(query), vocabulary), vocabulary);
}

describe("a query's words", () => {
  it.each([
    ["known ones stay as they are", "Wallet payments", "Wallet payments"],
    ["a misspelt one is replaced by the nearest", "paymetns", "payments"],
    ["the more frequent of two equally near ones is preferred", "xallet", "wallet"],
    ["stop words are never replaced", "the their wallet", "the their wallet"],
    ["one that stands for two is split", "healthrecords", "health records"],
    ["letters and digits written as one are split", "de20 wallet", "de 20 wallet"],
    ["two that stand for one are joined", "de fi payments", "defi payments"],
    ["two long known ones are not joined", "open sea", "open sea"],
    ["two that few write as one are not joined", "gas fee", "gas fee"],
    ["the number of a document is not joined", "bip 141", "bip 141"],
    ["a version is", "web 3 wallet", "web3 wallet"],
    ["one that few write so is not", "gas 3", "gas 3"],
    ["one with nothing near it stays", "zzyzxqv wallet", "zzyzxqv wallet"],
    ["what surrounds a word stays", "  (walet), open?", "  (wallet), open?"],
  ])("%s", (_, query, expected) => {
    expect(corrected(query)).toBe(expected);
  });

  it("that one text holds are known, however frequent a similar one is", () => {
    const known = vocabularyOf({ wallet: 200, ballet: 1 });
    expect(correctTokens(tokenize("ballet"), known)).toEqual([]);
    expect(correctTokens(tokenize("mallet"), known)).toHaveLength(1);
  });

  it("are corrected in an ending, too, and written as the ending is", () => {
    const known = vocabularyOf({ active: 50, prediction: 9, atonement: 3, lend: 5 });
    const read = (query: string) => correctedText(query, correctTokens(tokenize(query), known), known);
    expect(read("activaton")).toBe("activation");
    expect(read("prediciton market")).toBe("prediction market");
    expect(read("lendng")).toBe("lending");
  });

  it("are nearer to a word with the same ending, and reach as far as their own length allows", () => {
    const known = vocabularyOf({ remittances: 40, remote: 60 });
    const read = (query: string) => correctedText(query, correctTokens(tokenize(query), known), known);
    expect(read("remitance")).toBe("remittances");
    expect(read("remmitance")).toBe("remittances");
  });

  it("are two where each is a listed word, however rare, or a stop word, and stay written as they were", () => {
    const known = vocabularyOf({ computational: 90, wrinkles: 1, virus: 9, reality: 30, modem: 5, ten: 80 });
    const words = new WordList(["computer", "wrinkle", "virus"]);
    const read = (query: string) => correctedText(query, correctTokens(tokenize(query), known, words), known);
    expect(read("computervirus")).toBe("computer virus");
    expect(read("wrinklevirus")).toBe("wrinkle virus");
    expect(correctTokens(tokenize("computervirus"), known)).toEqual([]);
    expect(read("Betweenmodem")).toBe("between modem");
    expect(read("modemof it")).toBe("modem of it");
    // What is left of it is no word, too short, or a stop word, too.
    expect(["betweenmod", "betweenten", "betweenabout"].map(read)).toEqual([
      "betweenmod",
      "betweenten",
      "betweenabout",
    ]);
  });

  it("are no word whose stem alone is near, and none that few texts misspell, where a listed word is", () => {
    const known = vocabularyOf({
      recipient: 90,
      recipes: 5,
      excercise: 3,
      exercise: 40,
      gray: 30,
      x: 9,
      ray: 6,
    });
    const words = new WordList(["recipient", "recipe", "exercise", "gray", "ray"]);
    const read = (query: string) => correctedText(query, correctTokens(tokenize(query), known, words), known);
    expect(read("recepie")).toBe("recipe");
    expect(read("excersise")).toBe("exercise");
    expect(read("xray")).toBe("x ray");
    expect(read("recipent")).toBe("recipient");
  });

  it("are two where a digit stands for a word between them, and one behind an e", () => {
    const known = vocabularyOf({ play: 50, earn: 30, pay2earn: 1, voting: 40, emotional: 30 });
    const read = (query: string) => correctedText(query, correctTokens(tokenize(query), known), known);
    expect(read("play2earn")).toBe("play earn");
    expect(read("evoting")).toBe("voting");
  });

  it("are split only into words of which there are enough texts, written so, inflections aside", () => {
    const known = vocabularyOf({
      real: 900,
      estate: 30,
      state: 245,
      philly: 1,
      pine: 9,
      records: 60,
      health: 40,
    });
    const read = (query: string) =>
      correctTokens(tokenize(query), known).map(({ readings }) =>
        readings.map(({ terms }) => terms.join("+")),
      );
    expect(read("realestate")).toEqual([["real+estat"]]);
    expect(read("phillypine")).toEqual([]);
    expect(read("healthrecord")).toEqual([["health+record"]]);
  });

  it("are split or joined only where the parts are long enough", () => {
    const known = vocabularyOf({
      ab: 5,
      abc: 5,
      defg: 5,
      gh: 5,
      abgh: 7,
      hi: 9,
      jkl: 9,
      hijkl: 9,
      long: 9,
      hilong: 9,
    });
    const readings = (query: string) =>
      correctTokens(tokenize(query), known).map((one) => one.readings.map(({ terms }) => terms.join("+")));
    expect(readings("abcdefg")).toEqual([["abc+defg"]]);
    expect(readings("defgab")).toEqual([]);
    expect(readings("abdefg")).toEqual([]);
    expect(readings("ab gh")).toEqual([["abgh"]]);
    expect(readings("hi jkl")).toEqual([["hijkl"]]);
    expect(readings("hi long")).toEqual([]);
    expect(readings("xy hi")).toEqual([]);
    const model = vocabularyOf({ q: 3, 7: 4 });
    expect(correctTokens(tokenize("q7"), model)[0]?.readings[0]?.terms).toEqual(["q", "7"]);
  });

  it("that were joined are not read again", () => {
    const known = vocabularyOf({ payments: 90, mints: 5 });
    const found = correctTokens(tokenize("pay ments"), known);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ start: 0, end: 9 });
  });

  it("weigh less the less likely a reading is, down to a third of the best; at most three", () => {
    const near = vocabularyOf({ wallet: 200, ballet: 3, mallet: 3, pallet: 3, gallet: 3 });
    const [correction] = correctTokens(tokenize("xallet"), near);
    expect(correction!.readings.map(({ terms }) => terms)).toEqual([["wallet"], ["ballet"], ["gallet"]]);
    // A first letter costs 1.4; a reading counts by the logarithm of its texts.
    const best = 0.9 / (1 + 0.25 * 1.4);
    const share = Math.log2(5) / Math.log2(202);
    const weights = correction!.readings.map(({ weight }) => weight);
    expect(weights[0]).toBeCloseTo(best, 12);
    expect(weights[1]).toBeCloseTo(best * share, 12);
    const rare = vocabularyOf({ wallet: 2_000_000, ballet: 1 });
    expect(correctTokens(tokenize("xallet"), rare)[0]!.readings).toHaveLength(1);
    const split = correctTokens(tokenize("healthrecords"), vocabulary)[0]!.readings[0]!;
    expect(split.weight).toBeCloseTo(0.9 / (1 + 0.25 * 0.9), 12);
    const joined = correctTokens(tokenize("de fi"), vocabulary)[0]!.readings[0]!;
    expect(joined.weight).toBeCloseTo(0.9 / (1 + 0.25 * 0.6), 12);
  });

  it("have several readings, best first, each below the weight of a word as typed", () => {
    const [correction] = correctTokens(tokenize("xallet"), vocabulary);
    const weights = correction!.readings.map(({ weight }) => weight);
    expect(correction!.readings.length).toBeGreaterThan(1);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(weights[0]).toBeLessThan(1);
    expect(weights.at(-1)).toBeGreaterThan(0);
  });
});

describe("with a list of words", () => {
  const counts = { monitoring: 20, monet: 48, shipping: 30, shaping: 90, wallet: 200, mallet: 3 };
  const words = new WordList(["monitoring", "shipping", "shaping", "mallet", "booking"]);
  const readings = (typed: string) =>
    correctTokens(tokenize(typed), vocabularyOf(counts), words)[0]?.readings.map(({ terms }) => terms[0]);

  it("unknown words stand for those of it, found by the word as written", () => {
    expect(readings("monitering")![0]).toBe("monitor");
    expect(readings("shiping")![0]).toBe("ship");
    expect(
      correctedText(
        "Monitering",
        correctTokens(tokenize("Monitering"), vocabularyOf(counts), words),
        vocabularyOf(counts),
      ),
    ).toBe("monitoring");
  });

  it("a word one edit away excludes two words written as one", () => {
    const known = vocabularyOf({ passenger: 40, pass: 300, anger: 300 });
    const terms = (list: WordList) =>
      correctTokens(tokenize("passanger"), known, list)[0]!.readings.map((reading) =>
        reading.terms.join("+"),
      );
    expect(terms(new WordList([]))).toEqual(["pass+anger", "passeng"]);
    expect(terms(new WordList(["passenger"]))).toEqual(["passeng"]);
  });

  it("words of it that no text holds are not replaced by others of it", () => {
    expect(readings("booking")).toBeUndefined();
  });

  it("others are less likely where words of it are near", () => {
    const weightBeside = (...listed: string[]) =>
      correctTokens(tokenize("xallet"), vocabularyOf(counts), new WordList(listed))[0]!.readings[0];
    // A first letter costs 1.4.
    expect(weightBeside("market")).toEqual({ terms: ["wallet"], weight: 0.9 / (1 + 0.25 * 1.4) });
    expect(weightBeside("mallet")).toEqual({ terms: ["wallet"], weight: 0.9 / (1 + 0.25 * (1.4 + 0.3)) });
  });

  it("words that texts hold, but misspell, too, are replaced", () => {
    const known = vocabularyOf({ enviroment: 4, environment: 40 });
    const list = new WordList(["environment"]);
    expect(correctTokens(tokenize("enviroment"), known, list)).toMatchObject([
      { start: 0, end: 10, readings: [{ terms: ["environ"], words: ["environment"] }] },
    ]);
    expect(correctTokens(tokenize("enviroment"), known)).toEqual([]);
  });

  it("rare words may stand for one of it that ten times as many contain, others for one of a hundred times", () => {
    const known = vocabularyOf({ adress: 2, address: 20, notlisd: 2, notlist: 190 });
    const doubtful = (typed: string, list: string[], vocabulary = known) =>
      doubtfulTokens(tokenize(typed), vocabulary, { words: new WordList(list) }).length;
    expect(doubtful("adress", ["address"], vocabularyOf({ adress: 2, address: 19 }))).toBe(0);
    expect([doubtful("adress", ["address"]), doubtful("adress", [])]).toEqual([1, 0]);
    expect(doubtful("adress", ["address", "adress"])).toBe(0);
    expect(doubtful("notlisd", ["address"])).toBe(0);
  });
});

describe("words that few texts contain", () => {
  const counts = {
    lighning: 2,
    lightning: 900,
    rugpull: 1,
    rug: 12,
    pull: 300,
    tenor: 3,
    tensor: 200,
    celo: 2,
    cell: 900,
    mempool: 11,
    mempol: 1,
  };
  const known = vocabularyOf(counts);
  const doubtful = (query: string) =>
    doubtfulTokens(tokenize(query), known).map(({ readings }) =>
      readings.map(({ terms }) => terms.join("+")),
    );

  it("may stand for one that many contain, or for two", () => {
    expect(doubtful("the lighning network")).toEqual([["lightn"]]);
    expect(doubtful("rugpull")).toEqual([["rug+pull"]]);
  });

  it("do not where the other is not that much more frequent, or they are short, frequent or unknown", () => {
    for (const query of ["tenor", "mempol", "celo", "lightning", "mempool", "unknown", "the"])
      expect(doubtful(query)).toEqual([]);
  });

  it("may lack the first letter of a listed word that many contain", () => {
    const tokens = tokenize("rivacy");
    const readings = (privacy: number, list: string[]) =>
      doubtfulTokens(tokens, vocabularyOf({ rivacy: 2, privacy }), { words: new WordList(list) });
    expect(readings(200, ["privacy"])).toMatchObject([{ readings: [{ words: ["privacy"] }] }]);
    expect(readings(199, ["privacy"])).toEqual([]);
    expect(readings(200, [])).toEqual([]);
  });

  it("may be misspelt in one of a thousand texts, where there are many", () => {
    const tokens = tokenize("threshhold");
    const words = { threshhold: 16, threshold: 9_000 };
    expect(doubtfulTokens(tokens, vocabularyOf(words, { texts: 80_000 }))).toHaveLength(1);
    expect(doubtfulTokens(tokens, vocabularyOf(words, { texts: 15_000 }))).toEqual([]);
  });

  it("do not where words are rare because there are few texts, or the reader knows them", () => {
    const tokens = tokenize("lighning rugpull");
    expect(doubtfulTokens(tokens, vocabularyOf(counts, { texts: 900 }))).toHaveLength(1);
    expect(doubtfulTokens(tokens, vocabularyOf(counts, { texts: 400 }))).toEqual([]);
    expect(doubtfulTokens(tokens, known, { isKnown: () => true })).toEqual([]);
  });
});
