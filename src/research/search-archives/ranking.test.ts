import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { localSession } from "../../archive-search/local-session.ts";
import { archiveOf, documentOf } from "../../corpus/archive/archive-index.case.ts";
import { fakeDimensions, fakeEmbed, taxonomy } from "../../corpus/projects/project-index.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { rankingWeights, scoreEvidence } from "../ranking/linear-model.ts";
import type { Candidates } from "./candidates.ts";
import { type FoundDocument, rankDocuments, weightsFor } from "./ranking.ts";
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
  coverage: number;
  mean: number;
  chunks: Chunk[];
}

const share = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const chunk = fc.record({
  score: share,
  similarity: fc.integer({ min: -5, max: 20 }).map((n) => n / 20),
  closeness: fc.integer({ min: -20, max: 20 }).map((n) => n / 20),
});
const documents = fc.array(
  fc.record({
    whole: share,
    coverage: share,
    mean: share,
    chunks: fc.array(chunk, { minLength: 1, maxLength: 4 }),
  }),
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
    paired: Uint8Array.from(chunks.keys(), (i) => i % 2),
    coverage: Float64Array.from(given, ({ coverage }) => coverage),
    rarity: 12,
    means: Float64Array.from(given, ({ mean }) => mean),
  };
  const similarities = Float64Array.from(chunks, ({ similarity }) => similarity);
  const closeness = Float64Array.from(chunks, (one) => one.closeness);
  return { candidates, evidence: { similarities, closeness } };
}

/** The model's score of each document that has a chunk to show, from its best chunk in each channel. */
function naiveRanking(given: readonly Document[]) {
  let first = 0;
  const shown = given
    .map(({ chunks, ...document }, i) => {
      const own = chunks.map((one, j) => ({ ...one, chunk: 3 * (first + j) }));
      first += own.length;
      return { ...document, document: 2 * i, chunks: own.filter(({ similarity }) => similarity >= 0) };
    })
    .filter(({ chunks }) => chunks.length > 0);
  const best = (of: "score" | "closeness") =>
    shown.map(({ chunks }) => Math.max(...chunks.map((c) => c[of])));
  const closeness = best("closeness").map((close) => Math.max(close, -1));
  const scores = scoreEvidence(
    {
      words: shown.map(({ whole }) => whole),
      passages: best("score"),
      coverage: shown.map(({ coverage }) => coverage),
      rarity: 12,
      means: shown.map(({ mean }) => mean),
      closeness,
    },
    rankingWeights.archive,
  );
  return shown.map(({ document, chunks }, i) => ({ document, chunks, score: scores[i]! }));
}

describe("rankDocuments", () => {
  it("scores each document by its best shown chunks", () => {
    fc.assert(
      fc.property(documents, (given) => {
        const { candidates, evidence } = columnsOf(given);
        const ranked = rankDocuments(candidates, evidence);
        const expected = new Map(naiveRanking(given).map((one) => [one.document, one]));
        expect(ranked.map(({ document }) => document).toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [i, { document, score, chunks }] of ranked.entries()) {
          expect(score).toBeCloseTo(expected.get(document)!.score, 9);
          if (i > 0) expect(score).toBeLessThanOrEqual(ranked[i - 1]!.score);
          const byNumber = (x: { chunk: number }, y: { chunk: number }) => x.chunk - y.chunk;
          expect(
            chunks()
              .map(({ chunk, similarity }) => ({ chunk, similarity }))
              .toSorted(byNumber),
          ).toEqual(expected.get(document)!.chunks.map(({ chunk, similarity }) => ({ chunk, similarity })));
        }
      }),
    );
  });

  it("gives `refine` the best shown passage of each document, and ranks by what it makes of the scores", () => {
    const of = (score: number, similarity: number) => ({ score, similarity, closeness: 0 });
    const document = { whole: 1, coverage: 1, mean: 0 };
    const { candidates, evidence } = columnsOf([
      { ...document, chunks: [of(0.2, 0), of(0.5, 0), of(1, -1)] },
      { ...document, whole: 0.5, chunks: [of(0.1, 0)] },
    ]);
    const refine = (scores: Float64Array, found: FoundDocument[]) => {
      expect(found).toEqual([
        { document: 0, chunk: 3, paired: true },
        { document: 2, chunk: 9, paired: true },
      ]);
      scores[1]! += 100;
      return new Map();
    };
    const ranked = rankDocuments(candidates, evidence, { refine });
    expect(ranked.map((one) => one.document)).toEqual([2, 0]);
  });

  it("shows a document's chunks by passage score and closeness together, ties by number", () => {
    const given = [
      { score: 0.5, similarity: 0.1, closeness: 0 },
      { score: 1, similarity: 0.2, closeness: 0 },
      { score: 0.5, similarity: 0.3, closeness: 1 },
      { score: 0.5, similarity: 0.4, closeness: 0 },
      { score: 1, similarity: -1, closeness: 1 },
    ];
    const { candidates, evidence } = columnsOf([{ whole: 0, coverage: 0, mean: 0, chunks: given }]);
    const weights = { ...rankingWeights.archive, passage: 1, closeness: 1, mean: 0 };
    const [only] = rankDocuments(candidates, evidence, { weights });
    expect(only!.chunks().map(({ chunk }) => chunk)).toEqual([6, 3, 0, 9]);
  });

  it("puts equal documents in the order of their numbers", () => {
    const one = { whole: 1, coverage: 1, mean: 0, chunks: [{ score: 1, similarity: 0, closeness: 0 }] };
    const { candidates, evidence } = columnsOf([one, one, one]);
    const ranked = rankDocuments(candidates, evidence);
    expect(ranked.map(({ document }) => document)).toEqual([0, 2, 4]);
  });
});

