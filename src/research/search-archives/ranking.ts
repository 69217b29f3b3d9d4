/**
 * Fusion for the archive: a document's score as a whole, its best passage's, and its best closeness, each
 * divided by the best of the query, are added with weights. On scores that are exact and complete for every
 * candidate this ranked better than reciprocal ranks. Closeness is the cosine with the query, moved towards
 * the passages that a first ranking puts on top. Measured in `bench/`; see docs/decisions/0003-fusion.md.
 */
import type { Candidates } from "./candidates.ts";

export interface FusionWeights {
  whole: number;
  passage: number;
  closeness: number;
}

/** Without vectors. */
export const textWeights: FusionWeights = { whole: 1, passage: 0.3, closeness: 0 };

/** A remote model tells passages apart however many there are. */
const remoteCloseness = 1;
/**
 * The built-in embedder has 128 dimensions a half for any corpus, so that it tells fewer passages apart the
 * more there are: the weight falls as a power of their number between two measured ends.
 */
const fittedCloseness = { most: 2, least: 0.2, fullUpTo: 2_000, power: 0.44 } as const;

export function fusionWeights(embedder: "fitted" | "remote", chunks: number): FusionWeights {
  if (embedder === "remote") return { ...textWeights, closeness: remoteCloseness };
  const { most, least, fullUpTo, power } = fittedCloseness;
  const fallen = most * (fullUpTo / Math.max(chunks, fullUpTo)) ** power;
  return { ...textWeights, closeness: Math.max(least, fallen) };
}

/** Documents that move the query, and the share of their mean. */
export const feedback = { documents: 5, share: 1 } as const;

export interface ShownChunk {
  chunk: number;
  /** What callers see, 0 to 1. */
  similarity: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Best first; at least one. */
  chunks(): ShownChunk[];
}

/**
 * Best first, ties by document number. `similarities` are per chunk; a chunk with a negative one is not
 * shown, nor is a document without a chunk to show.
 */
export function rankDocuments(
  candidates: Candidates,
  evidence: { similarities: Float64Array; closeness: Float64Array },
  weights: FusionWeights,
): RankedDocument[] {
  const { documents, wholes, chunkStarts, scores } = candidates;
  const { similarities, closeness } = evidence;
  const wholeWeight = weights.whole / greatest(wholes);
  const passageWeight = weights.passage / greatest(scores);
  const closenessWeight = weights.closeness / greatest(closeness);
  const ranked: RankedDocument[] = [];
  for (let d = 0; d < documents.length; d++) {
    let score = -1;
    let close = -1;
    for (let i = chunkStarts[d]!; i < chunkStarts[d + 1]!; i++) {
      if (similarities[i]! < 0) continue;
      score = Math.max(score, scores[i]!);
      close = Math.max(close, closeness[i]!);
    }
    if (score < 0) continue;
    ranked.push({
      document: documents[d]!,
      score: wholeWeight * wholes[d]! + passageWeight * score + closenessWeight * close,
      chunks: () =>
        shownChunks(
          candidates,
          d,
          similarities,
          (i) => passageWeight * scores[i]! + closenessWeight * closeness[i]!,
        ),
    });
  }
  return ranked.sort((x, y) => y.score - x.score || x.document - y.document);
}

function shownChunks(
  { chunkStarts, chunks }: Candidates,
  candidate: number,
  similarities: Float64Array,
  worth: (chunk: number) => number,
): ShownChunk[] {
  const shown: { chunk: number; similarity: number; value: number }[] = [];
  for (let i = chunkStarts[candidate]!; i < chunkStarts[candidate + 1]!; i++)
    if (similarities[i]! >= 0)
      shown.push({ chunk: chunks[i]!, similarity: similarities[i]!, value: worth(i) });
  shown.sort((x, y) => y.value - x.value || x.chunk - y.chunk);
  return shown.map(({ chunk, similarity }) => ({ chunk, similarity }));
}

/** Greatest value, but never 0 or less: it is divided by. */
export function greatest(values: Float64Array): number {
  let best = 1e-9;
  for (const value of values) if (value > best) best = value;
  return best;
}
