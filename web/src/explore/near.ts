/** Finds the nearest of a list of names, for an address that holds one with a typing error. */

/** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

export interface Named {
  key: string;
  label: string;
}

const longest = 80;

/** The nearest by key or label, within a third of the text's length; null when none is near. */
export function nearestOf(text: string, choices: readonly Named[]): Named | null {
  const wanted = text.toLowerCase().slice(0, longest);
  let best: { choice: Named; distance: number } | null = null;
  for (const choice of choices) {
    for (const name of [choice.key, choice.label]) {
      const candidate = name.toLowerCase().slice(0, longest);
      const isPart = wanted.length > 2 && candidate.includes(wanted);
      const distance = isPart ? 1 : editDistance(wanted, candidate);
      if (
        distance <= Math.max(2, wanted.length / 3) &&
        distance < (best?.distance ?? Number.POSITIVE_INFINITY)
      )
        best = { choice, distance };
    }
  }
  return best?.choice ?? null;
}
