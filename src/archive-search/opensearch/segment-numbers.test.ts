import fc from "fast-check";
import { expect, it } from "vitest";
import { segmentNumbers } from "./segment-numbers.ts";

const segments = fc
  .array(fc.record({ documents: fc.nat(5), chunks: fc.nat(9) }), { minLength: 1, maxLength: 6 })
  .map((sizes) =>
    sizes.map((size, i) => ({ ...size, file: `segment-${i}`, superseded: [], unembedded: [] })),
  );

it("counts chunks and documents through all segments, in their order, and back", () => {
  fc.assert(
    fc.property(segments, (list) => {
      const numbers = segmentNumbers(list);
      const named = (size: "chunks" | "documents") =>
        list.flatMap((segment) =>
          Array.from({ length: segment[size] }, (_, local) => [segment.file, local] as const),
        );
      named("chunks").forEach(([file, local], number) => {
        expect(numbers.chunkId(number)).toBe(`${file}/${local}`);
        expect(numbers.chunkNumber(file, local)).toBe(number);
      });
      named("documents").forEach(([file, local], number) => {
        expect(numbers.documentId(number)).toBe(`${file}/${local}`);
        expect(numbers.documentNumber(file, local)).toBe(number);
      });
    }),
  );
});

it("knows no number in a segment that the snapshot lacks", () => {
  const numbers = segmentNumbers([]);
  expect([numbers.chunkNumber("other", 0), numbers.documentNumber("other", 0)]).toEqual([null, null]);
});
