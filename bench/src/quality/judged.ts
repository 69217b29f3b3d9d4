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
