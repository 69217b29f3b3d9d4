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
  /** Sum of the rarities of the query's own words. */
  rarity: number;
  /** Records of the corpus, where its size matters. */
  records?: number;
}

/** Features read from the index, for every candidate. */
type IndexFeature =
  | "words"
  | "wordsRank"
  | "fewWords"
  | "fewWordsRank"
  | "passage"
  | "coverage"
  | "closeness"
  | "fewCloseness"
  | "mean"
  | "topics"
  | "author";

/** Features read from the texts, for the best candidates only. */
type TextFeature = "proximity" | "name";

/** Read from the scores and vectors of other candidates. */
type NeighborFeature = "neighbors";

type Feature = IndexFeature | NeighborFeature | TextFeature;

/** `unexplained`: how fast words lose weight with the share of the query that they leave unexplained. */
export type RankingWeights = Readonly<Record<Feature | "unexplained", number>>;

/** `archive`, `projects`: with vectors of the built-in embedder; the others with those of a sentence model. */
type RankedKind = "archive" | "archiveByModel" | "projects" | "projectsByModel";

export const rankingWeights: Readonly<Record<RankedKind, RankingWeights>> = JSON.parse(
  readFileSync(new URL("./weights.json", import.meta.url), "utf8"),
);

/** Smooths reciprocal ranks: the tenth counts a third of the first. */
const rankConstant = 5;

/** Share of their weight that words keep however little they explain: a rare word may occur apart from all others. */
const leastLexical = 0.25;

/** Sum of rarities that a record must hold of a query for what it leaves unexplained to count half. */
const halfExplained = 15;

/** Records of a corpus in which `few` features count half. */
const fewRecords = 1_000;

/** Tags and categories are short, so that one common word already is a fair share of a query. */
const topicPower = 4;

/**
 * Scores, comparable within one query only. Word scores are divided by the best of the query, closeness is scaled from
 * the median to the best. The fewer of the query's words occur together in any candidate, the less words, rank, passages and
 * coverage count beside the meaning. `few` features weigh a channel by how few records there are: the nearest of a hundred
 * texts is the one that is meant more often than the nearest of many thousands.
 */
export function scoreEvidence(evidence: Evidence, by: RankingWeights): Float64Array {
  const scores = new Float64Array(evidence.words.length);
  const lexical = lexicalShare(evidence, by);
  const few = fewShare(evidence);
  const add = (column: ArrayLike<number> | null | undefined, weight: number) => {
    if (column && weight !== 0) for (let i = 0; i < scores.length; i++) scores[i]! += weight * column[i]!;
  };
  const addSpread = (column: ArrayLike<number> | null | undefined, weight: number) => {
    if (column && weight !== 0) add(spread(column), weight);
  };
  const addRelative = (column: ArrayLike<number> | undefined, weight: number) =>
    add(column, weight / (column ? maxOf(column) || 1 : 1));
  addRelative(evidence.words, lexical * (by.words + by.fewWords * few));
  add(reciprocalRanks(evidence.words), lexical * (by.wordsRank + by.fewWordsRank * few));
  addRelative(evidence.passages, lexical * by.passage);
  add(evidence.coverage, lexical * by.coverage);
  addSpread(evidence.closeness, by.closeness + by.fewCloseness * few);
  addSpread(evidence.means, by.mean);
  add(evidence.authored, by.author);
  if (evidence.topics)
    add(
      Float64Array.from(evidence.topics, (share) => share ** topicPower),
      by.topics,
    );
  return scores;
}

/** Share of their weight that words, rank, passages and coverage keep. */
export function lexicalShare(evidence: Evidence, { unexplained }: RankingWeights): number {
  return Math.max(leastLexical, 1 - unexplained * unexplainedShare(evidence));
}

/**
 * Share of the query, by rarity, that no candidate holds: 0 to 1. It is lower where a candidate holds much: half of a long
 * description says more than half of three words.
 */
function unexplainedShare({ words, closeness, coverage, rarity }: Evidence): number {
  // Without vectors nothing could take the weight that words lose.
  if (!closeness || words.length === 0) return 0;
  const held = Math.min(1, maxOf(coverage));
  return ((1 - held) * halfExplained) / (halfExplained + held * rarity);
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
