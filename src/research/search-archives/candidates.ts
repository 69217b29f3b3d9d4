/** Candidates for one query: documents with the evidence for them, as a whole and by passage. */
import type { ArchiveFilter, ArchiveIndex, ArchiveQuery, Hit } from "../../corpus/archive/archive-index.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";

/** The pool: the same for every page of a query. */
export const pool = {
  /** Chunks nearest by vector, out of so many one-bit candidates. */
  nearest: 500,
  coded: 500,
  /** Chunks best by BM25. */
  passages: 300,
  /** Documents best by BM25 over their whole text. */
  wholes: 200,
} as const;

/** Passages looked at in a document that was found as a whole only. */
const passagesTried = 64;

export interface CandidateChunk {
  chunk: number;
  /** BM25. */
  score: number;
  /** Raw cosine with the query; 0 where there is no vector. */
  cosine: number;
  /** Raw cosine with the query as ranking reads it: moved by feedback, where there is some. */
  closeness: number;
  holdsEveryTerm: boolean;
}

export interface Candidate {
  document: number;
  /** BM25 over the whole document. */
  whole: number;
  chunks: CandidateChunk[];
}

/** All three channels, or only the text ones without a vector. Documents ascending. */
export function gatherCandidates(
  archive: ArchiveIndex,
  query: ArchiveQuery,
  options: { filter: ArchiveFilter; vector: PreparedQuery | null },
): Candidate[] {
  const { filter, vector } = options;
  const passages = archive.searchPassages(query, pool.passages, filter);
  const wholes = archive.searchWholes(query, pool.wholes, filter);
  const nearest = vector
    ? archive.searchVectors(vector, { k: pool.nearest, candidates: pool.coded, filter })
    : [];
  const chunksOf = groupByDocument(archive, passages, nearest);
  for (const { id } of wholes) if (!chunksOf.has(id)) chunksOf.set(id, firstChunks(archive, id));
  return describe(archive, query, { chunksOf, vector });
}

function groupByDocument(archive: ArchiveIndex, ...lists: readonly Hit[][]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  const seen = new Set<number>();
  for (const { id } of lists.flat()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const document = archive.documentOf(id);
    const chunks = groups.get(document);
    if (chunks) chunks.push(id);
    else groups.set(document, [id]);
  }
  return groups;
}

function firstChunks(archive: ArchiveIndex, document: number): number[] {
  const { from, to } = archive.chunkRange(document);
  return Array.from({ length: Math.min(to - from, passagesTried) }, (_, i) => from + i);
}

/** Completes every channel's score for every candidate, whichever channel found it. */
function describe(
  archive: ArchiveIndex,
  query: ArchiveQuery,
  found: { chunksOf: ReadonlyMap<number, number[]>; vector: PreparedQuery | null },
): Candidate[] {
  const documents = [...found.chunksOf.keys()].sort((x, y) => x - y);
  const chunks = [...found.chunksOf.values()].flat().sort((x, y) => x - y);
  const wholes = archive.wholeScores(query, documents);
  const passages = archive.passageScores(query, chunks);
  const cosines = found.vector ? archive.similarities(found.vector, chunks) : null;
  const every = query.terms.length > 32 ? 0 : 2 ** query.terms.length - 1;
  let next = 0;
  return documents.map((document, d) => {
    const count = found.chunksOf.get(document)!.length;
    const described = Array.from({ length: count }, (_, i): CandidateChunk => {
      const at = next + i;
      return {
        chunk: chunks[at]!,
        score: passages.scores[at]!,
        cosine: cosines?.[at] ?? 0,
        closeness: cosines?.[at] ?? 0,
        holdsEveryTerm: every > 0 && (passages.matched[at]! & every) >>> 0 === every,
      };
    });
    next += count;
    return { document, whole: wholes.scores[d]!, chunks: described };
  });
}

/** Reads every chunk's closeness anew, by the query moved towards the given chunks. */
export function applyFeedback(
  archive: ArchiveIndex,
  candidates: readonly Candidate[],
  from: { vector: PreparedQuery; chunks: readonly number[]; share: number },
): void {
  const moved = archive.moveTowards(from.vector, from.chunks, from.share);
  const chunks = candidates.flatMap((candidate) => candidate.chunks).sort((x, y) => x.chunk - y.chunk);
  const closeness = archive.similarities(
    moved,
    chunks.map(({ chunk }) => chunk),
  );
  chunks.forEach((chunk, i) => {
    chunk.closeness = closeness[i]!;
  });
}
