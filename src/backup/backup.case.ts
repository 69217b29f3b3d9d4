/** For tests: backups of a small data directory, and what a restored one contains. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { packTar, type TarEntry, unpackTar } from "modern-tar";
import { openCatalog } from "../catalog/catalog.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, readManifest } from "../corpus/manifest.ts";
import { type BackupOptions, backup } from "./backup.ts";
import { type RestoreOptions, restore } from "./restore.ts";
import type { BackupReport, RestoreReport } from "./types.ts";

/** More than any release has. */
export const anySchemas = { "catalog.db": 1_000, "accounts.db": 1_000 };

export const backUp = (
  dataDir: string,
  file: string,
  options: Pick<BackupOptions, "onProgress"> & { snapshot?: boolean } = {},
): Promise<BackupReport> => backup({ dataDir, file, snapshot: true, version: "1.2.3", ...options });

export const restoreTo = (
  dataDir: string,
  file: string,
  options: Partial<RestoreOptions> = {},
): Promise<RestoreReport> => restore({ dataDir, file, replace: false, schemas: anySchemas, ...options });

export type Entries = Map<string, Uint8Array>;

/** The entries of a backup, in their order. */
export async function entriesOf(file: string): Promise<Entries> {
  const bytes = await readFile(file);
  const entries = await unpackTar(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  return new Map(entries.map(({ header, data }) => [header.name, data ?? new Uint8Array()]));
}

export function tarOf(entries: Entries, more: TarEntry[] = []): Promise<Uint8Array> {
  const files = [...entries].map(
    ([name, body]): TarEntry => ({ header: { name, size: body.length, mode: 0o600 }, body }),
  );
  return packTar([...files, ...more]);
}

/** Documents of the catalog, and those of the current snapshot; null without one. */
export async function countsOf(dataDir: string): Promise<{ catalog: number; snapshot: number | null }> {
  const catalog = await openCatalog(join(dataDir, "catalog.db"));
  try {
    const directory = dataDirectory(dataDir);
    const id = currentSnapshot(directory);
    const segments = id === null ? null : readManifest(directory, id).archive.segments;
    return {
      catalog: (await catalog.counts()).documents,
      snapshot: segments?.reduce((sum, one) => sum + one.documents - one.superseded.length, 0) ?? null,
    };
  } finally {
    await catalog.close();
  }
}
