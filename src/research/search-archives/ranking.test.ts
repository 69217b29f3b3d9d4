import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { archiveOf, documentOf } from "../../corpus/archive/archive-index.case.ts";
import { fakeDimensions, fakeEmbed, taxonomy } from "../../corpus/projects/project-index.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import type { Candidates } from "./candidates.ts";
import { type FusionWeights, fusionWeights, rankDocuments, textWeights } from "./ranking.ts";
import { searchTiers } from "./tiers.ts";

const folder = mkdtempSync(join(tmpdir(), "priorart-ranking-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Chunk {
  score: number;
  similarity: number;
  closeness: number;
}
interface Document {
  whole: number;
  chunks: Chunk[];
}

const share = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const chunk = fc.record({
  score: share,
  similarity: fc.integer({ min: -5, max: 20 }).map((n) => n / 20),
  closeness: fc.integer({ min: -20, max: 20 }).map((n) => n / 20),
});
const documents = fc.array(
  fc.record({ whole: share, chunks: fc.array(chunk, { minLength: 1, maxLength: 4 }) }),
  { maxLength: 12 },
);

/** Columns as the candidates hold them; document numbers are even, chunk numbers divisible by three. */
function columnsOf(given: readonly Document[]) {
  const chunks = given.flatMap((document) => document.chunks);
  const starts = [0];
  for (const document of given) starts.push(starts.at(-1)! + document.chunks.length);
  const candidates: Candidates = {
    documents: Uint32Array.from(given.keys(), (i) => 2 * i),
    wholes: Float64Array.from(given, ({ whole }) => whole),
    chunkStarts: Uint32Array.from(starts),
    chunks: Uint32Array.from(chunks.keys(), (i) => 3 * i),
    scores: Float64Array.from(chunks, ({ score }) => score),
    cosines: new Float64Array(chunks.length),
    complete: new Uint8Array(chunks.length),
  };
  const similarities = Float64Array.from(chunks, ({ similarity }) => similarity);
  const closeness = Float64Array.from(chunks, (one) => one.closeness);
  return { candidates, evidence: { similarities, closeness } };
}

/** Each channel divided by its greatest value over all candidates, shown or not. */
function naiveRanking(given: readonly Document[], weights: FusionWeights) {
  const chunks = given.flatMap((document) => document.chunks);
  const most = (values: number[]) => {
    const greatest = Math.max(0, ...values);
    return greatest > 0 ? greatest : 1;
  };
  const whole = most(given.map((document) => document.whole));
  const passage = most(chunks.map(({ score }) => score));
  const close = most(chunks.map(({ closeness }) => closeness));
  let first = 0;
  return given
    .map((document, i) => {
      const own = document.chunks.map((one, j) => ({ ...one, chunk: 3 * (first + j) }));
      first += own.length;
      const shown = own.filter(({ similarity }) => similarity >= 0);
      const worth = (one: Chunk) =>
        (weights.passage * one.score) / passage + (weights.closeness * one.closeness) / close;
      const score =
        (weights.whole * document.whole) / whole +
        (weights.passage * Math.max(...shown.map((one) => one.score))) / passage +
        (weights.closeness * Math.max(...shown.map(({ closeness }) => closeness))) / close;
      shown.sort((x, y) => worth(y) - worth(x) || x.chunk - y.chunk);
      return {
        document: 2 * i,
        score,
        chunks: shown.map(({ chunk, similarity }) => ({ chunk, similarity })),
      };
    })
    .filter(({ chunks }) => chunks.length > 0)
    .sort((x, y) => y.score - x.score || x.document - y.document);
}

describe("rankDocuments", () => {
  it("sums the channels like a plain loop, and returns the first `count`", () => {
    const weight = fc.integer({ min: 0, max: 4 }).map((n) => n / 2);
    const weights = fc.record({ whole: weight, passage: weight, closeness: weight });
    fc.assert(
      fc.property(documents, weights, fc.nat(12), (given, weights, count) => {
        const { candidates, evidence } = columnsOf(given);
        const ranked = rankDocuments(candidates, evidence, { weights });
        const expected = naiveRanking(given, weights);
        const scores = new Map(expected.map(({ document, score }) => [document, score]));
        expect(ranked.map(({ document }) => document).toSorted()).toEqual([...scores.keys()].toSorted());
        for (const [i, { document, score }] of ranked.entries()) {
          expect(score).toBeCloseTo(scores.get(document)!, 9);
          if (i > 0) expect(score).toBeLessThanOrEqual(ranked[i - 1]!.score);
        }
        const shown = new Map(expected.map(({ document, chunks }) => [document, chunks]));
        for (const { document, chunks } of ranked) {
          const byNumber = (x: { chunk: number }, y: { chunk: number }) => x.chunk - y.chunk;
          expect(
            chunks()
              .map(({ chunk, similarity }) => ({ chunk, similarity }))
              .toSorted(byNumber),
          ).toEqual(shown.get(document)!.toSorted(byNumber));
        }
        const cut = rankDocuments(candidates, evidence, { weights, count });
        expect(cut.map(({ document }) => document)).toEqual(
          ranked.slice(0, count).map(({ document }) => document),
        );
      }),
    );
  });

  it("shows a document's chunks by passage score and closeness together, ties by number", () => {
    const given = [
      { score: 0.5, similarity: 0.1, closeness: 0 },
      { score: 1, similarity: 0.2, closeness: 0 },
      { score: 0.5, similarity: 0.3, closeness: 1 },
      { score: 0.5, similarity: 0.4, closeness: 0 },
      { score: 1, similarity: -1, closeness: 1 },
    ];
    const { candidates, evidence } = columnsOf([{ whole: 0, chunks: given }]);
    const weights = { whole: 1, passage: 1, closeness: 1 };
    const [only] = rankDocuments(candidates, evidence, { weights });
    expect(only!.chunks().map(({ chunk }) => chunk)).toEqual([6, 3, 0, 9]);
  });

  it("puts equal documents in the order of their numbers", () => {
    const one = { whole: 1, chunks: [{ score: 1, similarity: 0, closeness: 0 }] };
    const { candidates, evidence } = columnsOf([one, one, one]);
    const ranked = rankDocuments(candidates, evidence, { weights: textWeights });
    expect(ranked.map(({ document }) => document)).toEqual([0, 2, 4]);
  });
});

describe("fusionWeights", () => {
  it("are constant for a remote embedder, and fall with the number of chunks for the built-in one", () => {
    for (const chunks of [1, 2_000, 1_000_000])
      expect(fusionWeights("remote", chunks)).toEqual({ whole: 1, passage: 0.3, closeness: 1 });
    expect(fusionWeights("fitted", 1)).toEqual({ whole: 1, passage: 0.3, closeness: 2 });
    expect(fusionWeights("fitted", 2_000).closeness).toBe(2);
    expect(fusionWeights("fitted", 20_000).closeness).toBeCloseTo(2 * 10 ** -0.44, 12);
    expect(fusionWeights("fitted", 100_000_000).closeness).toBe(0.2);
  });
});

describe("feedback", () => {
  /** Unit vector of a mixture of terms. */
  function mixture(parts: Record<string, number>): Float32Array {
    const sum = new Float32Array(fakeDimensions);
    for (const [term, weight] of Object.entries(parts))
      fakeEmbed(term)!.forEach((x, i) => {
        sum[i]! += weight * x;
      });
    const norm = Math.hypot(...sum);
    return sum.map((x) => x / norm);
  }

  it("ranks a document near the leading passages above one that is nearer to the query only", async () => {
    const leading = Array.from({ length: 5 }, (_, i) =>
      documentOf(i, { title: "alpha", passages: ["alpha beta"] }),
    );
    const nearLeaders = documentOf(10, { title: "beta", passages: ["beta"] });
    const nearQuery = documentOf(9, { title: "delta", passages: ["delta"] });
    const { archive } = archiveOf(folder, [[...leading, nearQuery, nearLeaders]]);
    const context: ArchiveContext = {
      snapshot: {
        archive,
        taxonomy,
        calibrated: (cosine: number) => (cosine + 1) / 2,
        isExcerptOnly: () => false,
        manifest: { embedder: { kind: "fitted" }, sources: [] } as never,
      },
      embedQuery: async () => mixture({ alpha: 1, delta: 0.4 }),
    };
    const { documents } = await searchTiers(context, {
      query: "alpha",
      minSimilarity: 0,
      sources: undefined,
    });
    const ids = documents.map(({ document }) => archive.document(document).documentId);
    expect(ids.slice(0, 5).toSorted()).toEqual(leading.map(({ documentId }) => documentId));
    expect(ids.slice(5)).toEqual([nearLeaders.documentId, nearQuery.documentId]);
  });
});
