/** Write, archive part: one new segment according to the plan, next to the kept ones. */
import type { Manifest } from "../corpus/manifest.ts";
import type { ChunkedArchive } from "./chunk/chunk-documents.ts";
import type { Embedding } from "./embed/embedding.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { type DescribedSegment, describeSegment } from "./finished-files.ts";
import type { PublishPlan } from "./plan.ts";
import type { PublishRun } from "./types.ts";

type Archive = Manifest["archive"];

export function writeArchive(
  run: PublishRun,
  from: { plan: PublishPlan; chunked: ChunkedArchive | null; embedding: Embedding },
): Archive {
  const { plan, chunked, embedding } = from;
  const frozen = plan.kept.length > 0 ? (plan.previous?.archive.parameters ?? null) : null;
  const complete = (segments: Archive["segments"], parameters: Archive["parameters"]): Archive => {
    const duplicates = findDuplicates(run.segments, segments);
    return { segments, parameters, ...(duplicates.length > 0 && { duplicates }) };
  };
  if (plan.build.length === 0) return complete(plan.kept, frozen);
  const { segment, parameters } = chunked
    ? writeSegment(run, { plan, chunked, embedding, frozen })
    : plan.finished!;
  return complete([...plan.kept, segment], frozen ?? parameters);
}

function writeSegment(
  run: PublishRun,
  from: {
    plan: PublishPlan;
    chunked: ChunkedArchive;
    embedding: Embedding;
    frozen: Archive["parameters"];
  },
): DescribedSegment {
  const { plan, chunked, embedding, frozen } = from;
  run.report("index", 0, null);
  const meta = chunked.writer.finish(embedding.codes!.build(), {
    dimensions: embedding.embedder.dimensions,
    ...(frozen && { parameters: frozen }),
  });
  run.report("index", meta.documents, meta.documents);
  return describeSegment(plan.segmentFile, meta, embedding.unembedded);
}