it.each([
  { byModel: false, kind: "archive" },
  { byModel: true, kind: "archiveByModel" },
] as const)("$kind: mean and neighbors count less the more documents there are, others the same", (one) => {
  const { byModel, kind } = one;
  const sizes = [0, 1_400, 30_000, 83_468, 10_000_000].map((documents) => weightsFor({ documents, byModel }));
  const { mean, neighbors, ...others } = rankingWeights[kind];
  for (const { mean: _, neighbors: __, ...rest } of sizes) expect(rest).toEqual(others);
  expect(sizes[0]).toEqual(rankingWeights[kind]);
  expect(sizes[2]).toMatchObject({ mean: mean / 2, neighbors: neighbors / 2 });
  for (const [i, weights] of sizes.slice(1).entries()) {
    expect(weights.mean).toBeLessThan(sizes[i]!.mean);
    expect(weights.neighbors / weights.mean).toBeCloseTo(neighbors / mean, 9);
  }
});

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

/** Ids of the documents found for a query of the vector given, best first. */
async function rankedBy(
  query: { text: string; vector: Float32Array },
  { documents, vectorsByModel }: { documents: ReturnType<typeof documentOf>[]; vectorsByModel: boolean },
): Promise<string[]> {
  const { archive } = archiveOf(folder, [documents]);
  const context: ArchiveContext = {
    snapshot: {
      archive,
      taxonomy,
      calibrated: (cosine: number) => (cosine + 1) / 2,
      hasMachineSummaries: () => false,
      isExcerptOnly: () => false,
      manifest: { embedder: { kind: "fitted" }, sources: [] } as never,
      vectorsByModel,
    },
    embedQuery: async () => query.vector,
  };
  const request = { query: query.text, minSimilarity: 0, sources: undefined };
  const ranked = await searchTiers(context, localSession(archive), request);
  return ranked.documents.map(({ document }) => archive.document(document).documentId);
}

it("counts the mean of the first passages by the built-in embedder, the nearest passage by a sentence model", async () => {
  const onePassage = documentOf(1, { title: "one", passages: ["alpha", "beta", "beta", "beta"] });
  const everywhere = documentOf(2, { title: "two", passages: Array(4).fill("alpha delta") });
  const others = Array.from({ length: 12 }, (_, i) =>
    documentOf(20 + i, { title: "three", passages: ["gamma"] }),
  );
  const documents = [onePassage, everywhere, ...others];
  const query = { text: "omega", vector: mixture({ alpha: 1 }) };
  const [best] = await rankedBy(query, { documents, vectorsByModel: false });
  expect(best).toBe(everywhere.documentId);
  const [bestByModel] = await rankedBy(query, { documents, vectorsByModel: true });
  expect(bestByModel).toBe(onePassage.documentId);
});

describe("neighbors", () => {
  it("ranks a document near the best ones above one that is nearer to the query only", async () => {
    const leading = Array.from({ length: 5 }, (_, i) =>
      documentOf(i, { title: "alpha", passages: ["alpha beta"] }),
    );
    const nearLeaders = documentOf(10, { title: "beta", passages: ["beta"] });
    const nearQuery = documentOf(9, { title: "delta", passages: ["delta"] });
    // Closeness counts from the median of the candidates, so most must be about something else.
    const others = Array.from({ length: 12 }, (_, i) =>
      documentOf(20 + i, { title: "gamma", passages: ["gamma"] }),
    );
    const documents = [...leading, nearQuery, nearLeaders, ...others];
    const query = { text: "alpha", vector: mixture({ alpha: 1, delta: 0.2 }) };
    const ids = await rankedBy(query, { documents, vectorsByModel: false });
    expect(ids.slice(0, 5).toSorted()).toEqual(leading.map(({ documentId }) => documentId));
    expect(ids.slice(5, 7)).toEqual([nearLeaders.documentId, nearQuery.documentId]);
  });
});
