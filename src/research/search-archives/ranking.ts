/** Ranks the archive's candidates by the learned model, as documents with the passages to show. */
import type { ExplanationChannel } from "../../contract/api/explanation.ts";
import { argsort } from "../../search/argsort.ts";
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import { explainCandidates } from "../ranking/explain.ts";
import {
  type Evidence,
  type RankingWeights,
  rankingWeights,
  scoreEvidence,
} from "../ranking/linear-model.ts";
import { addNeighbors } from "../ranking/neighbors.ts";
import type { TextShares } from "../ranking/text-features.ts";
import type { Candidates } from "./candidates.ts";

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
  /** What each channel contributes to its rank. */
  channels(): ExplanationChannel[];
}

/** Scores of each candidate chunk. */
export interface ChunkEvidence {
  /** A chunk with a negative similarity is not shown. */
  similarities: Float64Array;
  /** Cosine with the query; null without vectors. */
  closeness: Float64Array | null;
}

export interface FoundDocument {
  document: number;
  /** The chunk that matches best by its words. */
  chunk: number;
  /** Whether that chunk contains two neighboring terms of the query. */
  paired: boolean;
}

/** Documents of an archive in which closeness counts half of what it does among few. */
const halfClosenessAt = 30_000;

/**
 * Weights for an archive of so many documents: the nearest of few is the one that is meant more often than of many.
 * `byModel`: a sentence model made the vectors, whose nearest passage says more than the mean of the first ones.
 */
export function weightsFor({ documents, byModel }: { documents: number; byModel: boolean }): RankingWeights {
  const share = 1 / (1 + documents / halfClosenessAt);
  const { mean, neighbors, ...others } = rankingWeights[byModel ? "archiveByModel" : "archive"];
  return { ...others, mean: mean * share, neighbors: neighbors * share };
}

export interface RankingOptions {
  weights?: RankingWeights;
  /** The stored vector of a chunk; without it, neighbors do not count. */
  vectorOf?(chunk: number): Int8Vector | null;
  /** Adjusts the scores of documents. */
  refine?(scores: Float64Array, found: FoundDocument[]): ReadonlyMap<number, TextShares>;
}

/** Best first, ties by number; documents without a chunk to show are left out. */
export function rankDocuments(
  candidates: Candidates,
  evidence: ChunkEvidence,
  { weights = rankingWeights.archive, vectorOf, refine }: RankingOptions = {},
): RankedDocument[] {
  const { documents } = candidates;
  const { shown, chunks, nearest, ...documentEvidence } = evidenceOf(candidates, evidence);
  const values = scoreEvidence(documentEvidence, weights);
  const neighbors = vectorOf
    ? addNeighbors(values, {
        weight: weights.neighbors,
        vectorOf: (i) => vectorOf(candidates.chunks[nearest[i]!]!),
      })
    : undefined;
  const texts = refine?.(
    values,
    shown.map((d, i) => ({
      document: documents[d]!,
      chunk: candidates.chunks[chunks[i]!]!,
      paired: candidates.paired[chunks[i]!] === 1,
    })),
  );
  const explain = explainCandidates({
    evidence: documentEvidence,
    weights,
    neighbors,
    texts: texts ?? new Map<number, TextShares>(),
  });
  const passageShare = weights.passage / greatest(candidates.scores);
  const close = evidence.closeness;
  const closeShare = close ? (weights.mean + weights.closeness) / greatest(close) : 0;
  const worth = (i: number) => passageShare * candidates.scores[i]! + (close ? closeShare * close[i]! : 0);
  const ranked: RankedDocument[] = [];
  for (const at of argsort(values))
    ranked.push({
      document: documents[shown[at]!]!,
      score: values[at]!,
      chunks: () => shownChunks(candidates, shown[at]!, { similarities: evidence.similarities, worth }),
      channels: () => explain(at),
    });
  return ranked;
}

/**
 * Evidence for the documents that have a chunk to show: their places among the candidates, and the places of the chunk of
 * each with the best score, and of the one nearest to the query.
 */
export function evidenceOf(
  candidates: Candidates,
  evidence: ChunkEvidence,
): Evidence & { shown: number[]; chunks: number[]; nearest: number[] } {
  const { wholes, coverage, rarity, means, authored } = candidates;
  const best = bestChunks(candidates, evidence);
  const shown = best.candidates;
  return {
    shown,
    chunks: best.chunks,
    nearest: best.nearest,
    words: pick(wholes, shown),
    passages: best.scores,
    coverage: pick(coverage, shown),
    rarity,
    closeness: evidence.closeness && best.closeness,
    means: means && pick(means, shown),
    ...(authored && { authored: pick(authored, shown) }),
  };
}

function pick(column: Float64Array, candidates: readonly number[]): Float64Array {
  const picked = new Float64Array(candidates.length);
  for (let i = 0; i < picked.length; i++) picked[i] = column[candidates[i]!]!;
  return picked;
}

/** The best of each document's chunks that are shown, in each channel; documents without one are left out. */
function bestChunks(
  { documents, chunkStarts, scores }: Candidates,
  { similarities, closeness }: ChunkEvidence,
) {
  const best = {
    /** Places in the list of candidates. */
    candidates: [] as number[],
    /** Places of the chunks with the best scores. */
    chunks: [] as number[],
    /** Places of the chunks nearest to the query. */
    nearest: [] as number[],
    scores: [] as number[],
    closeness: [] as number[],
  };
  for (let d = 0; d < documents.length; d++) {
    let at = -1;
    let close = -1;
    let nearest = -1;
    for (let i = chunkStarts[d]!; i < chunkStarts[d + 1]!; i++) {
      if (similarities[i]! < 0) continue;
      if (at < 0 || scores[i]! > scores[at]!) at = i;
      if (nearest < 0 || (closeness && closeness[i]! > close)) {
        nearest = i;
        close = closeness?.[i] ?? -1;
      }
    }
    if (at < 0) continue;
    best.candidates.push(d);
    best.chunks.push(at);
    best.scores.push(scores[at]!);
    best.closeness.push(close);
    best.nearest.push(nearest);
  }
  return best;
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

export interface Pins {
  /** Documents that the query names. */
  named: ReadonlySet<number>;
  /** Those whose title is the query. */
  titled: ReadonlySet<number>;
  /** Those of them whose title has the same stop words, too. */
  fullyTitled: ReadonlySet<number>;
  /** Those whose title is the query behind an identifier, such as that of a standard. */
  identified: ReadonlySet<number>;
}

/**
 * Moves documents that the query names to the front: the best one whose title it is, of those with the same stop words if
 * there are any; those with an identifier before it, others of this title, and the rest; stable.
 */
export function pinned(
  ranked: readonly RankedDocument[],
  { named, titled, fullyTitled, identified }: Pins,
): RankedDocument[] {
  if (named.size === 0) return [...ranked];
  const meant = fullyTitled.size > 0 ? fullyTitled : titled;
  const best = ranked.find(({ document }) => meant.has(document));
  const placeOf = ({ document }: RankedDocument) => {
    if (document === best?.document) return 0;
    if (identified.has(document)) return 1;
    if (titled.has(document)) return 2;
    return named.has(document) ? 3 : 4;
  };
  return [...ranked].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Greatest value, or 1 where none is positive, because callers divide by it. */
export function greatest(values: Float64Array): number {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? best : 1;
}
