/**
 * Candidates for one query: documents with their scores, as a whole and by passage. Columns instead of
 * objects, because there are hundreds of documents and thousands of chunks per query.
 */
import type { ArchiveSession, Pools, SearchScope } from "../../archive-search/archive-session.ts";
import type { ArchiveIndex, ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import { leadChunks } from "../../corpus/archive/archive-layout.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";
import type { NamedAuthor } from "./authors.ts";

/** Candidate counts of the vector tier: the same for every page of a query. */
export const pool = {
  /** Nearest chunks by vector, and the number of one-bit candidates that are rescored for them. */
  nearest: 150,
  coded: 400,
  /** Chunks best by BM25. */
  passages: 25,
  /**
   * Documents best by BM25 over their whole text. Low-ranked ones seldom come first, but the cap per source skips
   * others: with 25, two in five results of a second page were lost.
   */
  wholes: 75,
} as const satisfies Pools;

/** Candidate counts of the text tiers: chunks, and documents of the last tier. */
export const textPool = { passages: 500, documents: 500 } as const;

/**
 * Number of terms used to find text candidates; all terms score them. Common words of a long question take most of the
 * search time and add no candidates.
 */
const searchedTerms = 6;

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
  /** Raw cosine of each chunk with the query; of a chunk without a vector, the mean of its document; 0 without vectors. */
  cosines: Float64Array;
  /** 1 where the chunk contains every term of the query, and for the best chunk of a document that the query names. */
  complete: Uint8Array;
  /** 1 where the chunk contains two neighboring terms of the query, wherever they are. */
  paired: Uint8Array;
  /** Share of the query's terms, by rarity, that each document contains: 0 to 1. */
  coverage: Float64Array;
  /** Sum of the rarities of the query's terms; terms that no document contains are as rare as the rarest. */
  rarity: number;
  /** Mean cosine of each document's first chunks; null without vectors. */
  means: Float64Array | null;
  /** How surely the query names each document's author: 0 to 1; absent if it names none. */
  authored?: Float64Array;
}

/** Numbers of documents and chunks of a snapshot. */
type Numbering = Pick<ArchiveIndex, "chunkRange" | "documentOf" | "writtenBy">;

export interface CandidateRequest {
  scope: SearchScope;
  vector: PreparedQuery | null;
  authors: readonly NamedAuthor[];
}

/**
 * All three channels, or only the text ones without a vector; every score for every candidate. `named`: the documents
 * that the query names.
 */
export async function gatherCandidates(
  { archive, session }: { archive: Numbering; session: ArchiveSession },
  query: ArchiveQuery,
  { scope, vector, authors }: CandidateRequest,
): Promise<{ candidates: Candidates; named: readonly number[] }> {
  const pools = vector ? pool : { ...pool, passages: textPool.passages };
  const found = await session.gather(query, {
    scope,
    vector,
    pools,
    searchedTerms,
    authors: authors.map(({ words }) => words),
  });
  const wholes = distinct(found.wholes, Uint32Array.from(found.named));
  const grouped = groupByDocument(archive, distinct(found.passages, found.nearest), wholes);
  const { chunks, documents } = grouped;
  const { scores, matched } = session.passageScores(query, chunks);
  const whole = session.wholeScores(query, documents);
  const means = vector && session.leadCosines(vector, documents);
  const cosines = vector ? session.similarities(vector, chunks) : new Float64Array(chunks.length);
  if (means) fillMissing(cosines, { means, chunkStarts: grouped.chunkStarts });
  const candidates = {
    ...grouped,
    wholes: whole.scores,
    ...coverageOf(query, whole.matched),
    means,
    scores,
    cosines,
    complete: withNamed(completeness(matched, query.terms.length), {
      ...grouped,
      scores,
      named: found.named,
    }),
    paired: pairing(matched, query.terms.length),
    ...(authors.length > 0 && { authored: authoredAmong(documents, authors, archive) }),
  };
  return { candidates, named: found.named };
}

function authoredAmong(
  documents: Uint32Array,
  authors: readonly NamedAuthor[],
  archive: Numbering,
): Float64Array {
  const certainties = new Map<number, number>();
  for (const { words, certainty } of authors)
    for (const document of archive.writtenBy(words))
      certainties.set(document, Math.max(certainty, certainties.get(document) ?? 0));
  return Float64Array.from(documents, (document) => certainties.get(document) ?? 0);
}

