import { expect, it } from "vitest";
import { chunksByDocument, likeliest } from "./candidates.ts";

/** Documents of ten chunks each. */
const outline = {
  documentOf: (chunk: number) => Math.floor(chunk / 10),
  chunkRange: (document: number) => ({ from: document * 10, to: document * 10 + 10 }),
};
const found = (fields: { passages?: number[]; nearest?: number[]; wholes?: number[]; named?: number[] }) => ({
  passages: Uint32Array.from(fields.passages ?? []),
  nearest: Uint32Array.from(fields.nearest ?? []),
  wholes: Uint32Array.from(fields.wholes ?? []),
  named: fields.named ?? [],
});

it("takes the passages found of a document, each once, and the first five where none was found", () => {
  const chunks = chunksByDocument(
    outline,
    found({ passages: [12, 11], nearest: [11, 25], wholes: [2, 3], named: [4] }),
  );
  expect(Object.fromEntries(chunks)).toEqual({
    1: [12, 11],
    2: [25],
    3: [30, 31, 32, 33, 34],
    4: [40, 41, 42, 43, 44],
  });
});

it("expects first what is named, then what several channels found early", () => {
  const all = found({ passages: [50, 51, 10], nearest: [10, 50], wholes: [3, 1], named: [9] });
  expect(likeliest(outline, all, 10)).toEqual([9, 1, 5, 3]);
  expect(likeliest(outline, all, 2)).toEqual([9, 1]);
});
