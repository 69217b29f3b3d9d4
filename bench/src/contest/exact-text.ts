/** Plain BM25 over every chunk, independent of the engine: the reference for the contenders' results. */
import type { ChunkSet } from "./chunk-set.ts";

/** The constants that all contenders use; FTS5 and LanceDB do not let them be changed. */
export const bm25Shape = { k1: 1.2, b: 0.75 } as const;

/** Compares a list of results with the exact one. */
export interface TextJudge {
  /**
   * Share of the exact top that the list holds. A chunk that scores as the last of the exact top does counts,
   * so that ties are not errors.
   */
  agreement(query: number, ids: readonly number[]): number;
  /** The exact top, best first, ties by number. */
  top(query: number): readonly number[];
}

interface Posting {
  chunks: number[];
  frequencies: number[];
}

const tolerance = 1e-6;

/** Scores each query (terms separated by spaces) against every chunk. */
export function judgeText(chunks: ChunkSet, queries: readonly string[], k: number): TextJudge {
  const postings = new Map<string, Posting>();
  for (const query of queries)
    for (const term of query.split(" ")) postings.set(term, { chunks: [], frequencies: [] });
  const lengths = fill(chunks, postings);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const scoresOf = (query: string) => {
    const scores = new Map<number, number>();
    for (const term of new Set(query.split(" "))) {
      const { chunks: holders, frequencies } = postings.get(term)!;
      const idf = Math.log(1 + (lengths.length - holders.length + 0.5) / (holders.length + 0.5));
      holders.forEach((chunk, i) => {
        const norm = bm25Shape.k1 * (1 - bm25Shape.b + (bm25Shape.b * lengths[chunk]!) / average);
        const weight = (frequencies[i]! * (bm25Shape.k1 + 1)) / (frequencies[i]! + norm);
        scores.set(chunk, (scores.get(chunk) ?? 0) + idf * weight);
      });
    }
    return scores;
  };
  const tops = queries.map((query) => topOf(scoresOf(query), k));
  return {
    agreement: (query, ids) => {
      const { ids: best, held } = tops[query]!;
      if (best.length === 0) return 1;
      const right = new Set(ids.slice(0, k).filter((id) => held.has(id)));
      return Math.min(1, right.size / best.length);
    },
    top: (query) => tops[query]!.ids,
  };
}

/** Fills the postings of the wanted terms; returns the lengths of the chunks in terms. */
function fill(chunks: ChunkSet, postings: ReadonlyMap<string, Posting>): Uint32Array {
  const lengths = new Uint32Array(chunks.count);
  let chunk = 0;
  for (const text of chunks.texts()) {
    const terms = text.split(" ");
    lengths[chunk] = terms.length;
    for (const term of terms) {
      const posting = postings.get(term);
      if (!posting) continue;
      if (posting.chunks.at(-1) === chunk) posting.frequencies[posting.frequencies.length - 1]!++;
      else {
        posting.chunks.push(chunk);
        posting.frequencies.push(1);
      }
    }
    chunk++;
  }
  return lengths;
}

function topOf(scores: ReadonlyMap<number, number>, k: number): { ids: number[]; held: Set<number> } {
  const ranked = Array.from(scores).sort((x, y) => y[1] - x[1] || x[0] - y[0]);
  const bar = ranked[Math.min(k, ranked.length) - 1]?.[1] ?? 0;
  const held = new Set<number>();
  for (const [id, score] of ranked) {
    if (score < bar - tolerance) break;
    held.add(id);
  }
  return { ids: ranked.slice(0, k).map(([id]) => id), held };
}
