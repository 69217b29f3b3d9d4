/** What searches of single segments find, brought together. */
import type { WeightedTerm } from "../../search/text/text-index.ts";

export interface Hit {
  /** Document or chunk number over all segments. */
  id: number;
  score: number;
  /** Bit i: holds the i-th term of the query. */
  matched: number;
}

export interface NearestChunks {
  chunks: Uint32Array;
  /** Raw. */
  cosines: Float32Array;
}

/** Score descending, then number. */
export function best(hits: Hit[], k: number): Hit[] {
  return hits.sort((x, y) => y.score - x.score || x.id - y.id).slice(0, k);
}

/** The k best of several segments' lists, each of which has its best first. */
export function mergeNearest(lists: readonly NearestChunks[], k: number): NearestChunks {
  const size = Math.min(
    k,
    lists.reduce((sum, { chunks }) => sum + chunks.length, 0),
  );
  const merged = { chunks: new Uint32Array(size), cosines: new Float32Array(size) };
  const next = lists.map(() => 0);
  for (let i = 0; i < size; i++) {
    let best = -1;
    // Lists come in order of chunks: of equals, the first list's is the lower number.
    lists.forEach(({ cosines }, l) => {
      if (next[l]! === cosines.length) return;
      if (best < 0 || cosines[next[l]!]! > lists[best]!.cosines[next[best]!]!) best = l;
    });
    merged.chunks[i] = lists[best]!.chunks[next[best]!]!;
    merged.cosines[i] = lists[best]!.cosines[next[best]!]!;
    next[best]!++;
  }
  return merged;
}

/** Segments may lack terms: turns bits over a segment's terms into bits over the query's. */
export function matchedTerms(bits: Uint32Array, terms: readonly WeightedTerm[]): Uint32Array {
  if (terms.every((term, i) => term.position === undefined || term.position === i)) return bits;
  return bits.map((row) => {
    let over = 0;
    terms.forEach((term, i) => {
      if (i < 32 && row & (1 << i) && term.position! < 32) over |= 1 << term.position!;
    });
    return over;
  });
}
