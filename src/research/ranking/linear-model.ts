/**
 * The ranking of both searches: one linear model over every channel's evidence for a candidate. Weights are learned by
 * `tools/ranking`; see docs/decisions/0015-learned-ranking.md.
 */
import { readFileSync } from "node:fs";
import { argsort } from "../../search/argsort.ts";

/** Evidence of one query for its candidates: columns as long as the list of candidates; absent channels are left out. */
export interface Evidence {
  /** BM25 of the whole record. */
  words: ArrayLike<number>;
  /** BM25 of the best passage. */
  passages?: ArrayLike<number>;
  /** Share of the query's own words, by rarity, that the record holds: 0 to 1. */
  coverage: ArrayLike<number>;
  /** Cosine of the record, or of its best passage, with the query. */
  closeness?: ArrayLike<number> | null;
  /** Mean cosine of the record's first passages. */
  means?: ArrayLike<number> | null;
  /** Share of the query's words, by rarity, in the names of tags, categories, tracks and labels: 0 to 1. */
  topics?: ArrayLike<number>;
  /** How surely the query names the record's author: 0 to 1. */
  authored?: ArrayLike<number>;
  /** Records of the corpus, where its size matters. */
  records?: number;
}

/** Features read from the index, for every candidate. */
type IndexFeature =
  | "words"
  | "wordsRank"
  | "unexplainedWords"
  | "fewWords"
  | "fewWordsRank"
  | "passage"
  | "coverage"
  | "closeness"
  | "unexplainedCloseness"
  | "fewCloseness"
  | "mean"
  | "topics"
  | "author";

/** Features read from the texts, for the best candidates only. */
type TextFeature = "proximity" | "name";

/** Read from the scores and vectors of other candidates. */
type NeighborFeature = "neighbors";

export type RankingWeights = Readonly<Record<IndexFeature | NeighborFeature | TextFeature, number>>;

/** `archive`, `projects`: with vectors of the built-in embedder; the others with those of a sentence model. */
type RankedKind = "archive" | "archiveByModel" | "projects" | "projectsByModel";

export const rankingWeights: Readonly<Record<RankedKind, RankingWeights>> = JSON.parse(
  readFileSync(new URL("./weights.json", import.meta.url), "utf8"),
);

/** Smooths reciprocal ranks: the tenth counts a third of the first. */
const rankConstant = 5;

/** Records of a corpus in which `few` features count half. */
const fewRecords = 1_000;

/** Tags and categories are short, so that one common word already is a fair share of a query. */
const topicPower = 4;

/**
 * Scores, comparable within one query only. Word scores are divided by the best of the query, closeness is scaled from
 * the median to the best. `unexplained` features weigh a channel by the share of the query that no candidate holds: the
 * fewer of its words occur together, the less they say and the more the meaning does. `few` features weigh it by how few
 * records there are: the nearest of a hundred texts is the one that is meant more often than the nearest of many thousands.
 */
export function scoreEvidence(evidence: Evidence, by: RankingWeights): Float64Array {
  const scores = new Float64Array(evidence.words.length);
  const unexplained = unexplainedShare(evidence);
  const few = fewShare(evidence);
  const add = (column: ArrayLike<number> | null | undefined, weight: number) => {
    if (column && weight !== 0) for (let i = 0; i < scores.length; i++) scores[i]! += weight * column[i]!;
  };
  const addSpread = (column: ArrayLike<number> | null | undefined, weight: number) => {
    if (column && weight !== 0) add(spread(column), weight);
  };
  const addRelative = (column: ArrayLike<number> | undefined, weight: number) =>
    add(column, weight / (column ? maxOf(column) || 1 : 1));
  addRelative(evidence.words, by.words + by.unexplainedWords * unexplained + by.fewWords * few);
  add(reciprocalRanks(evidence.words), by.wordsRank + by.fewWordsRank * few);
  addRelative(evidence.passages, by.passage);
  add(evidence.coverage, by.coverage);
  addSpread(evidence.closeness, by.closeness + by.unexplainedCloseness * unexplained + by.fewCloseness * few);
  addSpread(evidence.means, by.mean);
  add(evidence.authored, by.author);
  if (evidence.topics)
    add(
      Float64Array.from(evidence.topics, (share) => share ** topicPower),
      by.topics,
    );
  return scores;
}

/** Share of the query, by rarity, that no candidate holds: 0 to 1. */
export function unexplainedShare({ words, closeness, coverage }: Evidence): number {
  // Without vectors nothing could take the weight that words lose.
  return closeness && words.length > 0 ? 1 - Math.min(1, maxOf(coverage)) : 0;
}

/** From 1 for a single record to 0 for very many. */
export function fewShare({ closeness, records }: Evidence): number {
  return closeness && records !== undefined ? 1 / (1 + records / fewRecords) : 0;
}

/** 1 for the best, falling with the rank; equal values share the better rank. */
function reciprocalRanks(values: ArrayLike<number>): Float64Array {
  const reciprocal = new Float64Array(values.length);
  let rank = 0;
  let last = Number.POSITIVE_INFINITY;
  argsort(new Float64Array(values)).forEach((at, place) => {
    if (values[at]! < last) rank = place;
    last = values[at]!;
    reciprocal[at] = rankConstant / (rankConstant + rank);
  });
  return reciprocal;
}

function maxOf(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > best) best = values[i]!;
  return best;
}

/** From 0 at the median to 1 at the best; what is below the median counts as the median. */
function spread(values: ArrayLike<number>): Float64Array {
  if (values.length === 0) return new Float64Array(0);
  const sorted = new Float64Array(values).sort();
  const median = sorted[sorted.length >> 1]!;
  const range = Math.max(1e-6, sorted[sorted.length - 1]! - median);
  const shares = new Float64Array(values.length);
  for (let i = 0; i < shares.length; i++) shares[i] = Math.max(0, (values[i]! - median) / range);
  return shares;
}
