/** GET /archives/:documentId/similar */
import { ApiError } from "../contract/api/errors.ts";
import type { OperationInput } from "../contract/api/operations.ts";
import type { SimilarDocumentsResponse } from "../contract/api/similar.ts";
import { queryTerms } from "../search/analysis/analyzer.ts";
import type { Int8Vector } from "../search/vector/int8-vector.ts";
import { prepareDirection } from "../search/vector/vector-index.ts";
import { type ArchiveContext, openArchive } from "./archive-context.ts";
import { present } from "./search-archives/presentation.ts";
import type { RankedDocument } from "./search-archives/ranking.ts";

/** Passages of the document whose mean is compared. */
const passagesAveraged = 20;
/** Passages found beside the document's own; twice as many candidates of the one-bit scan are rescored for them. */
const passagesFound = 1_000;

/** Throws NOT_FOUND for an unknown or withdrawn document. */
export async function similarDocuments(
  context: ArchiveContext,
  { documentId, limit }: OperationInput<"similarDocuments">,
): Promise<SimilarDocumentsResponse> {
  const { archive } = context.snapshot;
  const number = archive.find(documentId);
  if (number < 0) throw new ApiError("NOT_FOUND", "Document not found");
  const { from, to } = archive.chunkRange(number);
  const averaged = Math.min(to - from, passagesAveraged);
  const first = Array.from({ length: averaged }, (_, i) => from + i);
  const session = openArchive(context);
  await session.prefetchVectors(first);
  const vectors = first.map((chunk) => session.vectorOf(chunk)).filter((vector) => vector !== null);
  if (vectors.length === 0) return { results: [] };
  const mean = prepareDirection(sumOf(vectors));
  const k = passagesFound + to - from;
  const { ids, scores } = await session.searchVectors(mean, { nearest: k, coded: 2 * k });
  const nearest = new Map<number, { chunk: number; similarity: number; worth: number }>();
  const threads = new Set<number>();
  // Those of a document that is listed are named by it.
  const copies = new Set<number>();
  for (let i = 0; i < ids.length && nearest.size < limit; i++) {
    const document = archive.documentOf(ids[i]!);
    const thread = archive.threadOf(document);
    // Of a thread, the nearest post.
    if (document === number || nearest.has(document) || threads.has(thread) || copies.has(document)) continue;
    if (thread !== 0) threads.add(thread);
    for (const copy of archive.duplicatesOf(document)) copies.add(copy);
    const similarity = context.snapshot.calibrated(scores[i]!);
    nearest.set(document, { chunk: ids[i]!, similarity, worth: similarity });
  }
  const ranked = [...nearest].map(
    ([document, chunk]): RankedDocument => ({
      document,
      score: chunk.similarity,
      chunks: () => [chunk],
      channels: () => [],
    }),
  );
  const title = queryTerms(archive.document(number).title);
  const terms = archive.analyze(new Map(title.map((term) => [term, 1]))).weights;
  return {
    results: await present({ context, session }, ranked, { maxChunks: 1, limit, terms, tier: "vector" }),
  };
}

/** The sum of at least one vector. */
function sumOf(vectors: readonly Int8Vector[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.int8.length);
  for (const { int8, scale } of vectors) for (let j = 0; j < sum.length; j++) sum[j]! += int8[j]! * scale;
  return sum;
}
