import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDictionary, Dictionary } from "./dictionary.ts";

const terms = fc.uniqueArray(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 300 });

describe("Dictionary", () => {
  it("finds what a Map finds, and returns each term by its number", () => {
    fc.assert(
      fc.property(terms, fc.array(fc.string({ unit: "grapheme" })), (held, asked) => {
        const map = new Map(held.map((term, number) => [term, number]));
        const dictionary = new Dictionary(buildDictionary(held));
        expect(dictionary.size).toBe(held.length);
        for (const term of [...held, ...asked]) expect(dictionary.find(term)).toBe(map.get(term) ?? -1);
        expect(held.map((_, number) => dictionary.term(number))).toEqual(held);
      }),
    );
  });

  it("finds nothing when it is empty", () => {
    expect(new Dictionary(buildDictionary([])).find("")).toBe(-1);
  });

  it("distinguishes many terms that differ little", () => {
    const held = Array.from({ length: 20_000 }, (_, i) => `term${i}`);
    const dictionary = new Dictionary(buildDictionary(held));
    for (const [number, term] of held.entries()) expect(dictionary.find(term)).toBe(number);
    expect(dictionary.find("term20000")).toBe(-1);
  });

  it("finds terms of any length", () => {
    const held = [63, 64, 65, 300].flatMap((length) => ["a".repeat(length), "支".repeat(length)]);
    const dictionary = new Dictionary(buildDictionary(held));
    expect(held.map((term) => dictionary.find(term))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(dictionary.find("支".repeat(66))).toBe(-1);
  });

  it("keeps a byte order mark as part of a term", () => {
    const dictionary = new Dictionary(buildDictionary(["\ufeffslug", "slug"]));
    expect(dictionary.find("slug")).toBe(1);
    expect(dictionary.term(0)).toBe("\ufeffslug");
  });
});
