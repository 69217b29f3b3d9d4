/**
 * Port between archive research and what holds the archive's texts, postings and vectors. A session serves one request:
 * its asynchronous methods find candidates, and the others then read them without waiting, so that ranking is the same
 * whatever the backend.
 */
import type { Hits } from "../corpus/archive/archive-hits.ts";
import type { ArchiveIndex, ArchiveQuery } from "../corpus/archive/archive-index.ts";
import type { ArchiveScope } from "../corpus/archive/scope-filter.ts";
import type { TitleName } from "../search/lookup/title-names.ts";
import type { PreparedQuery } from "../search/vector/vector-index.ts";

/** What a search may find. */
export interface SearchScope extends ArchiveScope {
  /** Titles that the query may name. */
  titles: readonly TitleName[];
}

/** Candidate counts of one search. */
export interface Pools {
  /** Chunks best by BM25. */
  passages: number;
  /** Documents best by BM25 over their whole text. */
  wholes: number;
  /** Chunks nearest to the vector, and the number of approximate candidates that are rescored for them. */
  nearest: number;
  coded: number;
}

export interface GatherRequest {
  scope: SearchScope;
  /** Null: by words only. */
  vector: PreparedQuery | null;
  pools: Pools;
  /** Words of names: what authors with such a name wrote is searched once more, by itself. */
  authors: readonly (readonly string[])[];
  /** Terms that find text candidates, the rarest first; all of the query's terms score them. */
  searchedTerms: number;
}

/** What each channel found: numbers of chunks or documents. */
export interface FoundByChannel {
  passages: Uint32Array;
  nearest: Uint32Array;
  wholes: Uint32Array;
  /** Documents that the query names, ascending. */
  named: readonly number[];
}

export interface WholesFound extends Hits {
  named: readonly number[];
}

/** Texts that {@link ArchiveSession.prefetch} reads. */
export interface WantedTexts {
  chunks: readonly number[];
  /** Documents whose content is read from the beginning. */
  contents: readonly number[];
}

/** A document, as `ArchiveIndex` reads it. */
export type ArchiveDocument = ReturnType<ArchiveIndex["document"]>;

/** Any asynchronous method rejects with a SegmentError or an ArchiveBackendError when the archive cannot be read. */
export interface ArchiveSession {
  gather(query: ArchiveQuery, request: GatherRequest): Promise<FoundByChannel>;
  /** BM25 over whole documents, best first. */
  searchWholes(query: ArchiveQuery, request: { scope: SearchScope; k: number }): Promise<WholesFound>;
  /** Nearest chunks; scores are raw cosines. */
  searchVectors(query: PreparedQuery, pools: Pick<Pools, "nearest" | "coded">): Promise<Hits>;
  /** Code points `from` … `to` − 1 of a document's content. */
  contentOf(document: number, range: { from: number; to: number }): Promise<string>;
  /** Must precede reading the texts of {@link document}. */
  prefetch(wanted: WantedTexts): Promise<void>;
  /** Must precede reading the vectors of chunks that were not gathered. */
  prefetchVectors(chunks: readonly number[]): Promise<void>;

  /** Exact BM25 of gathered chunks (ascending). */
  passageScores: ArchiveIndex["passageScores"];
  /** Exact BM25 of gathered documents (ascending). */
  wholeScores: ArchiveIndex["wholeScores"];
  /** Raw cosines of gathered chunks (ascending); 0 where a chunk has no vector. */
  similarities: ArchiveIndex["similarities"];
  /** Mean cosine of those of the first chunks of each gathered document that have a vector. */
  leadCosines(query: PreparedQuery, documents: Uint32Array): Float64Array;
  /** The stored vector of a gathered or prefetched chunk; null where it is missing. */
  vectorOf: ArchiveIndex["vectorOf"];
  document(number: number): ArchiveDocument;
  /** The text of a document's chunk, gathered or prefetched. */
  passage(document: number, chunk: number): string;
}
