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

/** The k best of several segments' lists. */
export function mergeNearest(lists: readonly NearestChunks[], k: number): NearestChunks {
  const all = lists.flatMap(({ chunks, cosines }) =>
    Array.from(chunks, (chunk, i) => ({ chunk, cosine: cosines[i]! })),
  );
  all.sort((x, y) => y.cosine - x.cosine || x.chunk - y.chunk);
  all.length = Math.min(all.length, k);
  return {
    chunks: Uint32Array.from(all, ({ chunk }) => chunk),
    cosines: Float32Array.from(all, ({ cosine }) => cosine),
  };
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
