import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena.ts";
import { layScratch, maxQueryTerms } from "../kernels/scratch.ts";
import { seededRandom } from "../random.ts";
import { inverseDocumentFrequency, maxFrequency, termWeight } from "./bm25.ts";
import { type PostingsArrays, windowShift } from "./posting-layout.ts";
import { PostingsBuilder } from "./postings.ts";
import { type PostingsPointers, TextIndex, type WeightedTerm } from "./text-index.ts";

const shape = { k1: 1.2, b: 0.4 };

function build(documents: number[][], termCount: number) {
  const builder = new PostingsBuilder();
  for (const terms of documents) {
    builder.addField(Uint32Array.from(terms), 1);
    builder.endDocument();
  }
  const parameters = { ...shape, averageLength: builder.averageLength() };
  return { arrays: builder.build(termCount, parameters), parameters };
}

function place(arena: Arena, { arrays, parameters }: ReturnType<typeof build>) {
  const at = {} as Record<keyof PostingsArrays, number>;
  for (const name of Object.keys(arrays) as (keyof PostingsArrays)[]) at[name] = arena.place(arrays[name]);
  return { index: new TextIndex(arena, { arrays, at: at as PostingsPointers }, parameters), parameters };
}

/** Scores every document with plain BM25, in the same order of terms. */
function naiveTop(
  documents: number[][],
  terms: WeightedTerm[],
  { k, averageLength }: { k: number; averageLength: number },
) {
  return documents
    .map((document, id) => {
      let score = 0;
      let holds = false;
      for (const { term, idf } of terms) {
        const frequency = Math.min(maxFrequency, document.filter((t) => t === term).length);
        if (frequency === 0) continue;
        holds = true;
        score += idf * termWeight(frequency, document.length, { ...shape, averageLength });
      }
      return { id, score, holds };
    })
    .filter((hit) => hit.holds)
    .sort((x, y) => y.score - x.score || x.id - y.id)
    .slice(0, k);
}

const vocabulary = 30;
const corpora = fc.array(fc.array(fc.nat(vocabulary - 1), { maxLength: 40 }), {
  minLength: 1,
  maxLength: 120,
});

