/** Protects segments of the archive that are kept outside the data directory, and gives those back that are no longer used. */
import { randomUUID } from "node:crypto";
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  listSnapshots,
  type Manifest,
  type ManifestRemoteArchive,
  readManifest,
} from "../corpus/manifest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { PublishPlan } from "./plan.ts";
import type { PublishRun } from "./types.ts";

/** Before segments are written. Null where the archive is stored in the data directory. */
export async function reserveSegments(
  { archive }: PublishRun,
  directory: DataDirectory,
  { segmentFile }: Pick<PublishPlan, "segmentFile">,
): Promise<ManifestRemoteArchive | null> {
  if (archive === null) return null;
  const { group } = archive;
  const manifests = remoteManifests(directory);
  const installation = manifests.at(-1)?.archive.remote?.installation ?? randomUUID();
  await archive.use(installation, { segments: segmentsIn(manifests, group), building: segmentFile(0) });
  return { group, installation };
}

/** After a snapshot was activated, and old ones were deleted. */
export async function releaseSegments(
  { archive }: PublishRun,
  directory: DataDirectory,
  { archive: { remote } }: Manifest,
): Promise<void> {
  if (archive === null || !remote) return;
  const segments = segmentsIn(remoteManifests(directory), remote.group);
  try {
    await archive.use(remote.installation, { segments, building: null });
    await archive.collect();
  } catch {
    // The snapshot is current already, and the next publish tries this again.
  }
}

/** Manifests that can be read, oldest first. */
function remoteManifests(directory: DataDirectory): Manifest[] {
  return listSnapshots(directory).flatMap((id) => {
    try {
      const manifest = readManifest(directory, id);
      return manifest.archive.remote ? [manifest] : [];
    } catch (error) {
      if (error instanceof SegmentError) return [];
      throw error;
    }
  });
}

function segmentsIn(manifests: readonly Manifest[], group: string): string[] {
  const files = manifests
    .filter(({ archive }) => archive.remote?.group === group)
    .flatMap(({ archive }) => archive.segments.map(({ file }) => file));
  return [...new Set(files)];
}
