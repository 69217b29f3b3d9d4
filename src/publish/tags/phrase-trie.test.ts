import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesAt, type Phrase, parsePhrase } from "./phrase.ts";
import { buildPhraseTrie, type PhraseMatch } from "./phrase-trie.ts";
import { noBreak, readWords, type Words } from "./words.ts";

const phrase = (source: string): Phrase => parsePhrase(source)!;
const found = (phrases: readonly string[], text: string) => {
  const words = readWords(text);
  return buildPhraseTrie(phrases.map(phrase))
    .matches(words)
    .map((match) => `${phrases[match.phrase]}@${match.start}-${match.end}`);
};

/** Tries every phrase at every word. */
function naiveMatches(phrases: readonly Phrase[], words: Words): PhraseMatch[] {
  const matches: PhraseMatch[] = [];
  for (let start = 0; start < words.tokens.length; start++) {
    phrases.forEach((each, number) => {
      const end = start + each.words.length;
      if (end > words.tokens.length) return;
      if (words.breaks.slice(start + 1, end).some((kind) => kind !== noBreak)) return;
      if (each.words.some(({ form }, i) => words.forms[start + i] !== form)) return;
      if (matchesAt(each, words, start)) matches.push({ phrase: number, start, end });
    });
  }
  return matches.sort((a, b) => a.start - b.start || a.end - b.end || a.phrase - b.phrase);
}

const piece = fc.constantFrom(
  "pay",
  "Pays",
  "paying",
  "link",
  "Links",
  "c++",
  "C",
  "Base",
  "base",
  "on",
  "=link",
);
const phrases = fc.array(fc.array(piece, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
const text = fc.array(fc.tuple(piece, fc.constantFrom(" ", "-", ". ", ", ", "\n", "/", "")), {
  maxLength: 40,
});

describe("buildPhraseTrie", () => {
  it("finds every phrase exactly where a naive scan finds it", () => {
    fc.assert(
      fc.property(phrases, text, (given, pieces) => {
        const parsed = given.map((each) => phrase(each.join(" ")));
        const words = readWords(pieces.map(([word, gap]) => word.replace("=", "") + gap).join(""));
        expect(buildPhraseTrie(parsed).matches(words)).toEqual(naiveMatches(parsed, words));
      }),
      { numRuns: 400 },
    );
  });

  it("matches stems before the last word, and of the last its singular and plural", () => {
    expect(found(["payment link"], "Payment links and paying by link")).toEqual(["payment link@0-2"]);
    expect(found(["split bills"], "Splitting bills, a split bill, split billing")).toEqual([
      "split bills@0-2",
      "split bills@3-5",
    ]);
    expect(found(["contract security"], "Contracts securely, contract securities")).toEqual([
      "contract security@2-4",
    ]);
    expect(found(["dating", "wallet"], "date dates dating wallets")).toEqual(["dating@2-3", "wallet@3-4"]);
  });

  it("honours exact words, capitals and signs", () => {
    expect(found(["=staking"], "staking stakes stake")).toEqual(["=staking@0-1"]);
    expect(found(["on Base"], "built on Base, based on base")).toEqual(["on Base@1-3"]);
    expect(found(["c++", "c#"], "C++ or C# or C")).toEqual(["c++@0-1", "c#@2-3"]);
    expect(found(["notepad++"], "Notepad, not Notepad++")).toEqual(["notepad++@2-3"]);
    expect(found(["next.js"], "Next.js, not next JS. Or next. JS")).toEqual(["next.js@0-2", "next.js@3-5"]);
  });

  it("crosses no comma, bracket, full stop or line", () => {
    for (const gap of [", ", ". ", " (", "\n", "; ", " | "])
      expect(found(["react native"], `React${gap}native`)).toEqual([]);
    for (const gap of [" ", "-", "/", "  "])
      expect(found(["react native"], `React${gap}native`)).toHaveLength(1);
  });
});
