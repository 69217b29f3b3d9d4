/** Chunk: reads the documents to build, splits them into chunks and indexes their terms. */
import { join } from "node:path";
import { ArchiveSegmentWriter } from "../../corpus/archive/archive-segment-writer.ts";
import { TermInterner } from "../../search/analysis/analyzer.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import { type Chunk, chunk } from "./chunk.ts";

/** A segment whose texts are cut and indexed, but which has no vectors yet. */
export interface ChunkedArchive {
  /** Holds the chunks' terms; finished by the write step, or abandoned. */
  writer: ArchiveSegmentWriter;
  interner: TermInterner;
}

/** Called with each document and its chunks while its text is in memory. */
export type ChunkListener = (
  document: { documentId: string; title: string; content: string },
  chunks: readonly Chunk[],
) => Promise<void>;

/** Null when there is nothing to chunk. */
export async function chunkDocuments(
  run: PublishRun,
  plan: PublishPlan,
  onDocument: ChunkListener | null,
): Promise<ChunkedArchive | null> {
  if (!plan.chunks) return null;
  const interner = new TermInterner();
  const writer = new ArchiveSegmentWriter(join(run.segments, plan.segmentFile), interner);
  const ids = plan.all ? undefined : plan.build;
  try {
    for await (const batch of run.catalog.documents(ids)) {
      run.signal?.throwIfAborted();
      for (const document of batch) {
        const chunks = chunk(document.content);
        writer.add(document, chunks);
        await onDocument?.(document, chunks);
      }
      // The listener takes longer than this step, and reports its own progress.
      if (!onDocument) run.report("chunk", writer.documents, plan.build.length);
    }
    return { writer, interner };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
