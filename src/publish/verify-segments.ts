/** Verifies the checksums of a snapshot's files. Throws a SegmentError at the first fault. */
import { join } from "node:path";
import { type ArchiveSegmentMeta, archiveSegmentKind } from "../corpus/archive/archive-layout.ts";
import type { Manifest } from "../corpus/manifest.ts";
import { landscapeKind } from "../corpus/projects/landscape.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../corpus/projects/project-layout.ts";
import { embedderSegmentKind } from "../corpus/snapshot.ts";
import { Arena } from "../search/kernels/arena.ts";
import { blockBytes } from "../search/kernels/scratch.ts";
import { readSections } from "../search/segment/section-file.ts";
import { TextFile } from "../search/segment/text-file.ts";
import { clustersSegmentKind } from "./clusters/clusters-file.ts";

export function verifySegments(segments: string, manifest: Manifest): void {
  const { embedder, projects, clusters, landscape, archive } = manifest;
  if (embedder.file)
    readSections(join(segments, `${embedder.file}.seg`), embedderSegmentKind, new Arena(1 << 16));
  if (clusters) readSections(join(segments, `${clusters.file}.seg`), clustersSegmentKind, new Arena(1 << 16));
  if (landscape) readSections(join(segments, `${landscape.file}.seg`), landscapeKind, new Arena(1 << 16));
  verifyWithTexts<ProjectSegmentMeta>(segments, projects.file, projectSegmentKind);
  for (const { file } of archive.segments) verifyArchiveSegment(segments, file);
}

export function verifyArchiveSegment(segments: string, file: string): ArchiveSegmentMeta {
  return verifyWithTexts<ArchiveSegmentMeta>(segments, file, archiveSegmentKind);
}

/** Both kinds of segment name their text file's length and checksums alike. */
export function verifyWithTexts<Meta extends { textBytes: number }>(
  segments: string,
  file: string,
  kind: string,
): Meta {
  const arena = new Arena(1 << 16);
  const { meta, arrays } = readSections<Meta>(join(segments, `${file}.seg`), kind, arena);
  const texts = new TextFile(
    join(segments, `${file}.txt`),
    { bytes: meta.textBytes, checksums: arrays["texts.checksums"] as Uint32Array },
    { arena, block: arena.allocate(blockBytes) },
  );
  try {
    texts.verify();
  } finally {
    texts.close();
  }
  return meta;
}
