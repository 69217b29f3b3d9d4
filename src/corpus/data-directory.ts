/** Layout of the data directory. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export interface DataDirectory {
  root: string;
  /** Manifests, one file per snapshot, and `CURRENT`, which names one of them. */
  snapshots: string;
  /** Segment files; a snapshot's manifest names those it is made of. */
  segments: string;
  current: string;
}

export function dataDirectory(root: string): DataDirectory {
  const snapshots = join(root, "snapshots");
  return { root, snapshots, segments: join(root, "segments"), current: join(snapshots, "CURRENT") };
}

export function createDataDirectory(root: string): DataDirectory {
  const directory = dataDirectory(root);
  for (const path of [directory.snapshots, directory.segments])
    mkdirSync(path, { recursive: true, mode: 0o700 });
  return directory;
}
