/** Activate: makes a new snapshot current in one atomic step, and deletes what nothing needs any more. */
import type { DataDirectory } from "../corpus/data-directory.ts";
import { type Manifest, setCurrentSnapshot, writeManifest } from "../corpus/manifest.ts";
import { prune } from "./retention.ts";
import type { PublishRun } from "./types.ts";

/** Old snapshots kept beside the current one. */
const snapshotsKept = 2;

/** `manifest`: null when the current snapshot stays. */
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
