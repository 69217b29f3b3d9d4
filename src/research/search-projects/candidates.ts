/**
 * Candidates for a query: projects found by vector, by words, by topics (names of tags, categories and tracks), or by
 * name, each with its exact score in every channel.
 */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countBits, hasBit } from "../../search/bitset.ts";
import { fullNameKey } from "../../search/lookup/name-key.ts";
import { prepareQuery } from "../../search/vector/vector-index.ts";
import type { ReadQuery } from "../read-query.ts";

/** Rows per channel. The same for every page of a query, so that pages neither overlap nor leave gaps. */
const poolSize = 200;
/** Number of the best candidates of the one-bit scan that are rescored by their int8 codes. */
const scanned = 600;

export interface Candidates {
  /** Ascending. */
  rows: Uint32Array;
  /** Cosine with the query; null when the query has no vector. */
  cosines: Float32Array | null;
  /** BM25 over all fields. */
  words: Float64Array;
  /** Share of the query's own words, by rarity, that its tags, categories, tracks and labels contain: 0 to 1. */
  topics: Float64Array;
  /** Share of the query's own words, by rarity, that the project contains: 0 to 1. */
  coverage: Float64Array;
  /** Sum of the rarities of the query's own words; words that occur nowhere are the rarest. */
  rarity: number;
  /** Share of the query's words, by rarity, that were found as spelt; one that was replaced counts by its weight. */
  certainty: number;
  /** Rows whose name or slug is the query. */
  named: ReadonlySet<number>;
  /** Those of them whose name or slug has the same stop words, too. */
  fullyNamed: ReadonlySet<number>;
  /** Rows whose name is within a typing error of the query. */
  nearlyNamed: ReadonlySet<number>;
  /** Projects of the whole index. */
  records: number;
  /** Projects in the selection. */
  searched: number;
  /** Rows that each channel found. */
  found: { vector: number; words: number; topics: number };
}

/** Searches among the projects in `index.selection`. `vector` is of unit length, or null when there is none. */
export function findCandidates(
  index: ProjectIndex,
  query: ReadQuery,
  vector: Float32Array | null,
): Candidates {
  if (vector && vector.length !== index.meta.dimensions)
    throw new RangeError(`query vector of ${vector.length} dimensions, ${index.meta.dimensions} expected`);
  const selected = countBits(index.selection);
  const options = { mask: selected === index.count ? 0 : index.selectionAt, scratch: index.scratch };
  // The query's own terms come first, and keep their weights where an added one is the same.
  const terms = new Map([...query.own, ...query.extra, ...query.own]);
  const byWords = selected === 0 ? noRows : index.words.search(terms, poolSize, options).documents;
  const byTopics = selected === 0 ? noRows : index.topics.search(terms, poolSize, options).documents;
  const prepared = vector && prepareQuery(vector, index.rotation);
  const nearest =
    prepared === null || selected === 0
      ? noRows
      : index.vectors.search(prepared, {
          k: poolSize,
          candidates: scanned,
          ...options,
        }).ids;
  const among = (rows: readonly number[]) => new Set(rows.filter((row) => hasBit(index.selection, row)));
  const named = among(index.named(query.nameKey));
  const isFully = (row: number) =>
    [index.record(row).name, index.slug(row)].some((name) => fullNameKey(name) === query.fullNameKey);
  const nearlyNamed =
    named.size > 0 ? new Set<number>() : among(index.nearlyNamed(query.nameKey, query.nameErrors));
  const rows = union([byWords, byTopics, nearest, [...named], [...nearlyNamed]]);
  const words = index.words.score(terms, rows, { scratch: index.scratch, own: query.own });
  return {
    rows,
    cosines: prepared && Float32Array.from(index.vectors.similarities(prepared, rows, index.scratch)),
    words: words.scores,
    topics: index.topics.score(query.own, rows, index).coverage,
    coverage: words.coverage,
    rarity: words.rarity,
    certainty: query.respelt.size === 0 ? 1 : words.rarity / index.words.rarity(asTyped(query)),
    named,
    fullyNamed: new Set([...named].filter(isFully)),
    nearlyNamed,
    records: index.count,
    searched: selected,
    found: { vector: nearest.length, words: byWords.length, topics: byTopics.length },
  };
}

const noRows = new Uint32Array(0);

/** The query's own words as if none had been replaced. */
const asTyped = ({ own, respelt }: ReadQuery): Map<string, number> =>
  new Map(Array.from(own, ([term, weight]) => [term, respelt.has(term) ? Math.max(1, weight) : weight]));

/** The union of all lists, ascending. */
function union(lists: readonly ArrayLike<number>[]): Uint32Array {
  const rows = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let end = 0;
  for (const list of lists) {
    rows.set(list, end);
    end += list.length;
  }
  rows.sort();
  return rows.filter((row, i) => i === 0 || row !== rows[i - 1]);
}
