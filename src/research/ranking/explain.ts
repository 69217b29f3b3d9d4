/** What each channel contributes to a candidate's ranking score. */
import type { ExplanationChannel } from "../../contract/api/explanation.ts";
import { type Evidence, fewShare, lexicalShare, type RankingWeights, scoreEvidence } from "./linear-model.ts";
import type { TextShares } from "./text-features.ts";

type ChannelName = ExplanationChannel["name"];

export interface RankedEvidence {
  evidence: Evidence;
  weights: RankingWeights;
  /** Mean scores of the nearest neighbors of the best candidates, where they count. */
  neighbors?: ReadonlyMap<number, number>;
  /** Shares read from the texts of the best candidates. */
  texts: ReadonlyMap<number, TextShares>;
  /** Added to the score of candidates whose name nearly is the query. */
  nameBonus?(candidate: number): number;
}

interface Channel {
  name: ChannelName;
  scores: ArrayLike<number>;
  weight(candidate: number): number;
  contribution(candidate: number): number;
}

/** The features of each channel, by the name of their weight. */
const features: Partial<Record<ChannelName, readonly (keyof RankingWeights)[]>> = {
  words: ["words", "wordsRank", "fewWords", "fewWordsRank"],
  passage: ["passage"],
  coverage: ["coverage"],
  closeness: ["closeness", "fewCloseness"],
  mean: ["mean"],
  topics: ["topics"],
  author: ["author"],
};

const lexicalChannels: readonly ChannelName[] = ["words", "passage", "coverage"];

/** Returns a function that explains one candidate; the columns of all are computed when it is first called. */
export function explainCandidates(ranked: RankedEvidence): (candidate: number) => ExplanationChannel[] {
  let channels: Channel[] | null = null;
  return (candidate) => {
    channels ??= channelsOf(ranked);
    return channels.map(({ name, scores, weight, contribution }) => ({
      name,
      score: round(scores[candidate]!),
      rank: rankOf(scores, candidate),
      weight: round(weight(candidate)),
      contribution: round(contribution(candidate)),
    }));
  };
}

/** The same where the words of whole records alone decide: their share of the best. */
export function explainWords(scores: ArrayLike<number>): (candidate: number) => ExplanationChannel[] {
  return (candidate) => [
    {
      name: "words",
      score: round(scores[candidate]!),
      rank: rankOf(scores, candidate),
      weight: 1,
      contribution: round(scores[candidate]! / (scores[0] || 1)),
    },
  ];
}

function channelsOf(ranked: RankedEvidence): Channel[] {
  const { words, passages, coverage, closeness, means, topics, authored } = ranked.evidence;
  const columns = { words, passage: passages, coverage, closeness, mean: means, topics, author: authored };
  const indexed = Object.entries(columns).flatMap(([name, scores]) =>
    scores ? [indexChannel(ranked, name as ChannelName, scores)] : [],
  );
  return [
    ...indexed,
    ...(ranked.neighbors ? [neighborChannel(ranked, ranked.neighbors)] : []),
    textChannel(ranked, "proximity"),
    textChannel(ranked, "name"),
  ];
}

function indexChannel(
  { evidence, weights }: RankedEvidence,
  name: ChannelName,
  scores: ArrayLike<number>,
): Channel {
  const own = Object.fromEntries(
    Object.entries(weights).map(([feature, weight]) => [
      feature,
      feature === "unexplained" || features[name]!.includes(feature as keyof RankingWeights) ? weight : 0,
    ]),
  ) as RankingWeights;
  const contributions = scoreEvidence(evidence, own);
  const share = lexicalChannels.includes(name) ? lexicalShare(evidence, weights) : 1;
  const few = fewShare(evidence);
  const most = features[name]!.reduce(
    (sum, feature) => sum + share * own[feature] * (feature.startsWith("few") ? few : 1),
    0,
  );
  return { name, scores, weight: () => most, contribution: (candidate) => contributions[candidate]! };
}

function neighborChannel(
  { evidence, weights }: RankedEvidence,
  neighbors: ReadonlyMap<number, number>,
): Channel {
  const scores = Float64Array.from(evidence.words, (_, candidate) => neighbors.get(candidate) ?? 0);
  const most = weights.neighbors * Math.max(0, ...neighbors.values());
  return {
    name: "neighbors",
    scores,
    weight: () => most,
    contribution: (candidate) => weights.neighbors * scores[candidate]!,
  };
}

function textChannel(
  { evidence, weights, texts, nameBonus }: RankedEvidence,
  name: keyof TextShares,
): Channel {
  const scores = Float64Array.from(evidence.words, (_, candidate) => texts.get(candidate)?.[name] ?? 0);
  const bonus = (candidate: number) => (name === "name" ? (nameBonus?.(candidate) ?? 0) : 0);
  return {
    name,
    scores,
    weight: (candidate) => weights[name] + bonus(candidate),
    contribution: (candidate) => weights[name] * scores[candidate]! + bonus(candidate),
  };
}

/** Equal scores share the better rank; null for a score of 0. */
function rankOf(scores: ArrayLike<number>, candidate: number): number | null {
  const own = scores[candidate]!;
  if (own === 0) return null;
  let rank = 1;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > own) rank++;
  return rank;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
