/** Copies the current snapshot of a store into a data directory, verified, and makes it current there. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { PublishedSnapshot, PublishedSnapshots } from "../catalog/published-snapshots.ts";
import type { DataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  listSnapshots,
  type Manifest,
  type ManifestFile,
  manifestFormats,
  manifestPath,
  readManifest,
  readManifestFile,
  segmentFileNames,
  setCurrentSnapshot,
} from "../corpus/manifest.ts";
import { readHeader } from "../search/segment/section-file.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { reportDamage } from "./damage-reports.ts";
import { digestFile } from "./local-file.ts";
import { type SnapshotStore, StoreError, type TransferOptions } from "./store.ts";
import { knownFiles } from "./upload-snapshot.ts";

/** The snapshot is in a format that this version does not serve. */
export class SnapshotFormatError extends Error {
  override name = "SnapshotFormatError";
}

export interface Installation {
  directory: DataDirectory;
  published: PublishedSnapshots;
  /** Folder for downloads, on the disk of the data directory: what an attempt that failed left there is not copied again. */
  transfers: string;
  /** Formats of manifests to copy: those that are served, or those that the next publish continues. */
  formats: readonly number[];
}

/**
 * On any error the snapshot before stays current. Throws StoreError, or SnapshotFormatError. Requires the lock of the
 * data directory's snapshots.
 */
export async function installSnapshot(
  store: SnapshotStore,
  { directory, published, transfers, formats }: Installation,
  options: TransferOptions,
): Promise<void> {
  const { current, kept } = published;
  const entry = kept.find(({ id }) => id === current)!;
  requireOwn(directory, entry, await isInstalled(directory, entry));
  const path = await fetchManifest(store, { directory, entry, transfers }, options);
  const manifest = manifestIn(formats, path, current);
  await fetchFiles(store, { directory, manifest, transfers }, options);
  for (const other of kept)
    if (other !== entry) await keepManifest(store, { directory, entry: other, transfers }, options);
  place(directory, entry, path);
  if (currentSnapshot(directory) !== current) setCurrentSnapshot(directory, current);
  removeOthers(directory, kept);
}

/** Whether a data directory has the very manifest. */
async function isInstalled(directory: DataDirectory, { id, manifest }: PublishedSnapshot): Promise<boolean> {
  const path = manifestPath(directory, id);
  return existsSync(path) && (await digestFile(path)).sha256 === manifest;
}

/** Servers identify snapshots by their ids. */
function requireOwn(directory: DataDirectory, { id }: PublishedSnapshot, installed: boolean): void {
  if (installed || currentSnapshot(directory) !== id) return;
  throw new StoreError(
    "refused",
    `${directory.root} has a snapshot ${id} of its own, which is another than the store's: stop the server, delete ` +
      "the folders snapshots and segments in it, and start again",
  );
}

/** The path of the manifest: in its place, or downloaded. */
async function fetchManifest(
  store: SnapshotStore,
  from: { directory: DataDirectory; entry: PublishedSnapshot; transfers: string },
  options: TransferOptions,
): Promise<string> {
  const { directory, entry, transfers } = from;
  if (await isInstalled(directory, entry)) return manifestPath(directory, entry.id);
  const path = join(transfers, `${entry.id}.json`);
  await store.fetch(`manifests/${entry.manifest}`, path, options);
  return path;
}

