/** Candidates of all channels to one ranking. */
import type { SearchMode } from "../../contract/api/search-projects.ts";
import { hasBit } from "../../search/bitset.ts";
import { type FusedItem, fuse } from "../../search/fusion.ts";
import type { Candidates, Channel } from "./candidates.ts";

/**
 * Weights of the channels and the k of reciprocal rank fusion. Vectors count for more where words say less: their
 * weight grows by up to `vectorWhenWordsFail` as {@link Candidates.wordFit} falls from 1 to 0.
 *
 * Measured with the built-in embedder as nDCG@10, on the demo's 40 judged queries and on 403 real projects sought
 * by a one-liner that was left out of the index. Words alone: 0.748 and 0.651; vectors alone: 0.722 and 0.202;
 * these weights: 0.757 and 0.648; weights of 1, 0.3 and 0.6 with k = 60: 0.73 and 0.46. A small k keeps what one
 * channel is sure of; 3 to 8 give the same within 0.01.
 */
const fusion = { k: 5, words: 1, topics: 0.1, vector: 0.1, vectorWhenWordsFail: 0.4 };

/** What every result of a text search scores: its order says more than a number could. */
const textScore = 0.8;

export interface RankedProject {
  row: number;
  /** As shown; by mode a cosine, a fused score between 0 and 1, or fixed. */
  similarity: number;
  /** The same order as a share of the best: between 0 and 1. */
  relevance: number;
}

export interface Ranking {
  mode: SearchMode;
  /** Best first. */
  projects: RankedProject[];
  /** Candidates without a vector; in `hybrid` they stand after all others. */
  missingVectorMatches: number;
}

/** `withoutVector`: bits of the projects that have no vector yet. */
export function rankCandidates(candidates: Candidates, withoutVector: Uint8Array): Ranking {
  const { vector, words, topics } = candidates;
  const textual = words.rows.length > 0 || topics.rows.length > 0;
  if (vector && !textual) return ranking("vector", scored(vector), 0);
  const fused = fuseChannels(candidates);
  const missing = fused.filter(({ item }) => hasBit(withoutVector, item));
  if (!vector || vector.rows.length === 0) return ranking("text", fused, missing.length);
  if (missing.length === 0) return ranking("hybrid", fused, 0);
  const complete = fused.filter(({ item }) => !hasBit(withoutVector, item));
  const least = complete.at(-1)?.score ?? 1;
  const last = missing.map(({ item, score }) => ({ item, score: score * least }));
  return ranking("hybrid", [...complete, ...last], missing.length);
}

/** Scores between 0 and 1: 1 is the first place in every channel. */
function fuseChannels({ vector, words, topics, wordFit }: Candidates): FusedItem[] {
  const lists = [
    { weight: fusion.words, items: words.rows },
    { weight: fusion.topics, items: topics.rows },
  ];
  const vectorWeight = fusion.vector + fusion.vectorWhenWordsFail * Math.max(0, 1 - wordFit);
  if (vector) lists.push({ weight: vectorWeight, items: vector.rows });
  const best = lists.reduce((sum, { weight }) => sum + weight, 0) / (fusion.k + 1);
  const fused = fuse(lists, fusion.k);
  for (const one of fused) one.score /= best;
  return fused;
}

function scored({ rows, scores }: Channel): FusedItem[] {
  return Array.from(rows, (item, i) => ({ item, score: scores[i]! }));
}

function ranking(mode: SearchMode, ranked: readonly FusedItem[], missingVectorMatches: number): Ranking {
  const best = Math.max(ranked[0]?.score ?? 0, Number.EPSILON);
  const projects = ranked.map(({ item, score }) => ({
    row: item,
    similarity: mode === "text" ? textScore : score,
    relevance: Math.max(0, score / best),
  }));
  return { mode, projects, missingVectorMatches };
}
