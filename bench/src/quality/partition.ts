/** Agreement of a partition of projects with labels, and coherence of words. */

/** Labels of each item; an item with several counts in parts, so that each item weighs 1. Items without labels are omitted. */
export type ItemLabels = readonly (readonly string[])[];

/**
 * Normalised mutual information of groups and labels (A. Strehl, J. Ghosh, 2002; normalised by the mean of the two
 * entropies). From 0, independent, to 1, the same; 0 where either has a single value.
 */
export function normalisedMutualInformation(groupOf: ArrayLike<number>, labels: ItemLabels): number {
  const joint = new Map<string, number>();
  const groups = new Map<string, number>();
  const values = new Map<string, number>();
  let total = 0;
  labels.forEach((own, item) => {
    for (const label of own) {
      const weight = 1 / own.length;
      total += weight;
      add(groups, String(groupOf[item]), weight);
      add(values, label, weight);
      add(joint, `${groupOf[item]} ${label}`, weight);
    }
  });
  let information = 0;
  for (const [pair, weight] of joint) {
    const space = pair.indexOf(" ");
    const expected = (groups.get(pair.slice(0, space))! * values.get(pair.slice(space + 1))!) / total;
    information += (weight / total) * Math.log(weight / expected);
  }
  const entropies = entropy(groups, total) + entropy(values, total);
  return entropies > 0 ? Math.max(0, (2 * information) / entropies) : 0;
}

function add(counts: Map<string, number>, key: string, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

function entropy(counts: ReadonlyMap<string, number>, total: number): number {
  let sum = 0;
  for (const count of counts.values()) sum -= (count / total) * Math.log(count / total);
  return sum;
}

/** The items of each term, for counting co-occurrences. */
export function termItems(items: readonly ReadonlySet<string>[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  items.forEach((terms, item) => {
    for (const term of terms) found.set(term, (found.get(term) ?? new Set()).add(item));
  });
  return found;
}

/**
 * Mean normalised pointwise mutual information over all pairs of terms (G. Bouma, 2009): 1 for terms that only
 * occur together, 0 for independent ones, −1 for those that never do. Null for fewer than two terms.
 */
export function coherence(
  terms: readonly string[],
  itemsOf: ReadonlyMap<string, ReadonlySet<number>>,
  items: number,
): number | null {
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < terms.length; i++)
    for (let j = i + 1; j < terms.length; j++) {
      sum += npmi(itemsOf.get(terms[i]!) ?? none, itemsOf.get(terms[j]!) ?? none, items);
      pairs++;
    }
  return pairs === 0 ? null : sum / pairs;
}

const none: ReadonlySet<number> = new Set();

function npmi(one: ReadonlySet<number>, other: ReadonlySet<number>, items: number): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let together = 0;
  for (const item of small) if (large.has(item)) together++;
  if (together === 0) return -1;
  if (together === items) return 1;
  return Math.log((together * items) / (one.size * other.size)) / -Math.log(together / items);
}
