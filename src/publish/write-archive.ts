/**
 * Write, archive part: new segments according to the plan, next to the kept ones. Documents are cut, indexed and embedded
 * as they pass; a segment is written when it is full, so that memory does not depend on the size of the archive.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ArchiveParameters } from "../corpus/archive/archive-layout.ts";
import { ArchiveSegmentWriter } from "../corpus/archive/archive-segment-writer.ts";
import type { Manifest } from "../corpus/manifest.ts";
import { collectIfWorthwhile } from "../memory/collect-garbage.ts";
import type { AnalysisThreads } from "./analysis/analysis-threads.ts";
import type { DocumentList } from "./document-list.ts";
import { DocumentStream, readDocuments, type StreamedDocument } from "./document-stream.ts";
import type { ArchiveVectors } from "./embed/embedding.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { type DescribedSegment, describeSegment } from "./finished-files.ts";
import { archiveVersion, type PublishPlan } from "./plan.ts";
import type { PublishRun } from "./types.ts";

interface Written {
  plan: PublishPlan;
  /** Of the catalog. */
  listed: DocumentList;
  vectors: ArchiveVectors;
  /** Of the sample; null where kept or finished segments have them. */
  parameters: ArchiveParameters | null;
  /** Analyse documents; null: this thread does. */
  threads: AnalysisThreads | null;
  /** Passages of a full segment; its last document may add more. */
  fullSegment: number;
}

export interface WrittenArchive {
  /** Waits for the vectors of the last segment, which other threads may still be making. */
  finish(): Promise<Manifest["archive"]>;
  /** Resolves when the last segment is written, or cannot be. */
  settled(): Promise<void>;
}

/**
 * Resolves when all documents have passed. While the next segment's do, the vectors of one are arranged; they are written
 * before the index of the next one is built, so that both are never in memory together.
 */
export async function writeArchive(
  run: PublishRun,
  { plan, listed, vectors, parameters, threads, fullSegment }: Written,
): Promise<WrittenArchive> {
  const frozen = (plan.kept.length > 0 ? plan.previous?.archive.parameters : null) ?? null;
  const own = frozen ?? plan.finished[0]?.parameters ?? parameters;
  const built = [...plan.finished];
  const documents = new DocumentStream(run, readDocuments(run, listed, plan.unfinished), threads);
  let last: Promise<DescribedSegment> | null = null;
  const settled = async () => {
    await last?.catch(() => {});
  };
  try {
    for (let part = built.length; ; part++) {
      const file = plan.segmentFile(part);
      const from = { file, documents, vectors, parameters: own, fullSegment, previous: last };
      const indexed = await indexSegment(run, from);
      if (indexed === null) break;
      if (last) built.push(await last);
      last = indexed.finish();
      // Thrown where it is awaited, which another error may prevent.
      last.catch(() => {});
      // What the segment was made of is larger than all that is kept.
      collectIfWorthwhile();
    }
    // Where no thread makes its vectors, the last segment is written by now, or an error is thrown.
    await Promise.race([last, setImmediate()]);
  } catch (error) {
    await settled();
    throw error;
  }
  return {
    settled,
    async finish() {
      if (last) built.push(await last);
      const segments = [...plan.kept, ...built.map(({ segment }) => segment)];
      const duplicates = findDuplicates(run.segments, segments, {
        kept: plan.kept.length,
        pairs: plan.kept.length > 0 ? (plan.previous?.archive.duplicates ?? []) : [],
      });
      const version = plan.kept.length > 0 ? plan.previous?.archive.version : archiveVersion;
      return {
        ...(version !== undefined && { version }),
        segments,
        parameters: segments.length > 0 ? own : null,
        ...(duplicates.length > 0 && { duplicates }),
      };
    },
  };
}

interface IndexedSegment {
  /** Adds the vectors, which completes the file. */
  finish(): Promise<DescribedSegment>;
}

/** Null when there are no more documents. */
async function indexSegment(
  run: PublishRun,
  from: {
    file: string;
    documents: DocumentStream;
    vectors: ArchiveVectors;
    parameters: ArchiveParameters | null;
    fullSegment: number;
    /** The segment before. */
    previous: Promise<unknown> | null;
  },
): Promise<IndexedSegment | null> {
  const { file, documents, vectors, parameters, fullSegment, previous } = from;
  const interner = documents.newInterner();
  let next = await documents.next(interner);
  if (next === null) return null;
  const sink = run.archive?.beginSegment(file, interner.terms);
  const writer = new ArchiveSegmentWriter(join(run.segments, file), interner, sink?.terms);
  const segment = vectors.beginSegment(interner, sink?.addVector);
  const options = { dimensions: vectors.dimensions, parameters: parameters ?? undefined };
  try {
    while (next !== null) {
      const { document, chunks, terms }: StreamedDocument = next;
      sink?.begin(document, chunks);
      writer.add(document, chunks, { onChunk: segment.onChunk, terms });
      await segment.add(document, chunks);
      await sink?.drain();
      next = writer.chunks < fullSegment ? await documents.next(interner) : null;
    }
    const { codes, unembedded } = await segment.finish();
    run.report("index", 0, null);
    await sink?.finish();
    await previous;
    run.signal?.throwIfAborted();
    interner.seal();
    // Releases the lookup tables of terms, and the vectors of the segment before.
    collectIfWorthwhile();
    writer.writeIndex(options);
    return {
      async finish() {
        try {
          const meta = writer.finish(await codes.build(), options);
          run.report("index", meta.documents, meta.documents);
          return describeSegment(file, meta, unembedded);
        } catch (error) {
          writer.abandon();
          throw error;
        }
      },
    };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
