/** The baseline of clustering: spherical k-means on raw tf-idf, from random rows, the best of several restarts. */

export interface SparseRows {
  starts: Uint32Array;
  terms: Uint32Array;
  weights: Float64Array;
  vocabulary: number;
}

/** tf × log(n / df), of length 1; terms that occur in only one text are omitted. */
export function tfIdf(texts: readonly (readonly string[])[]): SparseRows {
  const frequency = new Map<string, number>();
  for (const text of texts)
    for (const term of new Set(text)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const kept = [...frequency].filter(([, count]) => count > 1);
  const idOf = new Map(kept.map(([term], id) => [term, id]));
  const starts = new Uint32Array(texts.length + 1);
  const terms: number[] = [];
  const weights: number[] = [];
  texts.forEach((text, row) => {
    const counts = new Map<number, number>();
    for (const term of text) {
      const id = idOf.get(term);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const own = [...counts].map(([id, count]) => count * Math.log(texts.length / kept[id]![1]));
    const length = Math.hypot(...own) || 1;
    terms.push(...counts.keys());
    weights.push(...own.map((weight) => weight / length));
    starts[row + 1] = terms.length;
  });
  return {
    starts,
    terms: Uint32Array.from(terms),
    weights: Float64Array.from(weights),
    vocabulary: kept.length,
  };
}

/** Row → group. */
export function tfIdfKMeans(
  rows: SparseRows,
  {
    groups,
    random,
    restarts = 3,
    rounds = 15,
  }: {
    groups: number;
    random: () => number;
    restarts?: number;
    rounds?: number;
  },
): Uint32Array {
  let best: { groupOf: Uint32Array; objective: number } | null = null;
  for (let start = 0; start < restarts; start++) {
    const outcome = lloyd(rows, { groups, random, rounds });
    if (!best || outcome.objective > best.objective) best = outcome;
  }
  return best!.groupOf;
}

function lloyd(
  { starts, terms, weights, vocabulary }: SparseRows,
  { groups, random, rounds }: { groups: number; random: () => number; rounds: number },
): { groupOf: Uint32Array; objective: number } {
  const count = starts.length - 1;
  // Term by term, so that each term of a row is applied to all centroids.
  let centroids: Float64Array = new Float64Array(vocabulary * groups);
  for (let group = 0; group < groups; group++) {
    const row = Math.floor(random() * count);
    for (let at = starts[row]!; at < starts[row + 1]!; at++)
      centroids[terms[at]! * groups + group] = weights[at]!;
  }
  const groupOf = new Uint32Array(count);
  let objective = 0;
  for (let round = 0; round < rounds; round++) {
    objective = 0;
    const sums = new Float64Array(vocabulary * groups);
    const scores = new Float64Array(groups);
    for (let row = 0; row < count; row++) {
      scores.fill(0);
      for (let at = starts[row]!; at < starts[row + 1]!; at++)
        for (let group = 0, from = terms[at]! * groups; group < groups; group++)
          scores[group]! += weights[at]! * centroids[from + group]!;
      let nearest = 0;
      for (let group = 1; group < groups; group++) if (scores[group]! > scores[nearest]!) nearest = group;
      groupOf[row] = nearest;
      objective += scores[nearest]!;
      for (let at = starts[row]!; at < starts[row + 1]!; at++)
        sums[terms[at]! * groups + nearest]! += weights[at]!;
    }
    centroids = unitColumns(sums, groups);
  }
  return { groupOf, objective };
}

function unitColumns(sums: Float64Array, groups: number): Float64Array {
  const squares = new Float64Array(groups);
  for (let i = 0; i < sums.length; i++) squares[i % groups]! += sums[i]! * sums[i]!;
  return sums.map((sum, i) => sum / (Math.sqrt(squares[i % groups]!) || 1));
}
