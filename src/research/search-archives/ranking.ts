/**
 * Fusion for the archive: a document's score as a whole, its best passage's, and its best closeness, each
 * divided by the best of the query, are added with weights. On scores that are exact and complete for every
 * candidate this ranked better than reciprocal ranks. Closeness is the cosine with the query, moved towards
 * the passages that a first ranking puts on top. Measured in `bench/`; see docs/decisions/0003-fusion.md.
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
  /** What its own evidence adds to a document's score: comparable within one ranking. */
  worth: number;
}

export interface RankedDocument {
  document: number;
  score: number;
  /** Best first; at least one. */
  chunks(): ShownChunk[];
}

/** What speaks for each candidate chunk. */
export interface Evidence {
  /** A chunk with a negative one is not shown. */
  similarities: Float64Array;
  closeness: Float64Array;
}

/**
 * The first `count`, best first, ties by document number; those without a chunk to show are left out.
 */
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

/** Those of `named` first, both parts in the order they had. */
export function pinned(ranked: readonly RankedDocument[], named: ReadonlySet<number>): RankedDocument[] {
  if (named.size === 0) return [...ranked];
  const isNamed = ({ document }: RankedDocument) => named.has(document);
  return [...ranked.filter(isNamed), ...ranked.filter((one) => !isNamed(one))];
}

/** Greatest value, or 1 where none is positive: it is divided by. */
export function greatest(values: Float64Array): number {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? best : 1;
}