describe("TextIndex.search", () => {
  it("finds the same documents with the same scores as a naive BM25 over every document", () => {
    fc.assert(
      fc.property(
        corpora,
        fc.uniqueArray(fc.nat(vocabulary - 1), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        (documents, query, k) => {
          const arena = new Arena(1 << 20);
          const { index, parameters } = place(arena, build(documents, vocabulary));
          const scratch = layScratch(arena);
          const terms = query.map((term) => ({
            term,
            idf: inverseDocumentFrequency(documents.length, index.documentFrequency(term)),
          }));
          const hits = index.search(terms, k, { mask: 0, scratch });
          const expected = naiveTop(documents, terms, { k, ...parameters });
          expect([...hits.documents]).toEqual(expected.map((hit) => hit.id));
          for (const [i, score] of hits.scores.entries()) expect(score).toBeCloseTo(expected[i]!.score, 10);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("is exact over many windows of a skewed vocabulary, with and without a mask", () => {
    let seed = 42;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const documents = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 5 + Math.floor(random() * 30) }, () => Math.floor(500 * random() ** 3)),
    );
    const arena = new Arena(1 << 24);
    const { index, parameters } = place(arena, build(documents, 500));
    const scratch = layScratch(arena);
    const allowed = new Uint8Array(documents.length / 8 + 8);
    documents.forEach((_, id) => {
      if (random() < 0.3) allowed[id >> 3]! |= 1 << (id & 7);
    });
    const mask = arena.place(allowed);
    for (let round = 0; round < 40; round++) {
      const query = [
        ...new Set(Array.from({ length: 1 + (round % 6) }, () => Math.floor(500 * random() ** 2))),
      ];
      const terms = query.map((term) => ({
        term,
        idf: inverseDocumentFrequency(documents.length, index.documentFrequency(term)),
      }));
      for (const k of [1, 10, 500]) {
        const all = naiveTop(documents, terms, { k: documents.length, ...parameters });
        expect([...index.search(terms, k, { mask: 0, scratch }).documents]).toEqual(
          all.slice(0, k).map((hit) => hit.id),
        );
        const masked = all.filter(({ id }) => allowed[id >> 3]! & (1 << (id & 7)));
        expect([...index.search(terms, k, { mask, scratch }).documents]).toEqual(
          masked.slice(0, k).map((hit) => hit.id),
        );
        // Of those that reach a score, none is missing, one of that score included.
        const bar = masked[Math.min(k, masked.length) >> 1]?.score ?? 0;
        const reaching = masked.slice(0, k).filter(({ score }) => score >= bar);
        const found = [...index.search(terms, k, { mask, scratch, atLeast: bar }).documents];
        expect(found.slice(0, reaching.length)).toEqual(reaching.map((hit) => hit.id));
      }
    }
  });

  it("is exact wherever terms are in the windows, frequent or rare, with any frequency", () => {
    const window = 1 << windowShift;
    const count = 5 * window + 3;
    const at = (w: number, numbers: readonly number[]) => numbers.map((number) => w * window + number);
    const places = [
      // Frequent terms: without the first window, one in the middle, the last ones.
      [1, 2, 3, 4, 5].flatMap((w) => at(w, [0, 1, 2])),
      [0, 1, 3, 4].flatMap((w) => at(w, [5, 9, 70, 4095])),
      [0, 2].flatMap((w) =>
        at(
          w,
          Array.from({ length: 40 }, (_, i) => i * 3),
        ),
      ),
      // Rare ones.
      at(2, [0]),
      at(4, [4095]),
      [...at(1, [0, 4095]), ...at(3, [0, 4095])],
      [...at(0, [9]), ...at(5, [2])],
    ];
    const random = seededRandom(11);
    const documents = Array.from({ length: count }, (_, i) => [
      7,
      ...places.flatMap((documents, term) =>
        documents.includes(i)
          ? new Array<number>([1, 2, 14, 15, 16, 40, 300][Math.floor(random() * 7)]!).fill(term)
          : [],
      ),
      ...new Array<number>(Math.floor(random() * 20)).fill(8),
    ]);
    const arena = new Arena(1 << 22);
    const { index, parameters } = place(arena, build(documents, 9));
    const scratch = layScratch(arena);
    for (const query of [
      [0],
      [1],
      [2],
      [3],
      [5],
      [6],
      [3, 4],
      [0, 6],
      [1, 5, 2],
      [6, 5, 4, 3, 2, 1, 0],
      [0, 7],
      [6, 8],
    ]) {
      const terms = query.map((term) => ({ term, idf: 1 + ((term * 7) % 5) }));
      const all = naiveTop(documents, terms, { k: 60, ...parameters });
      for (const k of [1, 5, 60]) {
        const hits = index.search(terms, k, { mask: 0, scratch });
        expect([...hits.documents]).toEqual(all.slice(0, k).map((hit) => hit.id));
        for (const [i, score] of hits.scores.entries()) expect(score).toBeCloseTo(all[i]!.score, 10);
      }
    }
    places.forEach((documents, term) => {
      expect([...index.documentsWith(term)]).toEqual(documents);
    });
  });

  it("finds nothing where postings are kept elsewhere, but knows the frequencies", () => {
    const arena = new Arena(1 << 20);
    const scratch = layScratch(arena);
    const { arrays, parameters } = build([[0, 0, 1], [0]], 2);
    const { starts, lengths, ...rest } = arrays;
    const emptied = Object.fromEntries(
      Object.entries(rest).map(([name, array]) => [name, array.subarray(0, 0)]),
    ) as typeof rest;
    const { index } = place(arena, { arrays: { ...emptied, starts, lengths }, parameters });
    expect(index.documentFrequency(0)).toBe(2);
    expect(index.search([{ term: 0, idf: 1 }], 5, { mask: 0, scratch }).documents).toHaveLength(0);
    expect(index.documentsWith(0)).toHaveLength(0);
    // Those of earlier releases have other sections.
    const earlier = place(arena, { arrays: { starts, lengths } as PostingsArrays, parameters }).index;
    expect(earlier.documentFrequency(0)).toBe(2);
    expect(earlier.documentsWith(0)).toHaveLength(0);
  });

  it("is exact for as many terms as a query can have, of any weight", () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const every = Array.from({ length: maxQueryTerms }, (_, term) => term);
    const documents = Array.from({ length: 6_000 }, (_, id) =>
      id % 1_000 === 0 ? every : Array.from({ length: 1 + (id % 60) }, () => Math.floor(random() * 256)),
    );
    const arena = new Arena(1 << 24);
    const { index, parameters } = place(arena, build(documents, maxQueryTerms));
    const scratch = layScratch(arena);
    for (const power of [0.5, 2, 12]) {
      const terms = every.map((term) => ({ term, idf: 20 * random() ** power }));
      const all = naiveTop(documents, terms, { k: 200, ...parameters });
      for (const k of [1, 10, 200])
        expect([...index.search(terms, k, { mask: 0, scratch }).documents]).toEqual(
          all.slice(0, k).map((hit) => hit.id),
        );
    }
  });

  it("finds the document in which every term has its greatest weight", () => {
    const long = (id: number) => [id % 4, 4, ...new Array<number>(40).fill(5)];
    const documents = Array.from({ length: 500 }, (_, id) => (id === 321 ? [0, 1, 2, 3] : long(id)));
    const arena = new Arena(1 << 22);
    const { index } = place(arena, build(documents, 6));
    const scratch = layScratch(arena);
    for (const idfs of [
      [1, 1, 1, 1],
      [9, 0.1, 0.001, 3],
    ]) {
      const terms = idfs.map((idf, term) => ({ term, idf }));
      expect([...index.search(terms, 1, { mask: 0, scratch }).documents]).toEqual([321]);
    }
  });

  it("widens until the best document is found behind many with the same rounded bound", () => {
    // Each document contains the term once and is a little shorter than the one before: the last is the best.
    const shrinking = Array.from({ length: 300 }, (_, i) => [
      0,
      ...new Array<number>(1_000 - Math.floor(i / 10)).fill(1),
    ]);
    const arena = new Arena(1 << 24);
    const { index } = place(arena, build(shrinking, 2));
    const scratch = layScratch(arena);
    const query = [{ term: 0, idf: 1 }];
    const all = index.score(query, Uint32Array.from(shrinking.keys()), scratch);
    const best = [...all.scores.keys()].sort((x, y) => all.scores[y]! - all.scores[x]! || x - y);
    for (const k of [1, 5, 10, 40])
      expect([...index.search(query, k, { mask: 0, scratch }).documents]).toEqual(best.slice(0, k));
  });

  it("orders documents of equal score by number, even when thousands are equal", () => {
    const arena = new Arena(1 << 22);
    const { index } = place(
      arena,
      build(
        Array.from({ length: 5_000 }, () => [0, 1]),
        2,
      ),
    );
    const hits = index.search([{ term: 0, idf: 1 }], 10, { mask: 0, scratch: layScratch(arena) });
    expect([...hits.documents]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("reports which query terms a document holds", () => {
    const arena = new Arena(1 << 20);
    const { index } = place(arena, build([[0, 1], [1], [2]], 3));
    const terms = [0, 1].map((term) => ({ term, idf: 1 }));
    const hits = index.search(terms, 10, { mask: 0, scratch: layScratch(arena) });
    expect([...hits.matched]).toEqual([0b11, 0b10]);
  });
});
