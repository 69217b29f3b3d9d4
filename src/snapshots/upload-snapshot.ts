/** Stores the files of a snapshot that the store lacks, or has damaged, then its manifest. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  listSnapshots,
  type Manifest,
  type ManifestFile,
  manifestText,
  readManifest,
  segmentFileNames,
} from "../corpus/manifest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { damageReport, damageReports } from "./damage-reports.ts";
import { digestFile } from "./local-file.ts";
import { type SnapshotStore, type StoredName, StoreError, type TransferOptions } from "./store.ts";

export interface UploadedSnapshot {
  /** As stored: it names its files' digests. */
  text: string;
  /** SHA-256 of the text. */
  sha256: string;
  /** Tells others what the upload needs; removed when the snapshot is current. */
  upload: StoredName;
}

/** `transfers`: a folder for temporary files. Throws StoreError. */
export async function uploadSnapshot(
  store: SnapshotStore,
  from: { directory: DataDirectory; manifest: Manifest; transfers: string },
  { signal }: TransferOptions,
): Promise<UploadedSnapshot> {
  const { directory, transfers } = from;
  const files = await describeFiles(directory, from.manifest, signal);
  const text = manifestText({ ...from.manifest, files });
  const put = async (kind: "manifests" | "uploads", content: string): Promise<StoredName> => {
    const name: StoredName = `${kind}/${sha256(content)}`;
    const path = join(transfers, sha256(content));
    await writeFile(path, content, { mode: 0o600 });
    await store.put(name, path, { signal });
    return name;
  };
  // Before the first file is looked for: from here on none of them is deleted.
  const upload = await put("uploads", `${JSON.stringify(Object.values(files).map((file) => file.sha256))}\n`);
  const missing = async () => {
    const stored = new Map((await store.list("files")).map(({ name, bytes }) => [name, bytes]));
    return Object.entries(files).filter(([, file]) => stored.get(`files/${file.sha256}`) !== file.bytes);
  };
  const reports = await damageReports(store);
  const damaged = Object.entries(files).filter(([, { sha256 }]) => reports.has(damageReport(sha256)));
  for (const [name, file] of new Map([...(await missing()), ...damaged]))
    await store.put(`files/${file.sha256}`, join(directory.segments, name), { signal });
  await store.remove(damaged.map(([, file]) => damageReport(file.sha256)));
  const [gone] = await missing();
  if (gone !== undefined)
    throw new StoreError(
      "missing",
      `${store.place}: ${gone[0]} was deleted while the snapshot was uploaded; publish again`,
    );
  await put("manifests", text);
  return { text, sha256: sha256(text), upload };
}

/** Digests that an earlier snapshot states are not computed again: a file never changes. */
async function describeFiles(
  directory: DataDirectory,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<Record<string, ManifestFile>> {
  const known = knownFiles(directory);
  const files: Record<string, ManifestFile> = {};
  for (const name of segmentFileNames(manifest)) {
    const path = join(directory.segments, name);
    files[name] = known.get(name) ?? (await digestFile(path, signal));
  }
  return files;
}

/** The files that the snapshots of a data directory name, with their digests. */
export function knownFiles(directory: DataDirectory): Map<string, ManifestFile> {
  const known = new Map<string, ManifestFile>();
  for (const id of listSnapshots(directory)) {
    try {
      for (const [name, file] of Object.entries(readManifest(directory, id).files ?? {}))
        known.set(name, file);
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
    }
  }
  return known;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