/** Of a snapshot to return to: only its manifest, for lists. Without it the snapshot is not listed. */
async function keepManifest(
  store: SnapshotStore,
  from: { directory: DataDirectory; entry: PublishedSnapshot; transfers: string },
  options: TransferOptions,
): Promise<void> {
  try {
    place(from.directory, from.entry, await fetchManifest(store, from, options));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

/** Its time is that of the publish, which lists show. */
function place(directory: DataDirectory, { id, publishedAt }: PublishedSnapshot, path: string): void {
  const target = manifestPath(directory, id);
  if (path === target) return;
  utimesSync(path, new Date(publishedAt), new Date(publishedAt));
  renameSync(path, target);
}

function manifestIn(formats: readonly number[], path: string, id: string): Manifest {
  const { format } = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  if (!formats.includes(format)) throw otherFormat({ id, format });
  return readManifestFile(path);
}

/** Throws a SnapshotFormatError for a snapshot that this version does not serve. */
export async function requireServed(
  store: SnapshotStore,
  from: { directory: DataDirectory; entry: PublishedSnapshot; transfers: string },
): Promise<void> {
  manifestIn(manifestFormats, await fetchManifest(store, from, {}), from.entry.id);
}

const otherFormat = ({ id, format }: Pick<Manifest, "id" | "format">) =>
  new SnapshotFormatError(
    `snapshot ${id} is in format ${format}, and this version of Prior Art serves ${manifestFormats.join(" and ")}: ` +
      (format > Math.max(...manifestFormats)
        ? "upgrade this server; until then it serves the snapshot before"
        : "publish again with this version"),
  );

async function fetchFiles(
  store: SnapshotStore,
  from: { directory: DataDirectory; manifest: Manifest; transfers: string },
  options: TransferOptions,
): Promise<void> {
  const { directory, manifest, transfers } = from;
  const known = knownFiles(directory);
  const left = keepTransfers(transfers, manifest);
  const fetched: { name: string; target: string }[] = [];
  for (const name of segmentFileNames(manifest)) {
    const file = manifest.files?.[name];
    if (file === undefined || !/^[a-z0-9-]+\.(?:seg|txt)$/.test(name))
      throw new StoreError(
        "damaged",
        `${store.place}: the manifest of snapshot ${manifest.id} is incomplete`,
      );
    const path = join(directory.segments, name);
    const size = await stat(path).then(
      ({ size }) => size,
      () => null,
    );
    const isKnown = known.get(name)?.sha256 === file.sha256;
    if (size === file.bytes && (isKnown || (await digestFile(path, options.signal)).sha256 === file.sha256))
      continue;
    const target = join(transfers, targetOf(name, file));
    if (!left.has(target) || (await digestFile(target, options.signal)).sha256 !== file.sha256)
      await fetchFile(store, { sha256: file.sha256, target, transfers }, options);
    if (name.endsWith(".seg")) requireReadable(target, manifest.id);
    fetched.push({ name, target });
  }
  for (const { name, target } of fetched) renameSync(target, join(directory.segments, name));
}

/**
 * Of a file while it is copied. Two files may have the same content, and a name may have referred to another file
 * before.
 */
const targetOf = (name: string, { sha256 }: ManifestFile): string => `${sha256}-${name}`;

/** The copies that an earlier attempt completed; deletes everything else that it left. */
function keepTransfers(transfers: string, { files = {} }: Manifest): Set<string> {
  const wanted = new Set(Object.entries(files).map(([name, file]) => targetOf(name, file)));
  const left = new Set<string>();
  for (const name of readdirSync(transfers))
    if (wanted.has(name)) left.add(join(transfers, name));
    else if (!name.endsWith(".json")) rmSync(join(transfers, name), { recursive: true, force: true });
  return left;
}

async function fetchFile(
  store: SnapshotStore,
  file: { sha256: string; target: string; transfers: string },
  options: TransferOptions,
): Promise<void> {
  try {
    await store.fetch(`files/${file.sha256}`, file.target, options);
  } catch (error) {
    // Where the report fails, the next attempt makes it.
    if (error instanceof StoreError && error.kind === "damaged")
      await reportDamage(store, file.sha256, file.transfers).catch(() => {});
    throw error;
  }
}

/** A newer version may write segments of a newer format under a manifest that is as it was. */
function requireReadable(path: string, id: string): void {
  try {
    readHeader(path);
  } catch (error) {
    if (!(error instanceof SegmentError)) throw error;
    throw new SnapshotFormatError(
      `snapshot ${id} has files that this version of Prior Art cannot read (${error.message}): upgrade this server; until then it serves the snapshot before`,
      { cause: error },
    );
  }
}

/** Deletes snapshots that are not kept, with the files that only they name: others may belong to a publish. */
function removeOthers(directory: DataDirectory, kept: readonly PublishedSnapshot[]): void {
  const named = (id: string): string[] => {
    try {
      return segmentFileNames(readManifest(directory, id));
    } catch (error) {
      if (error instanceof SegmentError) return [];
      throw error;
    }
  };
  const staying = new Set(kept.map(({ id }) => id));
  const gone = listSnapshots(directory).filter((id) => !staying.has(id));
  const old = gone.flatMap(named);
  for (const id of gone) rmSync(manifestPath(directory, id), { force: true });
  const needed = new Set(listSnapshots(directory).flatMap(named));
  const present = new Set(readdirSync(directory.segments));
  for (const name of old)
    if (!needed.has(name) && present.has(name)) rmSync(join(directory.segments, name), { force: true });
}
