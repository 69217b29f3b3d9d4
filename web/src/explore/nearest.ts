/** Names that a mistyped one may have meant. */

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

/** The names nearest to `asked`, the nearest first: those that contain it, and those a few letters away. */
export function nearestNames(asked: string, names: readonly string[], most = 3): string[] {
  const wanted = asked.toLowerCase().slice(0, 100);
  const reach = Math.max(2, Math.ceil(wanted.length / 3));
  return names
    .map((name) => {
      const known = name.toLowerCase().slice(0, 100);
      const contains = wanted.length > 2 && (known.includes(wanted) || wanted.includes(known));
      return { name, distance: contains ? 1 : editDistance(wanted, known) };
    })
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}
