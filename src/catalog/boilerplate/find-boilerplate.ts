/** Which blocks the pages of a site repeat: notices, invitations to subscribe, lists of other pages, licences. */
import { blocksOf } from "./blocks.ts";

/** A block must be on so many pages, and on such a part of them. */
const MIN_PAGES = 8;
const MIN_PART = 1 / 5;
/** One that is left out already stays so down to this share of both, so that a few pages more or less change nothing. */
const MIN_KNOWN = 1 / 2;
/** A page of which more is repeated is a copy, such as another edition, or says nothing else: it proves nothing. */
const MAX_REPEATED = 2 / 3;

/** Keys of blocks. The same pages have the same result in any order; `known` is the result before. */
export function findBoilerplate(contents: readonly string[], known: ReadonlySet<string>): Set<string> {
  const pages = contents.map((content) => {
    const blocks = blocksOf(content);
    const letters = blocks.reduce((sum, block) => sum + block.letters, 0);
    return { blocks: blocks.filter(({ key }) => key !== null), letters };
  });
  const count = (counted: typeof pages) => {
    const counts = new Map<string, number>();
    for (const { blocks } of counted)
      for (const key of new Set(blocks.map((block) => block.key!)))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const isOften = (key: string, times: number) => {
    const share = known.has(key) ? MIN_KNOWN : 1;
    return times >= MIN_PAGES * share && times >= pages.length * MIN_PART * share;
  };
  const often = new Set([...count(pages)].filter(([key, times]) => isOften(key, times)).map(([key]) => key));
  if (often.size === 0) return often;
  const witnesses = pages.filter(({ blocks, letters }) => {
    const repeated = blocks.reduce((sum, block) => sum + (often.has(block.key!) ? block.letters : 0), 0);
    return repeated <= letters * MAX_REPEATED;
  });
  return new Set([...count(witnesses)].filter(([key, times]) => isOften(key, times)).map(([key]) => key));
}
