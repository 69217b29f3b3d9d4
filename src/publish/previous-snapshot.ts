/** Reads the results of earlier publishes. */
import type { DataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, listSnapshots, type Manifest, readManifest } from "../corpus/manifest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { isHeld } from "./finished-files.ts";
import type { PublishRun } from "./types.ts";
import { verifySegments } from "./verify-segments.ts";

/**
 * The current manifest; null when there is none, when it or one of its files is damaged, or when its archive is kept
 * elsewhere than the new one will be.
 */
export function readPrevious(
  { archive }: Pick<PublishRun, "archive">,
  directory: DataDirectory,
): Manifest | null {
  const id = currentSnapshot(directory);
  if (!id) return null;
  try {
    const manifest = readManifest(directory, id);
    verifySegments(directory, manifest);
    const { remote, segments } = manifest.archive;
    if (remote?.group !== archive?.group || !segments.every((one) => isHeld(archive, one))) return null;
    return manifest;
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

/**
 * Clusters file of the newest snapshot that can be read, even if other files of it are damaged: keys must not change
 * meaning.
 */
export function lastClusters(directory: DataDirectory): string | null {
  for (const id of listSnapshots(directory).reverse()) {
    try {
      return readManifest(directory, id).clusters?.file ?? null;
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
    }
  }
  return null;
}

/**
 * `others`: snapshots elsewhere, whose ids are taken, too, as is that of the current one without its manifest: a server that
 * has it in memory knows a newer one by another id.
 */
export function nextId(directory: DataDirectory, others: readonly { id: string }[] = []): string {
  const taken = [...listSnapshots(directory), currentSnapshot(directory) ?? 0, ...others.map(({ id }) => id)];
  return String(Math.max(0, ...taken.map(Number)) + 1).padStart(6, "0");
}
