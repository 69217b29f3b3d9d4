/** Finds files that an interrupted publish completed and that this one can reuse, by name. */
import { join } from "node:path";
import type { ArchiveWriter } from "../archive-search/archive-writer.ts";
import type { ArchiveParameters, ArchiveSegmentMeta } from "../corpus/archive/archive-layout.ts";
import type { ManifestArchiveSegment, ManifestEmbedder } from "../corpus/manifest.ts";
import { embedderSegmentKind } from "../corpus/snapshot.ts";
import { fittedDimensions } from "../embed/fitted/fitted-model.ts";
import { fittedVersion } from "../embed/fitted/version.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { Calibration } from "../search/vector/calibration.ts";
import type { PublishRun } from "./types.ts";
import { verifyArchiveSegment } from "./verify-segments.ts";

/** A segment on disk, as the manifest describes it. */
export interface DescribedSegment {
  segment: ManifestArchiveSegment;
  /** Parameters of the text ranking, frozen when the first segment is written. */
  parameters: ArchiveParameters;
}

/** The segments of a build that are complete, from its first on. */
export function finishedSegments(
  { segments, archive }: Pick<PublishRun, "segments" | "archive">,
  fileOf: (part: number) => string,
): DescribedSegment[] {
  const finished: DescribedSegment[] = [];
  for (;;) {
    const next = finishedSegment(segments, fileOf(finished.length));
    if (next === null || !isHeld(archive, next.segment)) return finished;
    finished.push(next);
  }
}

/** Whether all of a segment is where its texts, postings and vectors are kept. */
export function isHeld(
  archive: ArchiveWriter | null,
  { file, documents, chunks }: ManifestArchiveSegment,
): boolean {
  if (archive === null) return true;
  const held = archive.segments.get(file);
  return held?.documents === documents && held.chunks === chunks;
}

/** Null when the file is missing or incomplete. */
function finishedSegment(segments: string, file: string): DescribedSegment | null {
  try {
    return describeSegment(file, verifyArchiveSegment(segments, file), []);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

export function describeSegment(
  file: string,
  meta: ArchiveSegmentMeta,
  unembedded: number[],
): DescribedSegment {
  const { documents, chunks, passages, wholes } = meta;
  return {
    segment: { file, documents, chunks, superseded: [], unembedded },
    parameters: { passages, wholes },
  };
}

export interface FittedMeta {
  calibration: Calibration;
  texts: number;
}

/** Null when the file is missing or incomplete. */
export function finishedModel(segments: string, file: string): ManifestEmbedder | null {
  try {
    const { meta } = readSections<FittedMeta>(
      join(segments, `${file}.seg`),
      embedderSegmentKind,
      new Arena(1 << 16),
    );
    return describeModel(file, meta);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

export function describeModel(file: string, meta: FittedMeta): ManifestEmbedder {
  return {
    version: `${fittedVersion}${file.slice("embedder-".length)}`,
    kind: "fitted",
    dimensions: fittedDimensions,
    file,
    calibration: meta.calibration,
    texts: meta.texts,
  };
}
