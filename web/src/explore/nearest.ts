/** The name that a mistyped one may have meant. */

/** Levenshtein distance in UTF-16 units. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++)
      row.push(Math.min(above[j]! + (a[i] === b[j] ? 0 : 1), above[j + 1]! + 1, row[j]! + 1));
    above = row;
  }
  return above[b.length]!;
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
