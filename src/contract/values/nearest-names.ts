/** The known names that are most like an unknown one. */

/** Pairs of neighboring characters, case and punctuation aside; each once. */
function pairsOf(name: string): Set<string> {
  const plain = ` ${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  return new Set(Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2)));
}

/** Shared pairs in relation to all (Dice's coefficient), 0 to 1. */
function likeness(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return (2 * shared) / (a.size + b.size);
}

const minLikeness = 0.35;

/** At most `count` names, best first; none when nothing is alike. */
export function nearestNames(name: string, known: Iterable<string>, count = 3): string[] {
  const pairs = pairsOf(name.slice(0, 200));
  return [...known]
    .map((candidate) => ({ candidate, score: likeness(pairs, pairsOf(candidate)) }))
    .filter(({ score }) => score >= minLikeness)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}
