/** Evidence of candidates as columns, in the order that the ranking asks for. */

import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";
import { matchedBits } from "./queries.ts";
import type { Hit } from "./read-hits.ts";
import { cosine } from "./vector-code.ts";

export interface Scored {
  score: number;
  /** Bits of the query's first 32 terms. */
  matched: number;
}

const nothing: Scored = { score: 0, matched: 0 };

/** Lucene leaves the constant factor of BM25 out. */
export function scoredOf({ _score, matched_queries }: Hit, { k1 }: { k1: number }): Scored {
  return { score: (_score ?? 0) * (k1 + 1), matched: matchedBits(matched_queries) };
}

export function columnsOf(
  numbers: Uint32Array,
  scored: ReadonlyMap<number, Scored>,
): { scores: Float64Array; matched: Uint32Array } {
  const rows = Array.from(numbers, (number) => scored.get(number) ?? nothing);
  return {
    scores: Float64Array.from(rows, ({ score }) => score),
    matched: Uint32Array.from(rows, ({ matched }) => matched),
  };
}

export function cosinesOf(
  query: PreparedQuery,
  numbers: Uint32Array,
  codes: ReadonlyMap<number, Int8Vector | null>,
): Float64Array {
  return Float64Array.from(numbers, (number) => {
    const code = codes.get(number);
    return code ? cosine(query, code) : 0;
  });
}
