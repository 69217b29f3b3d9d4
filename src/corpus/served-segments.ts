/** The files of a snapshot that a server reads, without the texts beside them. */
import { archiveSegmentKind } from "./archive/archive-layout.ts";
import type { Manifest, ManifestLandscape } from "./manifest.ts";
import { landscapeKind, landscapeVersion } from "./projects/landscape.ts";
import { projectSegmentKind } from "./projects/project-layout.ts";

export const embedderSegmentKind = "embedder";
export const queryMapKind = "queries";

export interface ServedSegment {
  /** Without its ending, `.seg`. */
  file: string;
  kind: string;
}

export function servedSegments(manifest: Manifest): ServedSegment[] {
  const { embedder, projects, archive } = manifest;
  const landscape = landscapeOf(manifest);
  return [
    ...(embedder.file ? [{ file: embedder.file, kind: embedderSegmentKind }] : []),
    ...(embedder.queries ? [{ file: embedder.queries.file, kind: queryMapKind }] : []),
    { file: projects.file, kind: projectSegmentKind },
    ...(landscape ? [{ file: landscape.file, kind: landscapeKind }] : []),
    ...archive.segments.map(({ file }) => ({ file, kind: archiveSegmentKind })),
  ];
}

/** Null where the snapshot has none, or one of another version of Prior Art. */
export function landscapeOf({ landscape }: Manifest): ManifestLandscape | null {
  return landscape?.version === landscapeVersion ? landscape : null;
}
