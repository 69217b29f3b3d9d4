/** `priorart upgrade-check`: whether this version can use a data directory, and what the first start will do. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { nearestNames } from "../contract/values/nearest-names.ts";
import { schemaVersionOf } from "../database/sqlite/sqlite-file.ts";
import { StorageError, storageError } from "../database/storage-error.ts";
import { takeLock } from "../locks/lock.ts";
import { checkDisk } from "./check-disk.ts";
import { type ConfiguredEmbedder, checkSnapshot } from "./check-snapshot.ts";
import type { Check, UpgradeReport } from "./types.ts";

export interface UpgradeOptions {
  dataDir: string;
  /** The program's. */
  version: string;
  /** Version of Node, such as `20.19.0`, and the oldest that is supported. */
  node: { version: string; oldest: string };
  /** Migrations that this version knows, by database. */
  schemas: { catalog: number; accounts: number };
  embedder: ConfiguredEmbedder;
  /** Names of the environment's variables, and of all settings. */
  settings: { given: readonly string[]; known: readonly string[] };
}

/** Reads only; migrates nothing. */
export async function checkUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const { dataDir, version, schemas } = options;
  const checks: Check[] = [
    checkNode(options.node),
    checkDatabase(dataDir, "catalog", schemas.catalog),
    checkDatabase(dataDir, "accounts", schemas.accounts),
    ...checkSnapshot(dataDir, options.embedder),
    checkSettings(options.settings),
    await checkDisk(dataDir),
    checkServer(dataDir),
  ];
  return { version, dataDir, usable: checks.every(({ state }) => state !== "failed"), checks };
}

function checkNode({ version, oldest }: UpgradeOptions["node"]): Check {
  const [given, least] = [version, oldest].map((text) => text.split(".").map(Number));
  const older = given![0]! - least![0]! || given![1]! - least![1]!;
  return older < 0
    ? { name: "node", state: "failed", message: `Node ${version} is too old: install ${oldest} or newer` }
    : { name: "node", state: "ok", message: `Node ${version}; ${oldest} or newer is needed` };
}

function checkDatabase(dataDir: string, name: "catalog" | "accounts", supported: number): Check {
  const path = join(dataDir, `${name}.db`);
  let found: number;
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined)
      return { name, state: "ok", message: `${name}.db does not exist yet; it is created when it is needed` };
    found = schemaVersionOf(path);
  } catch (error) {
    return { name, state: "failed", message: unreadable(path, error) };
  }
  const of = `${name}.db has schema version ${found}, and this version supports ${supported}`;
  if (found > supported)
    return { name, state: "failed", message: `${of} at most: use the version that wrote it, or a later one` };
  if (found === supported)
    return { name, state: "ok", message: `${name}.db has schema version ${found}, the current one` };
  return {
    name,
    state: "action",
    message: `${of}: the first command that opens it migrates it, and earlier versions cannot use it afterwards; back up first`,
  };
}

/** A backup is of no use where the file is whole. */
function unreadable(path: string, error: unknown): string {
  const known = storageError(error, path);
  return known instanceof StorageError ? known.message : `${(error as Error).message}; restore a backup`;
}

function checkSettings({ given, known }: UpgradeOptions["settings"]): Check {
  const unknown = given.filter((name) => name.startsWith("PRIORART_") && !known.includes(name)).sort();
  if (unknown.length === 0)
    return { name: "settings", state: "ok", message: "every PRIORART_ variable is a setting" };
  const listed = unknown.map((name) => {
    const [nearest] = nearestNames(name, known, 1);
    return nearest === undefined ? name : `${name} (did you mean ${nearest}?)`;
  });
  return {
    name: "settings",
    state: "action",
    message: `not a setting of this version, and ignored: ${listed.join(", ")}; see docs/configuration.md`,
  };
}

function checkServer(dataDir: string): Check {
  const path = join(dataDir, "server-lock.db");
  let release: (() => void) | null;
  try {
    release = existsSync(path) ? takeLock(path) : () => {};
  } catch (error) {
    return { name: "server", state: "failed", message: (error as Error).message };
  }
  release?.();
  return release === null
    ? {
        name: "server",
        state: "action",
        message: `a server runs on ${dataDir}: restart it with this version`,
      }
    : { name: "server", state: "ok", message: "no server runs on the data directory" };
}
