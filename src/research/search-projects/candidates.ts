/** Candidates for a query from three channels: vectors, all words, and names of tags, categories and tracks. */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countBits } from "../../search/bitset.ts";
import { prepareQuery } from "../../search/vector/vector-index.ts";
import type { ProjectQuery } from "./query.ts";

/** Rows per channel. The same for every page of a query, so that pages neither overlap nor leave gaps. */
export const poolSize = 300;
/** How many of the one-bit scan's best are scored by their full codes. */
const scanned = 600;

export interface Channel {
  /** Best first, ties by row. */
  rows: Uint32Array;
  scores: ArrayLike<number>;
}

export interface Candidates {
  /** Scores are cosines; null when the query has no vector. */
  vector: Channel | null;
  words: Channel;
  topics: Channel;
  /**
   * How well the best project fits by its words: its score as a share of the query's total rarity, words that
   * occur nowhere included. Above 1 for typical keywords, below a half when the query is put in other words.
   */
  wordFit: number;
}

const none: Channel = { rows: new Uint32Array(0), scores: [] };

/** Searches among the projects in `index.selection`. `vector` is of unit length, or null when there is none. */
export function findCandidates(
  index: ProjectIndex,
  query: ProjectQuery,
  vector: Float32Array | null,
): Candidates {
  const selected = countBits(index.selection);
  if (selected === 0) return { vector: vector && none, words: none, topics: none, wordFit: 0 };
  const options = { mask: selected === index.count ? 0 : index.selectionAt, scratch: index.scratch };
  const search = (field: "words" | "topics"): Channel => {
    const { documents, scores } = index[field].search(query.terms, poolSize, options);
    return { rows: documents, scores };
  };
  const words = search("words");
  const topics = search("topics");
  const wordFit = fitOf(index, query, words);
  if (!vector) return { vector: null, words, topics, wordFit };
  if (vector.length !== index.meta.dimensions)
    throw new RangeError(
      `a query vector of ${vector.length} numbers where ${index.meta.dimensions} are needed`,
    );
  const prepared = prepareQuery(vector, index.rotation);
  const { ids, similarities } = index.vectors.search(prepared, {
    k: poolSize,
    candidates: scanned,
    // Filters may leave few projects, in any list.
    everyList: true,
    ...options,
  });
  return { vector: { rows: ids, scores: similarities }, words, topics, wordFit };
}

function fitOf(index: ProjectIndex, { terms }: ProjectQuery, words: Channel): number {
  let total = 0;
  for (const weight of index.words.weigh(terms).values()) total += weight;
  return total > 0 ? (words.scores[0] ?? 0) / total : 0;
}
