/**
 * Candidates for one query: documents with the evidence for them, as a whole and by passage. Kept as columns,
 * not as objects: there are hundreds of documents and thousands of chunks per query.
 */
import type { ArchiveFilter, ArchiveIndex, ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";

/** The pool of the vector tier: the same for every page of a query. */
export const pool = {
  /** Chunks nearest by vector, out of so many one-bit candidates. */
  nearest: 200,
  coded: 500,
  /** Chunks best by BM25. */
  passages: 25,
  /**
   * Documents best by BM25 over their whole text. Those far down seldom come first, but the cap per source passes
   * over others: with 25, two in five results of a second page were gone.
   */
  wholes: 75,
} as const;

/** Of the text tiers, where words alone find what there is: chunks, and documents of the last tier. */
export const textPool = { passages: 500, documents: 500 } as const;

/**
 * Terms by which text candidates are found; all terms score them. A long question has words that any document
 * holds: they cost most of the search and find nothing that the others do not.
 */
const searchedTerms = 6;

/** Passages looked at in a document that was found as a whole only. */
const passagesTried = 10;

export interface Candidates {
  /** Document numbers, ascending. */
  documents: Uint32Array;
  /** BM25 of each document as a whole. */
  wholes: Float64Array;
  /** Candidate → first of its chunks; one more entry than documents. */
  chunkStarts: Uint32Array;
  /** Chunk numbers, ascending. */
  chunks: Uint32Array;
  /** BM25 of each chunk. */
  scores: Float64Array;
  /** Raw cosine of each chunk with the query; 0 without vectors. */
  cosines: Float64Array;
  /** 1 where the chunk holds every term of the query. */
  complete: Uint8Array;
}

/** All three channels, or only the text ones without a vector; every score for every candidate. */
export function gatherCandidates(
  archive: ArchiveIndex,
  query: ArchiveQuery,
  options: { filter: ArchiveFilter; vector: PreparedQuery | null },
): Candidates {
  const { filter, vector } = options;
  const short = archive.strongest(query, searchedTerms);
  const passagesWanted = vector ? pool.passages : textPool.passages;
  const found = archive.searchPassages(short, passagesWanted, filter).map(({ id }) => id);
  if (vector)
    found.push(...archive.searchVectors(vector, { k: pool.nearest, candidates: pool.coded, filter }).chunks);
  const wholes = archive.searchWholes(short, pool.wholes, filter).map(({ id }) => id);
  const chunks = withFirstChunks(archive, distinct(found), wholes);
  const grouped = groupByDocument(archive, chunks);
  const passages = archive.passageScores(query, chunks);
  return {
    ...grouped,
    wholes: archive.wholeScores(query, grouped.documents).scores,
    chunks,
    scores: passages.scores,
    cosines: vector ? archive.similarities(vector, chunks) : new Float64Array(chunks.length),
    complete: completeness(passages.matched, query.terms.length),
  };
}

/** Ascending, each once. */
function distinct(numbers: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(numbers).sort();
  let kept = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!;
  return sorted.slice(0, kept);
}

/** Adds the first chunks of those documents of which no chunk is there yet. */
function withFirstChunks(
  archive: ArchiveIndex,
  chunks: Uint32Array,
  documents: readonly number[],
): Uint32Array {
  const present = new Set(groupByDocument(archive, chunks).documents);
  const all = Array.from(chunks);
  for (const document of documents) {
    if (present.has(document)) continue;
    const { from, to } = archive.chunkRange(document);
    for (let chunk = from; chunk < Math.min(to, from + passagesTried); chunk++) all.push(chunk);
  }
  return Uint32Array.from(all).sort();
}

/** The documents that ascending chunks are of, and where the chunks of each start. */
function groupByDocument(
  archive: ArchiveIndex,
  chunks: Uint32Array,
): Pick<Candidates, "documents" | "chunkStarts"> {
  const documents: number[] = [];
  const starts: number[] = [];
  let end = -1;
  chunks.forEach((chunk, i) => {
    if (chunk < end) return;
    const document = archive.documentOf(chunk);
    end = archive.chunkRange(document).to;
    documents.push(document);
    starts.push(i);
  });
  return {
    documents: Uint32Array.from(documents),
    chunkStarts: Uint32Array.from([...starts, chunks.length]),
  };
}

/** From bits of the terms held to 1 where all are; terms beyond the 32nd are not told apart. */
function completeness(matched: Uint32Array, terms: number): Uint8Array {
  const complete = new Uint8Array(matched.length);
  if (terms === 0 || terms > 32) return complete;
  const every = (2 ** terms - 1) >>> 0;
  for (let i = 0; i < matched.length; i++) if ((matched[i]! & every) >>> 0 === every) complete[i] = 1;
  return complete;
}
