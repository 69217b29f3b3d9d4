/**
 * Fusion for the archive: the weighted sum of a document's score as a whole, the score of its best passage, and its
 * best closeness, each divided by the maximum for the query. With exact scores for every candidate, this ranked better
 * than reciprocal rank fusion. Closeness is the cosine with the query vector after feedback: moved towards the top
 * passages of a first ranking. Measured in `bench/`; see docs/decisions/0003-fusion.md.
 */
import { argsort } from "../../search/argsort.ts";
import type { Candidates } from "./candidates.ts";

export interface FusionWeights {
  whole: number;
  passage: number;
  closeness: number;
}

/** Without vectors. */
export const textWeights: FusionWeights = { whole: 1, passage: 0.3, closeness: 0 };

/** A remote model distinguishes passages in a corpus of any size. */
const remoteCloseness = 1;
/**
 * The built-in embedder has 128 dimensions per half for any corpus, so it distinguishes passages less well in a larger
 * one: the weight falls as a power of the number of chunks between two measured points.
 */
const fittedCloseness = { most: 2, least: 0.2, fullUpTo: 2_000, power: 0.44 } as const;

export function fusionWeights(embedder: "fitted" | "remote", chunks: number): FusionWeights {
  if (embedder === "remote") return { ...textWeights, closeness: remoteCloseness };
  const { most, least, fullUpTo, power } = fittedCloseness;
  const fallen = most * (fullUpTo / Math.max(chunks, fullUpTo)) ** power;
  return { ...textWeights, closeness: Math.max(least, fallen) };
}

/** Feedback: the number of documents that move the query vector, and the weight of their mean. */
export const feedback = { documents: 5, share: 1 } as const;

export interface ShownChunk {
  chunk: number;
  /** The similarity shown to callers, 0 to 1. */
  similarity: number;
  /** The chunk's own contribution to its document's score: comparable within one ranking. */
  worth: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Best first; at least one. */
  chunks(): ShownChunk[];
}

/** Scores of each candidate chunk. */
export interface Evidence {
  /** A chunk with a negative similarity is not shown. */
  similarities: Float64Array;
  closeness: Float64Array;
}

/** The first `count` documents, best first, ties by number; documents without a chunk to show are left out. */
export function rankDocuments(
  candidates: Candidates,
  evidence: Evidence,
  { weights, count = Number.POSITIVE_INFINITY }: { weights: FusionWeights; count?: number },
): RankedDocument[] {
  const { documents, wholes, chunkStarts, scores } = candidates;
  const { similarities, closeness } = evidence;
  const wholeWeight = weights.whole / greatest(wholes);
  const passageWeight = weights.passage / greatest(scores);
  const closenessWeight = weights.closeness / greatest(closeness);
  const shown = new Uint32Array(documents.length);
  const values = new Float64Array(documents.length);
  let found = 0;
  for (let d = 0; d < documents.length; d++) {
    let score = -1;
    let close = -1;
    for (let i = chunkStarts[d]!; i < chunkStarts[d + 1]!; i++) {
      if (similarities[i]! < 0) continue;
      if (scores[i]! > score) score = scores[i]!;
      if (closeness[i]! > close) close = closeness[i]!;
    }
    if (score < 0) continue;
    shown[found] = d;
    values[found++] = wholeWeight * wholes[d]! + passageWeight * score + closenessWeight * close;
  }
  const order = argsort(values.subarray(0, found));
  const worth = (i: number) => passageWeight * scores[i]! + closenessWeight * closeness[i]!;
  const ranked: RankedDocument[] = [];
  for (const at of order.subarray(0, count)) {
    const d = shown[at]!;
    ranked.push({
      document: documents[d]!,
      score: values[at]!,
      chunks: () => shownChunks(candidates, d, { similarities, worth }),
    });
  }
  return ranked;
}

function shownChunks(
  { chunkStarts, chunks }: Candidates,
  candidate: number,
  { similarities, worth }: { similarities: Float64Array; worth: (chunk: number) => number },
): ShownChunk[] {
  const shown: ShownChunk[] = [];
  for (let i = chunkStarts[candidate]!; i < chunkStarts[candidate + 1]!; i++)
    if (similarities[i]! >= 0)
      shown.push({ chunk: chunks[i]!, similarity: similarities[i]!, worth: worth(i) });
  return shown.sort((x, y) => y.worth - x.worth || x.chunk - y.chunk);
}

/** Moves the documents in `named` to the front; stable. */
export function pinned(ranked: readonly RankedDocument[], named: ReadonlySet<number>): RankedDocument[] {
  if (named.size === 0) return [...ranked];
  const isNamed = ({ document }: RankedDocument) => named.has(document);
  return [...ranked.filter(isNamed), ...ranked.filter((one) => !isNamed(one))];
}

/** Greatest value, or 1 where none is positive, because callers divide by it. */
export function greatest(values: Float64Array): number {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? best : 1;
}
