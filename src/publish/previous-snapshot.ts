/** Reads the results of earlier publishes. */
import type { DataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, listSnapshots, type Manifest, readManifest } from "../corpus/manifest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { verifySegments } from "./verify-segments.ts";

/** The current manifest; null when there is none, or when it or one of its files is damaged. */
export function readPrevious(directory: DataDirectory): Manifest | null {
  const id = currentSnapshot(directory);
  if (!id) return null;
  try {
    const manifest = readManifest(directory, id);
    verifySegments(directory.segments, manifest);
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

export function nextId(directory: DataDirectory): string {
  const newest = listSnapshots(directory).at(-1);
  return String(Number(newest ?? 0) + 1).padStart(6, "0");
}
