/** For tests: servers with data directories of their own over one catalog, and small snapshots. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { createDataDirectory, type DataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  type Manifest,
  manifestFormat,
  readManifest,
  segmentFileNames,
} from "../corpus/manifest.ts";
import { prune } from "../publish/retention.ts";
import { writeSections } from "../search/segment/section-writer.ts";
import { createSharedSnapshots, type SharedSnapshots } from "./shared-snapshots.ts";
import type { SnapshotStore } from "./store.ts";

export interface TestServers {
  catalog: Catalog;
  /** `textBytes`: size of each text; default small. */
  add(store: SnapshotStore, more?: { now?: () => number; textBytes?: number }): TestSharing;
  close(): Promise<void>;
}

export interface TestSharing {
  directory: DataDirectory;
  shared: SharedSnapshots;
  problems: string[];
  /** Writes the files of a snapshot, as publish does, and publishes it. */
  publish(id: string, fields?: Partial<Manifest>, keep?: number): Promise<Manifest>;
  /** Id of the current snapshot, whose files are all there; null: none. */
  current(): string | null;
}

/** In the given folder, which is not deleted afterwards, or in a temporary one. */
export async function openServers(folder?: string): Promise<TestServers> {
  const root = folder ?? mkdtempSync(join(tmpdir(), "priorart-servers-"));
  const catalog = await openCatalog(join(root, "catalog.db"));
  let added = 0;
  return {
    catalog,
    add(store, { now, textBytes = 0 } = {}) {
      const dataDir = join(root, `server-${++added}`);
      const problems: string[] = [];
      const shared = createSharedSnapshots({
        dataDir,
        store,
        catalog,
        now,
        onProblem: ({ message }) => problems.push(message),
      });
      const directory = createDataDirectory(dataDir);
      return {
        directory,
        shared,
        problems,
        async publish(id, fields = {}, keep = 2) {
          const manifest = { ...manifestOf(id), ...fields } as Manifest;
          for (const name of segmentFileNames(manifest))
            writeSegment(join(directory.segments, name), textBytes);
          await shared.publish(manifest, { keep, onActive: () => prune(directory, { keep }) });
          return manifest;
        },
        current() {
          const id = currentSnapshot(directory);
          if (id !== null) readManifest(directory, id);
          return id;
        },
      };
    },
    async close() {
      await catalog.close();
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Other bytes in each file, and the same in files of the same name. */
function writeSegment(path: string, textBytes: number): void {
  const name = basename(path);
  if (name.endsWith(".txt")) writeFileSync(path, `text of ${name}`.padEnd(textBytes, "."));
  else writeSections(path, { kind: "test", meta: name, sections: {} });
}

/** One file is shared by all of them. */
export function manifestOf(id: string): Partial<Manifest> {
  return {
    format: manifestFormat,
    id,
    inputs: id,
    embedder: { file: "embedder-all" } as Manifest["embedder"],
    projects: { file: `projects-${id}`, inputs: id, count: 0, unembedded: 0 },
    clusters: null,
    archive: { segments: [], parameters: null },
  };
}
