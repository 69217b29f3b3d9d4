/** Queries of two terms, one that few chunks hold and one that many do: where text indexes skip the most, or cannot. */
import { pick } from "../measure/random.ts";

/** Chunks that hold a rare term, and the least share of chunks that hold a frequent one. */
const rare = { least: 5, most: 50 };
const frequentShare = 0.05;

/** `count` pairs, the rare term first; none where the corpus has no terms of one kind. */
export function drawPairs(texts: Iterable<string>, count: number, random: () => number): string[] {
  const held = new Map<string, number>();
  let chunks = 0;
  for (const text of texts) {
    chunks++;
    for (const term of new Set(text.split(" "))) held.set(term, (held.get(term) ?? 0) + 1);
  }
  const terms = [...held].filter(([term]) => term !== "").sort(([one], [other]) => (one < other ? -1 : 1));
  const select = (isWanted: (chunks: number) => boolean) =>
    terms.flatMap(([term, number]) => (isWanted(number) ? [term] : []));
  const rareTerms = select((number) => number >= rare.least && number <= rare.most);
  const frequent = select((number) => number >= frequentShare * chunks && number > rare.most);
  if (rareTerms.length === 0 || frequent.length === 0) return [];
  return Array.from({ length: count }, () => `${pick(random, rareTerms)} ${pick(random, frequent)}`);
}
