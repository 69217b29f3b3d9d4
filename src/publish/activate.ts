/** Activate: activates a new snapshot atomically, and deletes files that are no longer used. */
import type { DataDirectory } from "../corpus/data-directory.ts";
import { type Manifest, setCurrentSnapshot, writeManifest } from "../corpus/manifest.ts";
import { prune } from "./retention.ts";
import type { PublishRun } from "./types.ts";

/** Number of old snapshots kept in addition to the current one. */
const snapshotsKept = 2;

/** `manifest`: null to keep the current snapshot. */
export function activate(
  run: PublishRun,
  directory: DataDirectory,
  { manifest, keep = snapshotsKept }: { manifest: Manifest | null; keep: number | undefined },
): void {
  run.report("swap", 0, 1);
  if (manifest) {
    writeManifest(directory, manifest);
    setCurrentSnapshot(directory, manifest.id);
  }
  prune(directory, keep);
  run.report("swap", 1, 1);
}
