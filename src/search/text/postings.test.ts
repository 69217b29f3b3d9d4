import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxFrequency, termWeight } from "./bm25.ts";
import { documentsOf, isRare, type PostingsArrays, windowShift } from "./posting-layout.ts";
import { thresholdRanks } from "./posting-summaries.ts";
import { PostingsBuilder } from "./postings.ts";

const shape = { k1: 1.2, b: 0.4 };
interface Field {
  terms: number[];
  weight: number;
}

function built(documents: readonly (readonly Field[])[], termCount: number) {
  const builder = new PostingsBuilder();
  for (const fields of documents) {
    for (const { terms, weight } of fields) builder.addField(Uint32Array.from(terms), weight);
    builder.endDocument();
  }
  const parameters = { ...shape, averageLength: builder.averageLength() };
  return { arrays: builder.build(termCount, parameters), parameters, builder };
}

function frequenciesOf({ starts, postings, highAt, highFrequencies }: PostingsArrays, term: number) {
  const high = new Map(Array.from(highAt, (posting, i) => [posting, highFrequencies[i]!]));
  return Array.from(postings.subarray(starts[term], starts[term + 1]), (posting, i) => {
    const frequency = posting & 15;
    return frequency < 15 ? frequency : high.get(starts[term]! + i);
  });
}

const field = fc.record({
  terms: fc.array(fc.nat(7), { maxLength: 12 }),
  weight: fc.constantFrom(1, 2, 4, 15, 40),
});

describe("PostingsBuilder", () => {
  it("lists for each term its documents, with weighted frequencies and lengths, like a naive loop", () => {
    fc.assert(
      fc.property(fc.array(fc.array(field, { maxLength: 3 }), { maxLength: 20 }), (documents) => {
        const { arrays, parameters, builder } = built(documents, 8);
        const lengths = documents.map((fields) =>
          fields.reduce((sum, { terms, weight }) => sum + terms.length * weight, 0),
        );
        const total = lengths.reduce((sum, length) => sum + length, 0);
        expect(builder.documentCount).toBe(documents.length);
        expect(parameters.averageLength).toBe(total > 0 ? total / documents.length : 1);
        expect([...arrays.lengths]).toEqual(lengths);
        for (let term = 0; term < 8; term++) {
          const expected = documents.flatMap((fields, document) => {
            const held = fields.map(
              ({ terms, weight }) => terms.filter((each) => each === term).length * weight,
            );
            const frequency = held.reduce((sum, count) => sum + count, 0);
            return frequency === 0 ? [] : [{ document, frequency: Math.min(maxFrequency, frequency) }];
          });
          const [from, to] = [arrays.starts[term]!, arrays.starts[term + 1]!];
          expect([...documentsOf(arrays, term)]).toEqual(expected.map(({ document }) => document));
          expect(frequenciesOf(arrays, term)).toEqual(expected.map(({ frequency }) => frequency));
          expect(arrays.highAt.toSorted()).toEqual(arrays.highAt);
          const impacts = expected.map(({ document, frequency }) =>
            Math.min(
              255,
              Math.ceil(termWeight(frequency, lengths[document]!, parameters) * (255 / (shape.k1 + 1))),
            ),
          );
          expect([...arrays.impacts.slice(from, to)]).toEqual(impacts);
          expect(arrays.maxima[term]).toBe(Math.max(0, ...impacts));
        }
      }),
    );
  });

  it("stores the impacts at three ranks, and window maxima for frequent terms only", () => {
    // Term 0 is in every document, term 1 in three of the first window, term 2 in six, which is frequent enough.
    const window = 1 << windowShift;
    const count = 2 * window + 10;
    const rare = new Set([5, 6, 7]);
    const middling = new Set([1, 2, 3, window + 1, 2 * window + 1, 2 * window + 2]);
    const documents = Array.from({ length: count }, (_, i) => [
      { terms: [0, ...new Array<number>((i * 7919) % 40).fill(3)], weight: 1 },
      { terms: rare.has(i) ? [1] : [], weight: 1 },
      { terms: middling.has(i) ? [2] : [], weight: 1 },
    ]);
    const { arrays } = built(documents, 5);
    expect(Array.from(arrays.places, isRare)).toEqual([false, true, false, false, true]);
    expect(Array.from(documentsOf(arrays, 1))).toEqual([...rare]);
    expect(Array.from(documentsOf(arrays, 2))).toEqual([...middling]);
    expect(Array.from(documentsOf(arrays, 0))).toEqual([...documents.keys()]);
    for (let term = 0; term < 5; term++) {
      const [from, to] = [arrays.starts[term]!, arrays.starts[term + 1]!];
      const impacts = arrays.impacts.slice(from, to);
      const sorted = impacts.toSorted((x, y) => y - x);
      const thresholds = thresholdRanks.map((rank) => sorted[rank - 1] ?? 0);
      expect([...arrays.thresholds.slice(term * 3, term * 3 + 3)]).toEqual(thresholds);
      const place = arrays.places[term]!;
      if (isRare(place)) continue;
      const inTerm = documentsOf(arrays, term);
      const maxima = [0, 1, 2].map((w) =>
        Math.max(0, ...impacts.filter((_, i) => inTerm[i]! >> windowShift === w)),
      );
      expect([...arrays.windowMaxima.slice((place >>> 1) * 3, (place >>> 1) * 3 + 3)]).toEqual(maxima);
    }
    expect(arrays.windowMaxima).toHaveLength(9);
  });

  it("grows beyond its initial capacity of terms and postings", () => {
    const documents = Array.from({ length: 40 }, (_, i) => [
      { terms: Array.from({ length: 3_000 }, (_, j) => i * 1_500 + j), weight: 1 },
    ]);
    const { arrays } = built(documents, 40 * 1_500 + 1_500);
    expect(arrays.postings).toHaveLength(40 * 3_000);
    expect([...documentsOf(arrays, 1_600)]).toEqual([0, 1]);
  });
});
