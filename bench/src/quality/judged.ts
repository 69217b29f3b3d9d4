/** Runs judged queries through a search and averages how good the rankings are. */
import { distinct, type Judgements, ndcg, reciprocalRank } from "./ranking.ts";

export interface JudgedQuery {
  query: string;
  judgements: Judgements;
  /** Such as `paraphrase`. */
  kind: string;
}

export interface Quality {
  ndcg: number;
  mrr: number;
  queries: number;
}

export interface QualityByKind extends Quality {
  /** Kind of query → its quality. */
  kinds: Record<string, Quality>;
}

/** Quality per channel, over all queries and over those of each kind. `search` gives ids, best first; repeats count once. */
export async function judgeChannels<Channel extends string>(
  queries: readonly JudgedQuery[],
  search: (query: string) => Promise<Record<Channel, readonly string[]>>,
): Promise<Record<Channel, QualityByKind>> {
  const judged: { judgement: JudgedQuery; rankings: Record<Channel, readonly string[]> }[] = [];
  for (const judgement of queries) judged.push({ judgement, rankings: await search(judgement.query) });
  const channels = Object.keys(judged[0]?.rankings ?? {}) as Channel[];
  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  const quality = (channel: Channel, kind?: string) =>
    mean(
      judged
        .filter(({ judgement }) => kind === undefined || judgement.kind === kind)
        .map(({ judgement, rankings }) => qualityOf(rankings[channel], judgement.judgements)),
    );
  return Object.fromEntries(
    channels.map((channel) => [
      channel,
      {
        ...quality(channel),
        kinds: Object.fromEntries(kinds.map((kind) => [kind, quality(channel, kind)])),
      },
    ]),
  ) as Record<Channel, QualityByKind>;
}

type QueryQuality = Omit<Quality, "queries">;

function qualityOf(ranking: readonly string[], judgements: Judgements): QueryQuality {
  const ids = distinct(ranking);
  return { ndcg: ndcg(ids, judgements), mrr: reciprocalRank(ids, judgements) };
}

function mean(qualities: readonly QueryQuality[]): Quality {
  const count = Math.max(1, qualities.length);
  const sum = (of: (quality: QueryQuality) => number) =>
    qualities.reduce((total, quality) => total + of(quality), 0) / count;
  return { ndcg: sum(({ ndcg }) => ndcg), mrr: sum(({ mrr }) => mrr), queries: qualities.length };
}
