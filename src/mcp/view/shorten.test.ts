import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip } from "./clip.ts";
import { shorten, sizeOf } from "./shorten.ts";

const fitted = (value: Record<string, unknown>, characters: number) =>
  shorten(value as never, { characters, list: null }).value;

describe("shortening an answer", () => {
  it("halves the longest text until the answer fits, and says how long it was", () => {
    expect(fitted({ a: "x".repeat(2_000), b: "y".repeat(500) }, 1_200)).toEqual({
      a: `${"x".repeat(500)} … [2000 characters in all]`,
      b: "y".repeat(500),
    });
  });

  it("ends for texts whose characters take two units each, clipped before or not", () => {
    const emoji = "😀".repeat(20_000);
    for (const text of [emoji, clip(emoji, 1_500)]) {
      const shortened = fitted({ text }, 600);
      expect(sizeOf(shortened)).toBeLessThanOrEqual(600);
      expect(shortened.text).toMatch(/^(?:😀)+ … \[20000 characters in all\]$/u);
    }
  });

  it("ends for any texts, with an answer that fits unless nothing is left to shorten", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 3_000 });
    const texts = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(text, fc.array(text)));
    fc.assert(
      fc.property(texts, fc.integer({ min: 100, max: 5_000 }), (value, characters) => {
        const shortened = fitted(value, characters);
        if (sizeOf(shortened) <= characters) return;
        for (const member of Object.values(shortened).flat()) expect(String(member).length).toBeLessThan(401);
      }),
      { numRuns: 200 },
    );
  });
});
