/** Verifies the checksums of a snapshot's files. Throws a SegmentError at the first fault. */
import { join } from "node:path";
import { type ArchiveSegmentMeta, archiveSegmentKind } from "../corpus/archive/archive-layout.ts";
import type { DataDirectory } from "../corpus/data-directory.ts";
import { type Manifest, segmentFileNames } from "../corpus/manifest.ts";
import { landscapeKind } from "../corpus/projects/landscape.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../corpus/projects/project-layout.ts";
import { embedderSegmentKind, queryMapKind } from "../corpus/snapshot.ts";
import { unverifiedOf } from "../corpus/verified-files.ts";
import { Arena } from "../search/kernels/arena.ts";
import { blockBytes } from "../search/kernels/scratch.ts";
import { readSections, verifySections } from "../search/segment/section-file.ts";
import { TextFile } from "../search/segment/text-file.ts";
import { clustersSegmentKind } from "./clusters/clusters-file.ts";

/** Files that were verified before and have not changed since are not read. */
export function verifySegments(directory: DataDirectory, manifest: Manifest): void {
  const { embedder, projects, clusters, landscape, archive } = manifest;
  const { segments } = directory;
  const unverified = new Set(unverifiedOf(directory, segmentFileNames(manifest)));
  const arena = new Arena(1 << 16);
  const verify = (file: string | null | undefined, kind: string) => {
    if (file && unverified.has(`${file}.seg`)) verifySections(join(segments, `${file}.seg`), kind, arena);
  };
  const verifyBoth = (file: string, kind: string) => {
    verify(file, kind);
    if (unverified.has(`${file}.txt`)) verifyTexts(segments, file, kind);
  };
  verify(embedder.file, embedderSegmentKind);
  verify(embedder.queries?.file, queryMapKind);
  verify(clusters?.file, clustersSegmentKind);
  verify(landscape?.file, landscapeKind);
  verifyBoth(projects.file, projectSegmentKind);
  for (const { file } of archive.segments) verifyBoth(file, archiveSegmentKind);
}

export function verifyArchiveSegment(segments: string, file: string): ArchiveSegmentMeta {
  return verifyWithTexts<ArchiveSegmentMeta>(segments, file, archiveSegmentKind);
}

export function verifyProjectSegment(segments: string, file: string): ProjectSegmentMeta {
  return verifyWithTexts<ProjectSegmentMeta>(segments, file, projectSegmentKind);
}

function verifyWithTexts<Meta>(segments: string, file: string, kind: string): Meta {
  const meta = verifySections<Meta>(join(segments, `${file}.seg`), kind, new Arena(1 << 16));
  verifyTexts(segments, file, kind);
  return meta;
}

/** Both kinds of segment name their text file's length and checksums alike. */
function verifyTexts(segments: string, file: string, kind: string): void {
  const arena = new Arena(1 << 16);
  const { meta, arrays } = readSections<{ textBytes: number }>(join(segments, `${file}.seg`), kind, {
    arena,
    wanted: (name) => name === "texts.checksums",
  });
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
}
