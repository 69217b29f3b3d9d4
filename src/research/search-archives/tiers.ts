/** The three tiers of archive search. Each gives ranked documents, or none, and then the next is tried. */
import type { SearchTier } from "../../contract/archive.ts";
import type { ArchiveFilter, ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import { expandQuery } from "../../corpus/taxonomy/taxonomy.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { applyFeedback, type Candidate, type CandidateChunk, gatherCandidates, pool } from "./candidates.ts";
import {
  feedback,
  fusionWeights,
  type RankedChunk,
  type RankedDocument,
  rankDocuments,
  textWeights,
} from "./ranking.ts";

/** A chunk that holds every term of the query counts as at least so similar. */
const everyTermSimilarity = 0.2;
/** Of the text tiers: the best hit of a query. */
const bestTextSimilarity = 0.99;

export interface TierRequest {
  query: string;
  minSimilarity: number;
  /** Source keys; all sources without. */
  sources: readonly string[] | undefined;
}

export interface TierResult {
  tier: SearchTier;
  documents: RankedDocument[];
  /** Index terms of the query with their weights, for snippets. */
  terms: ReadonlyMap<string, number>;
}

/** Vector, chunk text, document text: the first that finds anything, else the last with nothing. */
export async function searchTiers(context: ArchiveContext, request: TierRequest): Promise<TierResult> {
  const { archive, taxonomy } = context.snapshot;
  const vector = await embed(context, request.query);
  // From here on nothing waits: the filter and the kernels' working space are this request's alone.
  const filter = archive.filter(request.sources);
  const query = archive.analyze(request.query, expandQuery(request.query, taxonomy).added);
  const terms = query.weights;
  if (vector) {
    const documents = rankByAll(context, query, { filter, vector, minSimilarity: request.minSimilarity });
    if (documents.length > 0) return { tier: "vector", documents, terms };
  }
  const byChunk = rankByText(gatherCandidates(archive, query, { filter, vector: null }));
  if (byChunk.length > 0) return { tier: "chunk_text", documents: byChunk, terms };
  const wholes = archive.searchWholes(query, pool.wholes, filter);
  const best = wholes[0]?.score ?? 1;
  const documents = wholes.map(({ id, score }) => ({
    document: id,
    score,
    chunks: [wholeAsChunk(archive.chunkRange(id).from, (score / best) * bestTextSimilarity)],
  }));
  return { tier: "doc_text", documents, terms };
}

/** All channels; chunks below the least similarity are out before anything is ranked by feedback. */
function rankByAll(
  context: ArchiveContext,
  query: ArchiveQuery,
  options: { filter: ArchiveFilter; vector: Float32Array; minSimilarity: number },
): RankedDocument[] {
  const { archive, manifest } = context.snapshot;
  const vector = archive.prepare(options.vector);
  const candidates = gatherCandidates(archive, query, { filter: options.filter, vector });
  const weights = fusionWeights(manifest.embedder.kind, archive.chunks);
  const describe = (chunks: readonly CandidateChunk[]) =>
    chunks
      .map((chunk) => withSimilarity(context, chunk))
      .filter(({ similarity }) => similarity >= options.minSimilarity);
  const first = rankDocuments(candidates, weights, describe).slice(0, feedback.documents);
  const chunks = first.map((document) => document.chunks[0]!.chunk);
  applyFeedback(archive, candidates, { vector, chunks, share: feedback.share });
  return rankDocuments(candidates, weights, describe);
}

/** Null when the query cannot be embedded, for whatever reason: the text tiers answer then. */
async function embed(context: ArchiveContext, query: string): Promise<Float32Array | null> {
  try {
    return await context.embedQuery(query);
  } catch {
    return null;
  }
}

function withSimilarity(context: ArchiveContext, chunk: CandidateChunk): RankedChunk {
  const similarity = context.snapshot.calibrated(chunk.cosine);
  return {
    ...chunk,
    similarity: chunk.holdsEveryTerm ? Math.max(everyTermSimilarity, similarity) : similarity,
  };
}

/** Chunks by their BM25, as a share of the query's best. */
function rankByText(candidates: readonly Candidate[]): RankedDocument[] {
  let best = 0;
  for (const { chunks } of candidates) for (const { score } of chunks) best = Math.max(best, score);
  return rankDocuments(candidates, textWeights, (chunks) =>
    chunks
      .filter(({ score }) => score > 0)
      .map((chunk) => ({ ...chunk, similarity: (chunk.score / best) * bestTextSimilarity })),
  );
}

function wholeAsChunk(chunk: number, similarity: number): RankedChunk {
  return { chunk, score: 0, cosine: 0, closeness: 0, holdsEveryTerm: false, similarity };
}
