import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryTerms } from "./analysis/analyzer.ts";
import { firstCharacters, matchingWords, snippet, snippetRange } from "./snippet.ts";

const characters = (text: string) => Array.from(text).length;
const weightsOf = (query: string) => new Map(queryTerms(query).map((term) => [term, 1]));
/** A surrogate without its other half. */
const half = /\p{Surrogate}/u;
const filler = (words: number) => Array.from({ length: words }, (_, i) => `filler${i}`).join(" ");

const word = fc.oneof(
  fc.constantFrom("escrow", "market", "vendor", "😀", "支付系统", "naïve.", "deep!", "a"),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const texts = fc.array(word, { maxLength: 120 }).map((words) => words.join(" "));

describe("snippet", () => {
  it("never exceeds its characters, holds only what the text holds, and breaks no character", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 40, max: 240 }), (text, maxChars) => {
        const flat = text.replace(/\s+/gu, " ").trim();
        const cut = snippet(text, { weights: weightsOf("escrow market 支付"), maxChars });
        expect(characters(cut)).toBeLessThanOrEqual(maxChars);
        if (characters(flat) <= maxChars) expect(cut).toBe(flat);
        else expect(flat).toContain(cut.replace(/^…/, "").replace(/…$/, "").trim());
        if (!half.test(flat)) expect(half.test(cut)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("chooses the same place in ASCII text as in text with another script far behind", () => {
    const plainWords = fc.constantFrom(
      "Escrow",
      "markets",
      "a_market",
      "vendor2",
      "demarket",
      "x",
      "(vendors)",
      "—",
    );
    fc.assert(
      fc.property(fc.array(plainWords, { minLength: 1, maxLength: 60 }), (words) => {
        const text = `${words.join(" ")} ${filler(80)}`;
        const options = { weights: weightsOf("escrow market vendor"), maxChars: 100 };
        expect(snippet(text, options)).toBe(snippet(`${text} é`, options));
      }),
      { numRuns: 300 },
    );
  });

  it("shows and marks irregular forms of the query's words", () => {
    const text = `${filler(60)} three mice were sold ${filler(60)}`;
    const weights = weightsOf("mouse sell");
    expect(snippet(text, { weights, maxChars: 100 })).toContain("three mice were sold");
    expect(matchingWords(text, weights)).toEqual(["mice", "sold"]);
  });

  it("stands where `snippetRange` says, whatever blanks the text has", () => {
    const blanks = fc.constantFrom(" ", "  ", "\n\n", "\t", " \r\n ", "\u00a0", "\u3000 ");
    const spaced = fc.array(fc.tuple(blanks, word), { maxLength: 80 }).map((parts) => parts.flat().join(""));
    const around = fc.tuple(fc.constantFrom("", " ", "\n "), spaced, fc.constantFrom("", " ", "\n\n"));
    fc.assert(
      fc.property(around, fc.integer({ min: 40, max: 240 }), (parts, maxChars) => {
        const text = parts.join("");
        const options = { weights: weightsOf("escrow market 支付"), maxChars };
        const range = snippetRange(text, options);
        const cut = snippet(text, options);
        if (!range) {
          expect(cut).toBe("");
          return;
        }
        const between = text.slice(range.start, range.end);
        expect(between.replace(/\s{2,}|[^\S ]/g, " ")).toBe(cut.replace(/^…/, "").replace(/…$/, ""));
        expect([between.trim(), between === ""]).toEqual([between, false]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("shows the part that contains the words of the query", () => {
    const text = `${filler(100)}. The vendors of the market pay by invoice. ${filler(100)}`;
    const cut = snippet(text, { weights: weightsOf("market vendor invoice"), maxChars: 120 });
    expect(cut).toContain("vendors of the market pay by invoice");
    expect(cut.startsWith("…")).toBe(true);
    expect(cut.endsWith("…")).toBe(true);
  });

  it("prefers a part with more of the words, and with rarer ones", () => {
    const text = `A market. ${filler(60)}. A market with escrow. ${filler(60)}. Again a market.`;
    const weights = new Map([
      ["market", 0.5],
      ["escrow", 3],
    ]);
    expect(snippet(text, { weights, maxChars: 100 })).toContain("market with escrow");
  });

  it("prefers two different words to one word many times, and two occurrences to one", () => {
    const weights = weightsOf("market escrow");
    const repeated = `${"market ".repeat(8)}. ${filler(60)}. An escrow for the market. ${filler(60)}`;
    expect(snippet(repeated, { weights, maxChars: 100 })).toContain("An escrow for the market.");
    const twice = `A market. ${filler(60)}. One market by another market. ${filler(60)}`;
    expect(snippet(twice, { weights, maxChars: 100 })).toContain("One market by another market.");
  });

  it("cuts at words", () => {
    const text = filler(200);
    const words = new Set(text.split(" "));
    const cut = snippet(text, { weights: weightsOf("filler90"), maxChars: 100 });
    for (const part of cut.replaceAll("…", "").trim().split(" ")) expect(words).toContain(part);
  });

  describe("cuts exactly", () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `w${from + i}`).join(" ");
    const long = (letter: string, count: number) => letter.repeat(count);
    const between = (middle: string) => `${words(10, 10)} market ${middle} escrow ${words(40, 30)}`;
    it.each<[about: string, text: string, maxChars: number, expected: string]>([
      [
        "from a sentence before the match",
        `${words(10, 20)}. Then a market opened. ${words(40, 30)}`,
        60,
        "…Then a market opened. w40 w41 w42 w43 w44 w45 w46 w47 w48…",
      ],
      [
        "from the last of several sentences before the match that fits",
        `${words(10, 10)} Is it? A market! ${words(40, 30)}`,
        60,
        "…A market! w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 w50 w51…",
      ],
      [
        "from the sentence of the match, if seven tenths of the length beside it suffice",
        `${words(10, 10)} Is it? Then there was a big market! ${words(40, 30)}`,
        60,
        "…Then there was a big market! w40 w41 w42 w43 w44 w45 w46…",
      ],
      [
        "from an earlier sentence where the text ends soon",
        `${words(10, 10)}. Once. Then it rained. A market. It closed.`,
        60,
        "…Once. Then it rained. A market. It closed.",
      ],
      [
        "from a word, a third of the length before the match",
        `${words(10, 30)} market ${words(40, 30)}`,
        60,
        "…w36 w37 w38 w39 market w40 w41 w42 w43 w44 w45 w46 w47…",
      ],
      ["with a short limit", `${words(10, 30)} market ${words(40, 30)}`, 30, "…w39 market w40 w41 w42 w43…"],
      ["at the beginning of the text", `market ${words(40, 30)}`, 30, "market w40 w41 w42 w43 w44…"],
      [
        "near the beginning of the text",
        `a market ${words(40, 30)}`,
        40,
        "a market w40 w41 w42 w43 w44 w45 w46…",
      ],
      ["at the end of the text", `${words(40, 30)} market`, 40, "…w62 w63 w64 w65 w66 w67 w68 w69 market"],
      [
        "near the end of the text",
        `${words(40, 30)} market end`,
        40,
        "…w63 w64 w65 w66 w67 w68 w69 market end",
      ],
      ["inside a word that is too long", `${long("x", 50)} ${long("y", 50)}`, 40, `${long("x", 39)}…`],
      [
        "inside a word that would leave half of the length unused",
        `${words(10, 30)} market ${long("y", 50)}`,
        40,
        `…w38 w39 market ${long("y", 23)}…`,
      ],
      [
        "around two matches",
        between("w20 w21"),
        60,
        "…w17 w18 w19 market w20 w21 escrow w40 w41 w42 w43 w44 w45…",
      ],
      [
        "around two matches with 20 characters to spare",
        between(long("z", 25)),
        60,
        `…w19 market ${long("z", 25)} escrow w40 w41 w42…`,
      ],
      [
        "around the first of two matches that are too far apart",
        between(long("z", 33)),
        60,
        `…w16 w17 w18 w19 market ${long("z", 33)}…`,
      ],
      [
        "emoji counted as one",
        `😀 ${"😀😀 ".repeat(20)}market ${"😀 ".repeat(30)}`,
        40,
        `…😀😀 😀😀 market ${"😀 ".repeat(11)}😀…`,
      ],
    ])("%s", (...given) => {
      const [, text, maxChars, expected] = given;
      expect(snippet(text, { weights: weightsOf("market escrow"), maxChars })).toBe(expected);
    });
  });

  describe("begins", () => {
    const weights = new Map([
      ["market", 4],
      ["vendor", 4],
      ["escrow", 1],
    ]);
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${10 + i}`).join(" ");
    it.each([
      ["with the sentence of the words", `It is. In w1 w2 w3 w4 w5 w6 w7 w8 w9 w0 w1 w2 market`, "In w1"],
      ["with the next sentence, if it lacks little", "An escrow w1 w2. A market of a vendor", "A market"],
      ["before a sentence that lacks much", "Its vendor w1 w2. A market w3", "w18 w19 Its vendor"],
      ["with the earlier of two that hold all", "It is. An escrow w1. A market of a vendor", "An escrow"],
      [
        "with the one of two that holds more",
        "It is. In w1 w2 w3 w4 w5 w6 w7 escrow. A market of the vendor",
        "A market",
      ],
      [
        "before a sentence that repeats a word",
        "Its vendor w1 w2. A market w3 w4 w5 w6 w7 w8 w9 w0 market",
        "w18 w19 Its vendor",
      ],
      ["behind a quotation", "w1 (“it is.”) The market of a vendor", "The market"],
      ["not behind an abbreviation", "w1 e.g. w2 at the market of a vendor", "e.g. w2"],
      ["behind a blank line", "w1 w2\n \nthe market of a vendor", "the market"],
      ["not behind a line", "w1 w2\nthe market of a vendor", "w19 w1"],
    ])("%s", (_, middle, beginning) => {
      const text = `${words(10)} ${middle} ${words(40)}`;
      expect(snippet(text, { weights, maxChars: 70 }).slice(1)).toMatch(new RegExp(`^${beginning}`));
    });
  });

  it("begins at the beginning where that is the sentence of the words", () => {
    const text = `word w1 w2 w3 w4 w5 w6 w7 w8 w9 w0 w1 w2 w3 market ${filler(20)}`;
    expect(snippet(text, { weights: weightsOf("market"), maxChars: 70 })).toMatch(/^word w1/);
  });

  it("finds capitals, stems and words after signs, and not parts of words", () => {
    const options = { weights: weightsOf("market"), maxChars: 60 };
    for (const hit of ["MARKETS", "(market", "a-market", "market's"])
      expect(snippet(`supermarket ${filler(40)} ${hit} ${filler(40)}`, options)).toContain(hit);
  });

  it("compares the weights of terms, not their number", () => {
    const weights = new Map([
      ["market", 1],
      ["vendor", 1],
      ["escrow", 2.5],
    ]);
    const text = `A market vendor. ${filler(60)}. An escrow alone. ${filler(60)}`;
    expect(snippet(text, { weights, maxChars: 80 })).toContain("escrow");
  });

  it("starts at the beginning when no word matches", () => {
    const cut = snippet(filler(200), { weights: weightsOf("nothing"), maxChars: 60 });
    expect(cut.startsWith("filler0 filler1")).toBe(true);
  });

  it("joins lines", () => {
    expect(snippet(" one\n\n two\tthree ", { weights: new Map(), maxChars: 60 })).toBe("one two three");
  });
});

describe("firstCharacters", () => {
  it("counts code points and never cuts one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat(50), (text, count) => {
        expect(firstCharacters(text, count)).toBe(Array.from(text).slice(0, count).join(""));
      }),
    );
  });
});

describe("matchingWords", () => {
  it("are the words whose stems are asked for, as written, each once", () => {
    const text = "Markets and MARKETS: a market, the Vendors' (vendor) marketing — supermarket";
    expect(matchingWords(text, weightsOf("market vendor"))).toEqual([
      "Markets",
      "MARKETS",
      "market",
      "Vendors",
      "vendor",
      "marketing",
    ]);
    expect(matchingWords(text, new Map())).toEqual([]);
  });
});
