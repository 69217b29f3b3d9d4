/** Runs judged queries through a search and averages how good the rankings are. */
import { distinct, type Judgements, ndcg, reciprocalRank } from "./ranking.ts";

export interface JudgedQuery {
  query: string;
  judgements: Judgements;
}

export interface Quality {
  ndcg: number;
  mrr: number;
  queries: number;
}

/** `search` gives ids, best first; repeats count once. */
export async function judge(
  queries: readonly JudgedQuery[],
  search: (query: string) => Promise<readonly string[]>,
): Promise<Quality> {
  const sums = { ndcg: 0, mrr: 0 };
  for (const { query, judgements } of queries) {
    const ranking = distinct(await search(query));
    sums.ndcg += ndcg(ranking, judgements);
    sums.mrr += reciprocalRank(ranking, judgements);
  }
  const count = Math.max(1, queries.length);
  return { ndcg: sums.ndcg / count, mrr: sums.mrr / count, queries: queries.length };
}

export interface QualityByKind extends Quality {
  /** Kind of query → its quality. */
  kinds: Record<string, Quality>;
}

/** The same over all queries and over those of each kind. */
export async function judgeByKind(
  queries: readonly (JudgedQuery & { kind: string })[],
  search: (query: string) => Promise<readonly string[]>,
): Promise<QualityByKind> {
  const rankings = new Map<string, readonly string[]>();
  for (const { query } of queries) rankings.set(query, await search(query));
  const found = async (query: string) => rankings.get(query)!;
  const kinds: Record<string, Quality> = {};
  for (const kind of new Set(queries.map((query) => query.kind)))
    kinds[kind] = await judge(
      queries.filter((query) => query.kind === kind),
      found,
    );
  return { ...(await judge(queries, found)), kinds };
}
