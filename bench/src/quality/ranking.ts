/** How good a ranking is, by graded judgements (document → grade; missing is 0). */
export type Judgements = ReadonlyMap<string, number>;

/** The grade is the gain, discounted by the logarithm of the rank, as trec_eval has it. Between 0 and 1. */
export function ndcg(ranking: readonly string[], judgements: Judgements, k = 10): number {
  const gains = ranking.slice(0, k).map((id) => judgements.get(id) ?? 0);
  const ideal = Array.from(judgements.values())
    .sort((x, y) => y - x)
    .slice(0, k);
  const best = discounted(ideal);
  return best === 0 ? 0 : discounted(gains) / best;
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

/** One over the rank of the first document with any grade above 0; 0 when none is among the first k. */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements, k = 10): number {
  const rank = ranking.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

/** First appearances, in order. */
export function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
