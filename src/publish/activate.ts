/** Activate: activates a new snapshot atomically, and deletes files that are no longer used. */
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  type Manifest,
  segmentFileNames,
  setCurrentSnapshot,
  writeManifest,
} from "../corpus/manifest.ts";
import { rememberVerified } from "../corpus/verified-files.ts";
import { prune } from "./retention.ts";
import type { PublishOptions, PublishRun } from "./types.ts";

/** Number of old snapshots kept in addition to the current one. */
const snapshotsKept = 2;

/** `changed`: false where the manifest is that of the current snapshot. */
export async function activate(
  run: PublishRun,
  directory: DataDirectory,
  {
    manifest,
    changed,
    keep = snapshotsKept,
    shared,
  }: { manifest: Manifest; changed: boolean } & Pick<PublishOptions, "keep" | "shared">,
): Promise<void> {
  run.report("swap", 0, 1);
  const { signal } = run;
  const replaced = changed ? currentSnapshot(directory) : null;
  const tidy = () => prune(directory, { keep, replaced });
  if (shared) await shared.publish(manifest, { keep, signal, onActive: tidy });
  else {
    if (changed) {
      writeManifest(directory, manifest);
      setCurrentSnapshot(directory, manifest.id);
    }
    tidy();
  }
  // All of its files were just read or written.
  rememberVerified(directory, segmentFileNames(manifest));
  run.report("swap", 1, 1);
}
