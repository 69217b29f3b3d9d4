import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "./analysis/tokenizer.ts";
import { holdsPhrase } from "./phrase-match.ts";

const text = fc.array(fc.constantFrom("zero", "Zero", "knowledge", "-", ", ", " ", "é", "proof"), {
  maxLength: 20,
});
const phrase = fc.array(fc.constantFrom("zero", "knowledge", "e", "proof"), { minLength: 1, maxLength: 3 });

describe("a phrase in a text", () => {
  it("is found exactly where its words are adjacent", () => {
    fc.assert(
      fc.property(text, phrase, (parts, words) => {
        const whole = parts.join("");
        const tokens = tokenize(whole).map((token) => token.text);
        const expected = tokens.some((_, at) => words.every((word, i) => tokens[at + i] === word));
        expect(holdsPhrase(whole, words)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("is found in any case, with any punctuation between its words", () => {
    expect(holdsPhrase("A Zero-Knowledge proof", ["zero", "knowledge"])).toBe(true);
    expect(holdsPhrase("zero trust knowledge", ["zero", "knowledge"])).toBe(false);
  });
});
