/** Measures of ranking quality from graded judgements (id → grade; unjudged documents count as 0). */
export type Judgements = Readonly<Record<string, number>>;

/** nDCG: the grade is the gain, discounted by the logarithm of the rank, as in trec_eval. Between 0 and 1. */
export function ndcgAt10(ranking: readonly string[], judgements: Judgements): number {
  const ideal = Object.values(judgements).toSorted((a, b) => b - a);
  const best = discounted(ideal);
  return best === 0 ? 0 : discounted(ranking.map((id) => judgements[id] ?? 0)) / best;
}

function discounted(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

/** Reciprocal rank of the first document with a grade above 0 among ten; 0 without one. */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements): number {
  const rank = ranking.slice(0, 10).findIndex((id) => (judgements[id] ?? 0) > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

export interface Judged {
  id: string;
  query: string;
  kind: string;
  judgements: Judgements;
}

export interface Quality {
  queries: number;
  ndcg: number;
  mrr: number;
}

/** Averages per kind of query, and over all under `all`. `search` gives ids, best first; repeats count once. */
export async function judge(
  queries: readonly Judged[],
  search: (query: string) => Promise<readonly string[]>,
): Promise<Record<string, Quality>> {
  const sums: Record<string, Quality> = {};
  for (const { query, kind, judgements } of queries) {
    const ranking = [...new Set(await search(query))];
    for (const name of [kind, "all"]) {
      sums[name] ??= { queries: 0, ndcg: 0, mrr: 0 };
      sums[name].queries++;
      sums[name].ndcg += ndcgAt10(ranking, judgements);
      sums[name].mrr += reciprocalRank(ranking, judgements);
    }
  }
  const mean = ({ queries, ndcg, mrr }: Quality) => ({ queries, ndcg: ndcg / queries, mrr: mrr / queries });
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, mean(sum)]));
}

/** One line per kind, so that a run shows the measured values, not only that they passed. */
export function report(name: string, measured: Record<string, Quality>): void {
  for (const [kind, { queries, ndcg, mrr }] of Object.entries(measured))
    process.stdout.write(
      `${name}, ${kind} (${queries}): nDCG@10 ${ndcg.toFixed(4)}, MRR ${mrr.toFixed(4)}\n`,
    );
}
