/** Seeded queries drawn from the corpus itself: words of titles, and words that occur close together in passages. */
import { pick } from "../measure/random.ts";

/** What a query is drawn from: a document's title, and one of its passages. */
export interface QuerySource {
  title: string;
  passage: string;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}'-]*[\p{L}\p{N}]/gu;
const fewest = 3;
const most = 6;
/** Words of one passage come from a stretch this long. */
const stretch = 40;

/**
 * Three to six words as someone would type them, from a title and from a passage in turn; null when the source
 * has too few. `isContent` selects words that are not stop words.
 */
export function drawQuery(
  source: QuerySource,
  options: { random: () => number; fromTitle: boolean; isContent: (word: string) => boolean },
): string | null {
  const { random, fromTitle, isContent } = options;
  const words = (fromTitle ? source.title : source.passage).match(word)?.filter(isContent) ?? [];
  const distinct = [...new Set(words.map((each) => each.toLowerCase()))];
  if (distinct.length < fewest) return null;
  const length = fewest + Math.floor(random() * (Math.min(most, distinct.length) - fewest + 1));
  if (fromTitle) {
    const start = Math.floor(random() * (distinct.length - length + 1));
    return distinct.slice(start, start + length).join(" ");
  }
  const start = Math.floor(random() * Math.max(1, distinct.length - stretch));
  const near = distinct.slice(start, start + stretch);
  const chosen = new Set<string>();
  while (chosen.size < Math.min(length, near.length)) chosen.add(pick(random, near));
  return near.filter((each) => chosen.has(each)).join(" ");
}
