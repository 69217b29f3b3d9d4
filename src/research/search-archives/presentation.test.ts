import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunksShown } from "./presentation.ts";
import type { RankedDocument } from "./ranking.ts";

const worths = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })
  .map((list) => list.toSorted((a, b) => b - a));

const documentsOf = (pages: readonly number[][]): RankedDocument[] =>
  pages.map((list, document) => ({
    document,
    score: 1,
    chunks: () => list.map((worth, chunk) => ({ chunk, similarity: 0.5, worth })),
    channels: () => [],
  }));

describe("the chunks shown on a page", () => {
  it("are the best of each document, and further ones that rank high enough themselves", () => {
    fc.assert(
      fc.property(fc.array(worths, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (pages, most) => {
        const limit = 5;
        const shown = chunksShown(documentsOf(pages), { most, limit });
        const candidates = pages.flat();
        pages.forEach((list, document) => {
          const expected = list
            .filter((worth, i) => i === 0 || candidates.filter((other) => other > worth).length < limit)
            .slice(0, most);
          expect(shown[document]!.map(({ worth }) => worth)).toEqual(expected);
        });
      }),
    );
  });
});
