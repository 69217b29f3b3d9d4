/** Turns candidates into one ranking, with the similarity that callers see. */
import type { ExplanationChannel } from "../../contract/api/explanation.ts";
import type { SearchMode } from "../../contract/api/search-projects.ts";
import { argsort } from "../../search/argsort.ts";
import { hasBit } from "../../search/bitset.ts";
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
import { nonIncreasing, similarityIn } from "./similarity.ts";

/** What a name within a typing error of the query adds to a score. */
const nearlyNamedBonus = 4;

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
  /** What each channel contributes to the rank of one of the projects. */
  channels(row: number): ExplanationChannel[];
}

export interface RankingOptions {
  /** Those of the built-in embedder by default. */
  weights?: RankingWeights;
  /** Bits of the projects that have no vector yet. */
  withoutVector: Uint8Array;
  /** Maps a raw cosine to one that is comparable between embedders. */
  calibrated(cosine: number): number;
  /** Some word of the query is unknown, so a name within a typing error is taken as the intended one. */
  misspelt: boolean;
  /** The stored vector of a row; without it, neighbors do not count. */
  vectorOf?(row: number): Int8Vector | null;
  /** Adjusts the scores of the candidates, given as rows. */
  refine?(scores: Float64Array, rows: Uint32Array): ReadonlyMap<number, TextShares>;
}

export function rankCandidates(candidates: Candidates, options: RankingOptions): Ranking {
  const { rows, named, fullyNamed, nearlyNamed, found } = candidates;
  const textual = found.words > 0 || found.topics > 0;
  const mode: SearchMode = candidates.cosines && found.vector > 0 ? (textual ? "hybrid" : "vector") : "text";
  const { scores, explain } = combine(candidates, options);
  const lacksVector = (row: number) => hasBit(options.withoutVector, row);
  const tierOf = (row: number) => {
    if (named.has(row)) return fullyNamed.has(row) ? 4 : 3;
    if (options.misspelt && nearlyNamed.has(row)) return 2;
    return mode === "hybrid" && lacksVector(row) ? 0 : 1;
  };
  const ordered = Array.from(argsort(scores));
  const tiers = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at++) tiers[at] = tierOf(rows[at]!);
  if (tiers.some((tier) => tier !== tiers[0])) ordered.sort((a, b) => tiers[b]! - tiers[a]!);
  const similarityOf = similarityIn(candidates, options.calibrated);
  const fits = nonIncreasing(ordered.map((at) => similarityOf(at)));
  const best = Math.max(fits[0] ?? 0, Number.EPSILON);
  const projects = ordered.map((at, place) => ({
    row: rows[at]!,
    similarity: mode === "text" ? textScore : fits[place]!,
    relevance: named.has(rows[at]!) ? 1 : fits[place]! / best,
  }));
  return {
    mode,
    projects,
    missingVectorMatches: rows.filter(lacksVector).length,
    channels: (row) => explain(rows.indexOf(row)),
  };
}

export function evidenceOf({ words, topics, coverage, cosines, rarity, records }: Candidates): Evidence {
  return { words, topics, coverage, closeness: cosines, rarity, records };
}

function combine(
  candidates: Candidates,
  {
    weights = rankingWeights.projects,
    vectorOf,
    refine,
  }: Pick<RankingOptions, "weights" | "vectorOf" | "refine">,
) {
  const { rows, nearlyNamed } = candidates;
  const evidence = evidenceOf(candidates);
  const scores = scoreEvidence(evidence, weights);
  const neighbors =
    vectorOf &&
    addNeighbors(scores, { weight: weights.neighbors, vectorOf: (candidate) => vectorOf(rows[candidate]!) });
  const nameBonus = (candidate: number) => (nearlyNamed.has(rows[candidate]!) ? nearlyNamedBonus : 0);
  if (nearlyNamed.size > 0) for (let i = 0; i < scores.length; i++) scores[i]! += nameBonus(i);
  const texts = refine?.(scores, rows) ?? new Map<number, TextShares>();
  return { scores, explain: explainCandidates({ evidence, weights, neighbors, texts, nameBonus }) };
}
