/** The snapshots of a data directory, for the console. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  listSnapshots,
  type Manifest,
  readManifest,
  segmentFileNames,
  servingProblem,
} from "../corpus/manifest.ts";

type Snapshot = ConsoleOutput<"listSnapshots">["snapshots"][number];

/** Newest first. A publish keeps few of them. */
export async function describeSnapshots(directory: DataDirectory): Promise<Snapshot[]> {
  const current = currentSnapshot(directory);
  const shown: Snapshot[] = [];
  for (const id of listSnapshots(directory).reverse()) {
    const written = await stat(join(directory.snapshots, `${id}.json`)).catch(() => null);
    // A publish deleted it meanwhile.
    if (written === null) continue;
    const snapshot = { id, publishedAt: written.mtime.toISOString(), isCurrent: id === current };
    try {
      const manifest = readManifest(directory, id);
      const bytes = written.size + (await segmentBytes(directory, manifest));
      const problem = servingProblem(directory, manifest)?.message ?? null;
      shown.push({ ...snapshot, bytes, ...countsOf(manifest), problem });
    } catch (error) {
      const counts = { projects: 0, documents: 0, passages: 0 };
      shown.push({ ...snapshot, bytes: written.size, ...counts, problem: (error as Error).message });
    }
  }
  return shown;
}

function countsOf({ projects, archive }: Manifest) {
  const sum = (of: (segment: Manifest["archive"]["segments"][number]) => number) =>
    archive.segments.reduce((total, segment) => total + of(segment), 0);
  return {
    projects: projects.count,
    documents: sum(({ documents, superseded }) => documents - superseded.length),
    // Of replaced documents too: they are in the files until the next full publish.
    passages: sum(({ chunks }) => chunks),
  };
}

/** Files of an older snapshot may be in the store only. */
async function segmentBytes(directory: DataDirectory, manifest: Manifest): Promise<number> {
  let bytes = 0;
  for (const name of segmentFileNames(manifest))
    bytes +=
      manifest.files?.[name]?.bytes ??
      (await stat(join(directory.segments, name)).then(
        ({ size }) => size,
        () => 0,
      ));
  return bytes;
}
