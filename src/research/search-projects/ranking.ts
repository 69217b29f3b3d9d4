/** Turns candidates into one ranking, with the similarity that callers see. */
import type { SearchMode } from "../../contract/api/search-projects.ts";
import { argsort } from "../../search/argsort.ts";
import { hasBit } from "../../search/bitset.ts";
import type { Candidates } from "./candidates.ts";
import { fitOf, nonIncreasing } from "./similarity.ts";

/**
 * Weights of a linear combination. Word scores are divided by the best of the query, closeness is scaled from the pool's
 * median to its best, coverage is used unscaled; topics (names of tags, categories, tracks and labels) count only where
 * they hold nearly the whole query.
 *
 * Measured with the built-in embedder as nDCG@10, on 400 real projects searched by a one-liner that was left out of the
 * index, and on the first 40 of the demo's judged queries. Words alone: 0.772 and 0.747; closeness alone: 0.389 and
 * 0.709; these weights: 0.771 and 0.761. More closeness, or the share of the query's words that a project holds, costs
 * the first more than the second gains.
 */
const weights = { words: 1, topics: 0.5, closeness: 0.1, nearlyNamed: 0.4 };
const topicPower = 4;

/** Score of every result in `text` mode, where only the order is meaningful. */
const textScore = 0.8;

export interface RankedProject {
  row: number;
  /** The score shown: comparable between queries, non-increasing along the ranking. */
  similarity: number;
  /** Relevance relative to the best result, in the same order: 0 to 1. */
  relevance: number;
}

export interface Ranking {
  mode: SearchMode;
  /** Best first. */
  projects: RankedProject[];
  /** Candidates without a vector; in `hybrid` they come after all others. */
  missingVectorMatches: number;
}

interface RankingOptions {
  /** Bits of the projects that have no vector yet. */
  withoutVector: Uint8Array;
  /** Maps a raw cosine to one that is comparable between embedders. */
  calibrated(cosine: number): number;
  /** Some word of the query is unknown, so a name within a typing error is taken as the intended one. */
  misspelt: boolean;
}

export function rankCandidates(candidates: Candidates, options: RankingOptions): Ranking {
  const { rows, named, nearlyNamed, found } = candidates;
  const textual = found.words > 0 || found.topics > 0;
  const mode: SearchMode = candidates.cosines && found.vector > 0 ? (textual ? "hybrid" : "vector") : "text";
  const scores = combine(candidates);
  const lacksVector = (row: number) => hasBit(options.withoutVector, row);
  const tierOf = (row: number) => {
    if (named.has(row)) return 3;
    if (options.misspelt && nearlyNamed.has(row)) return 2;
    return mode === "hybrid" && lacksVector(row) ? 0 : 1;
  };
  const ordered = [...argsort(scores)].sort((a, b) => tierOf(rows[b]!) - tierOf(rows[a]!));
  const best = Math.max(...scores, Number.EPSILON);
  const fits = nonIncreasing(
    ordered.map((at) =>
      mode === "vector" && !named.has(rows[at]!)
        ? options.calibrated(candidates.cosines![at]!)
        : fitOf(candidates, at, options.calibrated),
    ),
  );
  const projects = ordered.map((at, place) => ({
    row: rows[at]!,
    similarity: mode === "text" ? textScore : fits[place]!,
    relevance: named.has(rows[at]!) ? 1 : Math.max(0, scores[at]! / best),
  }));
  return { mode, projects, missingVectorMatches: rows.filter(lacksVector).length };
}

function combine({ rows, cosines, words, topics, nearlyNamed }: Candidates): Float64Array {
  const wordShare = weights.words / greatest(words);
  const close = cosines && spreadOf(cosines);
  return Float64Array.from(rows, (row, i) => {
    const closeness = close ? Math.max(0, (cosines[i]! - close.median) / close.range) : 0;
    return (
      wordShare * words[i]! +
      weights.topics * topics[i]! ** topicPower +
      weights.closeness * closeness +
      (nearlyNamed.has(row) ? weights.nearlyNamed : 0)
    );
  });
}

function greatest(values: Float64Array): number {
  return values.reduce((best, value) => Math.max(best, value), 1e-9);
}

function spreadOf(cosines: Float32Array): { median: number; range: number } {
  const sorted = cosines.slice().sort();
  const median = sorted[sorted.length >> 1] ?? 0;
  return { median, range: Math.max(1e-6, (sorted.at(-1) ?? 0) - median) };
}
