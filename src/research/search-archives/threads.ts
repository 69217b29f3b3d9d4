/** Posts of one thread are one result: the best of them, which names the others that were found. */
import type { ArchiveContext } from "../archive-context.ts";
import type { RankedDocument } from "./ranking.ts";

/** Posts named beside the best one. */
const maxSiblings = 10;

export interface CollapsedThreads {
  /** The best post of each thread, and documents without one, in rank order. */
  documents: readonly RankedDocument[];
  /** The other posts that were found, in rank order, by the one that is listed. */
  siblings: ReadonlyMap<number, readonly number[]>;
}

export function collapseThreads(
  { snapshot }: ArchiveContext,
  ranked: readonly RankedDocument[],
): CollapsedThreads {
  const listed = new Map<number, number>();
  const siblings = new Map<number, number[]>();
  const documents = ranked.filter(({ document }) => {
    const thread = snapshot.archive.threadOf(document);
    if (thread === 0) return true;
    const best = listed.get(thread);
    if (best === undefined) {
      listed.set(thread, document);
      return true;
    }
    const others = siblings.get(best) ?? [];
    if (others.length < maxSiblings) siblings.set(best, [...others, document]);
    return false;
  });
  return { documents, siblings };
}
