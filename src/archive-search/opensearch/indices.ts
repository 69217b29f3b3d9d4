/** The indices of one archive, and what their documents contain. */

import { passageShape, wholeShape } from "../../corpus/archive/archive-layout.ts";
import { paddedDimensions } from "../../search/vector/rotation.ts";

/** Increment when documents change: snapshots of an older format stay readable until they are deleted. */
export const indexFormat = 1;

export interface IndexNames {
  passages: string;
  documents: string;
  /** Contents in slices. */
  contents: string;
  /** Which segments each installation uses. */
  installations: string;
}

/** Characters (code points) of a slice of a document's content. */
export const sliceChars = 8_192;

/** `group` is `<prefix>-<format>-<dimensions>`: vectors of other lengths are stored in other indices. */
export function indexGroup(prefix: string, dimensions: number): string {
  return `${prefix}-${indexFormat}-${paddedDimensions(dimensions)}`;
}

export function indexNames(prefix: string, group: string): IndexNames {
  return {
    passages: `${group}-passages`,
    documents: `${group}-documents`,
    contents: `${group}-contents`,
    installations: `${prefix}-installations`,
  };
}

const segment = { type: "keyword" };
const source = { type: "keyword" };
const document = { type: "integer" };
/** Positions and lengths beyond these are not needed: phrases are sought in `words`. */
const terms = { type: "text", analyzer: "whitespace", index_options: "freqs" };
const stored = { type: "text", index: false, store: true };
const code = { type: "binary", doc_values: true };

const bm25 = ({ k1, b }: { k1: number; b: number }) => ({ default: { type: "BM25", k1, b } });

/**
 * Nothing is updated in place, so that documents are not kept as they were sent. Numbers of shards and replicas are
 * the cluster's: an index template sets them.
 */
export function indexBodies(dimensions: number): Record<Exclude<keyof IndexNames, "installations">, object> {
  const mapping = (properties: object) => ({
    dynamic: "strict",
    _source: { enabled: false },
    _meta: { priorart: indexFormat },
    properties,
  });
  return {
    passages: {
      settings: { index: { knn: true, refresh_interval: "-1", similarity: bm25(passageShape) } },
      mappings: mapping({
        segment,
        source,
        document,
        chunk: { type: "integer" },
        /** Code points of the content before the chunk. */
        before: { type: "integer", index: false },
        terms,
        text: stored,
        code,
        vector: {
          type: "knn_vector",
          dimension: paddedDimensions(dimensions),
          data_type: "byte",
          space_type: "cosinesimil",
          method: { name: "hnsw", engine: "lucene", parameters: { m: 16, ef_construction: 128 } },
        },
      }),
    },
    documents: {
      settings: { index: { refresh_interval: "-1", similarity: bm25(wholeShape) } },
      mappings: mapping({
        segment,
        source,
        document,
        terms,
        /** Folded words of title, author and content, stop words included. */
        words: { type: "text", analyzer: "whitespace", norms: false },
        /** Mean of the first chunks' vectors. */
        lead: code,
      }),
    },
    contents: {
      settings: { index: { refresh_interval: "-1" } },
      mappings: mapping({ segment, document, slice: { type: "integer" }, text: stored }),
    },
  };
}
