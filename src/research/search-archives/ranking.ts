/**
 * Fusion for the archive: a document's score as a whole, its best passage's, and its best similarity, each
 * divided by the best of the query, are added with weights. On scores that are exact and complete for every
 * candidate this ranked better than reciprocal ranks. The similarity is to the query moved towards the
 * passages that a first ranking puts on top. Measured in `bench/`; see docs/decisions/0003-fusion.md.
 */
import type { Candidate, CandidateChunk } from "./candidates.ts";

export interface FusionWeights {
  whole: number;
  passage: number;
  similarity: number;
}

/** Without vectors. */
export const textWeights: FusionWeights = { whole: 1, passage: 0.3, similarity: 0 };

/** A remote model tells passages apart however many there are. */
const remoteSimilarity = 1;
/**
 * The built-in embedder has 128 dimensions a half for any corpus, so that it tells fewer passages apart the
 * more there are: the weight falls as a power of their number between two measured ends.
 */
const fittedSimilarity = { most: 2, least: 0.2, fullUpTo: 2_000, power: 0.44 } as const;

export function fusionWeights(embedder: "fitted" | "remote", chunks: number): FusionWeights {
  if (embedder === "remote") return { ...textWeights, similarity: remoteSimilarity };
  const { most, least, fullUpTo, power } = fittedSimilarity;
  const fallen = most * (fullUpTo / Math.max(chunks, fullUpTo)) ** power;
  return { ...textWeights, similarity: Math.max(least, fallen) };
}

/** Documents and share of the feedback that moves the query. */
export const feedback = { documents: 5, share: 1 } as const;

export interface RankedChunk extends CandidateChunk {
  /** What callers see, 0 to 1. */
  similarity: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Best first. */
  chunks: RankedChunk[];
}

/** Best first, ties by document number. `describe` gives the chunks to show; a document with none is left out. */
export function rankDocuments(
  candidates: readonly Candidate[],
  weights: FusionWeights,
  describe: (chunks: readonly CandidateChunk[]) => RankedChunk[],
): RankedDocument[] {
  const best = {
    whole: greatest(candidates, ({ whole }) => whole),
    score: greatest(candidates, ({ chunks }) => greatest(chunks, ({ score }) => score)),
    closeness: greatest(candidates, ({ chunks }) => greatest(chunks, ({ closeness }) => closeness)),
  };
  const passageValue = ({ score, closeness }: CandidateChunk) =>
    (weights.passage * score) / best.score + (weights.similarity * closeness) / best.closeness;
  const ranked: RankedDocument[] = [];
  for (const { document, whole, chunks } of candidates) {
    const shown = describe(chunks);
    if (shown.length === 0) continue;
    const score =
      (weights.whole * whole) / best.whole +
      (weights.passage * greatest(shown, (chunk) => chunk.score)) / best.score +
      (weights.similarity * greatest(shown, (chunk) => chunk.closeness)) / best.closeness;
    shown.sort((x, y) => passageValue(y) - passageValue(x) || x.chunk - y.chunk);
    ranked.push({ document, score, chunks: shown });
  }
  return ranked.sort((x, y) => y.score - x.score || x.document - y.document);
}

/** Greatest value, but never 0 or less: it is divided by. */
function greatest<T>(items: readonly T[], value: (item: T) => number): number {
  let best = 1e-9;
  for (const item of items) best = Math.max(best, value(item));
  return best;
}