/** The numbers of both, ascending, each once. */
function distinct(some: Uint32Array, others: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(some.length + others.length);
  sorted.set(some);
  sorted.set(others, some.length);
  sorted.sort();
  let kept = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!;
  return sorted.subarray(0, kept);
}

/**
 * The documents of the chunks found, and those found as a whole: a document of which no chunk was found comes with its
 * first ones. Both are ascending.
 */
function groupByDocument(
  archive: Numbering,
  found: Uint32Array,
  wholes: Uint32Array,
): Pick<Candidates, "documents" | "chunkStarts" | "chunks"> {
  const documents: number[] = [];
  const chunkStarts: number[] = [];
  const chunks: number[] = [];
  let whole = 0;
  const addWholesBelow = (document: number) => {
    for (; whole < wholes.length && wholes[whole]! < document; whole++) {
      const { from, to } = archive.chunkRange(wholes[whole]!);
      if (from === to) continue;
      documents.push(wholes[whole]!);
      chunkStarts.push(chunks.length);
      for (let chunk = from; chunk < Math.min(to, from + leadChunks); chunk++) chunks.push(chunk);
    }
  };
  for (let i = 0; i < found.length; ) {
    const document = archive.documentOf(found[i]!);
    addWholesBelow(document);
    if (wholes[whole] === document) whole++;
    documents.push(document);
    chunkStarts.push(chunks.length);
    const { to } = archive.chunkRange(document);
    while (i < found.length && found[i]! < to) chunks.push(found[i++]!);
  }
  addWholesBelow(Number.POSITIVE_INFINITY);
  chunkStarts.push(chunks.length);
  return {
    documents: Uint32Array.from(documents),
    chunkStarts: Uint32Array.from(chunkStarts),
    chunks: Uint32Array.from(chunks),
  };
}

/** Replaces cosines of chunks that have no vector, such as all but the first while only first passages are embedded. */
function fillMissing(
  cosines: Float64Array,
  { means, chunkStarts }: { means: Float64Array; chunkStarts: Uint32Array },
): void {
  for (let d = 0; d < means.length; d++)
    for (let i = chunkStarts[d]!; i < chunkStarts[d + 1]!; i++) if (cosines[i] === 0) cosines[i] = means[d]!;
}

/** From bits of the terms held to shares; terms beyond the 32nd, and terms that no document contains, are missing. */
function coverageOf(
  { terms, weights }: ArchiveQuery,
  matched: Uint32Array,
): Pick<Candidates, "coverage" | "rarity"> {
  const rarest = Math.max(1, ...weights.values());
  const rarities = terms.map((term) => weights.get(term) ?? rarest);
  const rarity = rarities.reduce((sum, each) => sum + each, 0);
  const counted = Math.min(32, rarities.length);
  const coverage = new Float64Array(matched.length);
  for (let i = 0; i < matched.length; i++) {
    let covered = 0;
    for (let t = 0; t < counted; t++) if ((matched[i]! >>> t) & 1) covered += rarities[t]!;
    coverage[i] = covered / (rarity || 1);
  }
  return { coverage, rarity };
}

/** From bits of the terms held to 1 where all are; terms beyond the 32nd are not distinguished. */
function completeness(matched: Uint32Array, terms: number): Uint8Array {
  const complete = new Uint8Array(matched.length);
  if (terms === 0 || terms > 32) return complete;
  const every = (2 ** terms - 1) >>> 0;
  for (let i = 0; i < matched.length; i++) if ((matched[i]! & every) >>> 0 === every) complete[i] = 1;
  return complete;
}

/** Marks the chunk of each named document that is best by its words, too. */
function withNamed(
  complete: Uint8Array,
  from: Pick<Candidates, "documents" | "chunkStarts" | "scores"> & { named: readonly number[] },
): Uint8Array {
  const { documents, chunkStarts, scores } = from;
  for (const document of from.named) {
    const at = documents.indexOf(document);
    if (at < 0) continue;
    let best = chunkStarts[at]!;
    for (let i = best + 1; i < chunkStarts[at + 1]!; i++) if (scores[i]! > scores[best]!) best = i;
    complete[best] = 1;
  }
  return complete;
}

/** From bits of the terms held to 1 where two neighbors are among them; all are 1 where terms are not distinguished. */
function pairing(matched: Uint32Array, terms: number): Uint8Array {
  if (terms > 32) return new Uint8Array(matched.length).fill(1);
  const own = terms === 0 ? 0 : (2 ** terms - 1) >>> 0;
  return Uint8Array.from(matched, (bits) => ((bits & (bits >>> 1) & (own >>> 1)) === 0 ? 0 : 1));
}
