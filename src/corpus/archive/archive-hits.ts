/** Merges the hits of several segments. */
import type { WeightedTerm } from "../../search/text/text-index.ts";

/** Best first; of equal scores, the lower number. */
export interface Hits {
  /** Document or chunk numbers over all segments. */
  ids: Uint32Array;
  scores: Float64Array;
}

/**
 * The k best of several segments' hits, given in the order of segments: of equal scores, hits of earlier segments come
 * first.
 */
export function mergeHits(lists: readonly Hits[], k: number): Hits {
  if (lists.length === 1) return lists[0]!;
  const size = Math.min(
    k,
    lists.reduce((sum, { ids }) => sum + ids.length, 0),
  );
  const merged = { ids: new Uint32Array(size), scores: new Float64Array(size) };
  const next = lists.map(() => 0);
  for (let i = 0; i < size; i++) {
    let best = -1;
    for (let l = 0; l < lists.length; l++) {
      const { scores } = lists[l]!;
      if (next[l]! === scores.length) continue;
      if (best < 0 || scores[next[l]!]! > lists[best]!.scores[next[best]!]!) best = l;
    }
    merged.ids[i] = lists[best]!.ids[next[best]!]!;
    merged.scores[i] = lists[best]!.scores[next[best]!]!;
    next[best]!++;
  }
  return merged;
}

/** Maps bits over a segment's terms to bits over the query's terms, because a segment may lack some. */
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

/** Adds to every number, in place. */
export function raise(numbers: Uint32Array, by: number): Uint32Array {
  for (let i = 0; i < numbers.length; i++) numbers[i]! += by;
  return numbers;
}
