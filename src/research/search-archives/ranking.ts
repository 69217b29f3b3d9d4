/**
 * Fusion for the archive: a document's whole-text score, its best passage's and its best similarity, each
 * divided by the best of the query, are added with weights. On scores that are exact and complete for every
 * candidate this ranked better than reciprocal ranks, which are kept for lists that know no scores: see
 * `docs/decisions` and the measurements in `bench/`.
 */
import type { Candidate, CandidateChunk } from "./candidates.ts";

export interface FusionWeights {
  whole: number;
  passage: number;
  similarity: number;
}

export const fusionWeights: FusionWeights = { whole: 1, passage: 0.5, similarity: 0.3 };

export interface RankedChunk extends CandidateChunk {
  /** What callers see: calibrated, 0 to 1. */
  similarity: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Best first. */
  chunks: RankedChunk[];
}

/** Best first, ties by document number. `similarityOf` calibrates; `keep` drops chunks. */
export function rankDocuments(
  candidates: readonly Candidate[],
  weights: FusionWeights,
  chunksOf: (chunks: readonly CandidateChunk[]) => RankedChunk[],
): RankedDocument[] {
  const best = {
    whole: greatest(candidates, ({ whole }) => whole),
    score: greatest(candidates, ({ chunks }) => greatest(chunks, ({ score }) => score)),
    cosine: greatest(candidates, ({ chunks }) => greatest(chunks, ({ cosine }) => cosine)),
  };
  const ranked: RankedDocument[] = [];
  for (const { document, whole, chunks } of candidates) {
    const kept = chunksOf(chunks);
    if (kept.length === 0) continue;
    const relevance = ({ score, cosine }: CandidateChunk) =>
      (weights.passage * score) / best.score + (weights.similarity * cosine) / best.cosine;
    const score =
      (weights.whole * whole) / best.whole +
      (weights.passage * greatest(kept, (chunk) => chunk.score)) / best.score +
      (weights.similarity * greatest(kept, (chunk) => chunk.cosine)) / best.cosine;
    kept.sort((x, y) => relevance(y) - relevance(x) || x.chunk - y.chunk);
    ranked.push({ document, score, chunks: kept });
  }
  return ranked.sort((x, y) => y.score - x.score || x.document - y.document);
}

/** Greatest value, but never 0 or less: it is divided by. */
function greatest<T>(items: readonly T[], value: (item: T) => number): number {
  let best = 1e-9;
  for (const item of items) best = Math.max(best, value(item));
  return best;
}
