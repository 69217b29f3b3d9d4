/** Publishing, snapshots and the machine, as administrators see them in the console. */
import { readdir, stat, statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import { ApiError } from "../contract/api/errors.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot } from "../corpus/manifest.ts";
import { rollBack } from "../publish/retention.ts";
import type { ConsolePublishing } from "../server/console/ports.ts";
import type { SharedSnapshots } from "../snapshots/shared-snapshots.ts";
import type { Imports } from "./imports.ts";
import type { Publisher } from "./publisher.ts";
import type { SourceScheduler } from "./scheduler.ts";
import { describeSnapshots } from "./snapshots.ts";
import { version } from "./version.ts";

type System = ConsoleOutput<"getSystem">;

export interface ConsolePublishingOptions {
  config: Config;
  publisher: Publisher;
  /** Null: snapshots stay in the data directory. */
  shared: Pick<SharedSnapshots, "published" | "rollBack"> | null;
  imports: Pick<Imports, "running">;
  /** Null until the server listens. */
  scheduler(): SourceScheduler | null;
}

export function consolePublishing(options: ConsolePublishingOptions): ConsolePublishing {
  const { config, publisher, shared, imports, scheduler } = options;
  const directory = dataDirectory(config.dataDir);
  const startedAt = new Date().toISOString();
  return {
    state: () => publisher.state(),
    start(request) {
      if (!publisher.start(request))
        throw new ApiError("FORBIDDEN", "A publish is running; wait until it has ended, or cancel it");
    },
    cancel() {
      if (!publisher.cancel()) throw new ApiError("NOT_FOUND", "No publish of this server is running");
    },
    snapshots: async () => ({ snapshots: await describeSnapshots(directory) }),
    async rollBack(from) {
      if (publisher.state().running !== null)
        throw new ApiError("FORBIDDEN", "A publish is running; wait until it has ended, or cancel it");
      const current = shared ? ((await shared.published())?.current ?? null) : currentSnapshot(directory);
      if (from !== current)
        throw new ApiError("FORBIDDEN", `The current snapshot is ${current ?? "none"} now; reload the page`);
      try {
        return shared ? await shared.rollBack() : rollBack(directory);
      } catch (error) {
        throw new ApiError("FORBIDDEN", `Cannot roll back: ${(error as Error).message}`, { cause: error });
      }
    },
    async system() {
      return {
        disk: { parts: await diskParts(config.dataDir), freeBytes: await freeBytes(config.dataDir) },
        memory: { processBytes: process.memoryUsage.rss(), freeBytes: freemem(), totalBytes: totalmem() },
        jobs: runningJobs(publisher, imports, scheduler()),
        version,
        startedAt,
      };
    },
  };
}

function runningJobs(
  publisher: Publisher,
  imports: Pick<Imports, "running">,
  scheduler: SourceScheduler | null,
): System["jobs"] {
  const { running } = publisher.state();
  const jobs: System["jobs"] = [];
  if (running !== null)
    jobs.push({ kind: "publish", what: running.step ?? "read", done: running.done, total: running.total });
  for (const { source, done, listed } of scheduler?.progress.values() ?? [])
    jobs.push({ kind: "sync", what: source, done, total: listed });
  const importing = imports.running();
  if (importing !== null)
    jobs.push({ kind: "import", what: importing.file, done: importing.records, total: null });
  return jobs;
}

/** Parts of the data directory by the first name of their path; the rest is "other". */
const PARTS: Readonly<Record<string, string>> = {
  "catalog.db": "catalog",
  "accounts.db": "accounts",
  segments: "snapshots",
  snapshots: "snapshots",
  rejects: "rejects",
  uploads: "uploads",
};

async function diskParts(dataDir: string): Promise<System["disk"]["parts"]> {
  const bytes = new Map<string, number>();
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // SQLite's journals belong to their database.
    const name = PARTS[entry.name.replace(/-(?:wal|shm|journal)$/, "")] ?? "other";
    const path = join(dataDir, entry.name);
    const size = entry.isDirectory() ? await folderBytes(path) : await fileBytes(path);
    bytes.set(name, (bytes.get(name) ?? 0) + size);
  }
  return [...bytes].map(([name, size]) => ({ name, bytes: size })).sort((a, b) => b.bytes - a.bytes);
}

/** Files counted in one folder. */
const MAX_FILES = 20_000;

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  let left = MAX_FILES;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    if (left-- === 0) break;
    bytes += await fileBytes(join(entry.parentPath, entry.name));
  }
  return bytes;
}

/** 0 for a file that was deleted meanwhile. */
const fileBytes = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const freeBytes = (path: string): Promise<number | null> =>
  statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
