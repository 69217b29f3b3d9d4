import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxTokenLength, tokenize } from "./tokenizer.ts";

const words = (text: string) => tokenize(text).map((token) => token.text);

/** Text of every kind that occurs in an archive, and random noise. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "Café naïve Über ",
        "支付系统 ",
        "サトシ・ナカモト",
        "비트코인 지갑",
        "สวัสดีครับ",
        "مرحبا بالعالم",
        "שלום",
        "😀👩‍💻",
        "𝐁𝐨𝐥𝐝 ℌ",
        "x".repeat(100),
        "\u0000\u0007\u200f\ufeff",
        "ﬁnance ½ x² ",
        "e\u0301te\u0301 ",
        "\u037a",
        "C++ c#F# c+ ",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("tokenize", () => {
  it("splits on everything but letters, digits and their marks, and lower-cases", () => {
    expect(words("Zero-knowledge PROOFS, v2.0 (a_b)!")).toEqual([
      "zero",
      "knowledge",
      "proofs",
      "v2",
      "0",
      "a",
      "b",
    ]);
  });

  it("keeps the signs of C++, C# and F#, and no others", () => {
    expect(words("C++11, c#/F# and (C++)")).toEqual(["c++", "11", "c#", "f#", "and", "c++"]);
    expect(tokenize("a C# game")[1]).toEqual({ text: "c#", start: 2, end: 4 });
    expect(words("A# f++ abc++ tag#1 C+ #c c+ +")).toEqual(["a", "f", "abc", "tag", "1", "c", "c", "c"]);
  });

  it("folds accents, composed or not, ligatures, full-width and styled letters, so that spellings match", () => {
    expect(words("Café Cafe\u0301 CAFÉ")).toEqual(["cafe", "cafe", "cafe"]);
    expect(words("ﬁnance ＡＢＣ 𝐇𝐞𝐥𝐥𝐨 ℌ İstanbul")).toEqual(["finance", "abc", "hello", "h", "istanbul"]);
  });

  it("keeps letters that differ by more than a Latin accent", () => {
    expect(words("Москва Ελλάδα")).toEqual(["москва", "ελλαδα"]);
  });

  it("splits scripts without spaces into overlapping pairs, and keeps a single character", () => {
    expect(words("支付系统")).toEqual(["支付", "付系", "系统"]);
    expect(words("用BTC付")).toEqual(["用", "btc", "付"]);
    expect(words("비트코인")).toEqual(["비트", "트코", "코인"]);
  });

  it("splits composed and decomposed kana into the same pairs", () => {
    expect(words("か\u3099くしゃ")).toEqual(words("がくしゃ"));
  });

  it("finds a Chinese word inside a longer run", () => {
    const inside = words("去中心化支付系统的设计");
    expect(words("支付系统").every((pair) => inside.includes(pair))).toBe(true);
  });

  it("reads right-to-left scripts in logical order", () => {
    expect(words("مرحبا بالعالم")).toEqual(["مرحبا", "بالعالم"]);
    expect(words("שלום, עולם")).toEqual(["שלום", "עולם"]);
  });

  it("treats emoji, control characters and byte order marks as separators", () => {
    expect(words("pay😀me\u0000now\ufeffplease\u200f!")).toEqual(["pay", "me", "now", "please"]);
    expect(words("😀👩‍💻\u0007")).toEqual([]);
  });

  it("cuts very long tokens, never inside a surrogate pair", () => {
    const [token] = tokenize("a".repeat(5_000_000));
    expect(token).toMatchObject({ text: "a".repeat(maxTokenLength), start: 0, end: 5_000_000 });
    const [long] = words(`a${"𞤀".repeat(100)}`);
    expect(Buffer.from(long!).toString()).toBe(long);
  });

  it("returns no token for signs that fold to nothing", () => {
    expect(words("\u037a")).toEqual([]);
  });

  it("returns each token's position: ascending, inside the text, and tokenizing that part returns the token", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let start = -1;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThan(start);
          expect(token.end).toBeGreaterThan(token.start);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(words(text.slice(token.start, token.end))).toEqual([token.text]);
          start = token.start;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("has no token of a mark that stands behind another script", () => {
    expect(words("مرحبا بالعالم\u0e47")).toEqual(words("مرحبا بالعالم"));
    expect(words("abc\u0e47")).toEqual(["abc"]);
  });

  it("returns tokens without blanks, of limited length, that survive UTF-8", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of words(text)) {
          expect(token.length).toBeGreaterThan(0);
          expect(token.length).toBeLessThanOrEqual(maxTokenLength);
          expect(token).not.toMatch(/\s/);
          expect(Buffer.from(token).toString()).toBe(token);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("omits no letter or digit", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const covered = new Uint8Array(text.length);
        for (const { start, end } of tokenize(text)) covered.fill(1, start, end);
        for (const match of text.matchAll(/[\p{L}\p{N}]/gu))
          if (match[0] !== "\u037a") expect(covered[match.index], match[0]).toBe(1);
      }),
    );
  });

  it("splits where one regular expression over the whole text does", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const runs = [...text.matchAll(/c\+\+|[cf]#|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/giu)];
        const covers = ({ start, end }: { start: number; end: number }) =>
          runs.some((run) => run.index <= start && end <= run.index + run[0].length);
        const tokens = tokenize(text);
        expect(tokens.every(covers)).toBe(true);
        // A run of plain letters and digits, or of one and its signs, is exactly one token.
        for (const run of runs.filter(([word]) => /^[A-Za-z0-9]+(?:\+\+|#)?$/.test(word)))
          expect(tokens.filter(({ start }) => start === run.index)).toEqual([
            {
              text: run[0].toLowerCase().slice(0, maxTokenLength),
              start: run.index,
              end: run.index + run[0].length,
            },
          ]);
      }),
      { numRuns: 500 },
    );
  });
});

it("a long token is cut before a character that would be halved", () => {
  const textOf = (text: string) => tokenize(text).map((token) => token.text);
  expect(textOf("a".repeat(70))).toEqual(["a".repeat(64)]);
  expect(textOf(`${"a".repeat(63)}${"𐐷".repeat(4)}`)).toEqual(["a".repeat(63)]);
  expect(textOf(`${"a".repeat(62)}${"𐐷".repeat(4)}`)).toEqual([`${"a".repeat(62)}𐐷`]);
});
