/** The catalog of a data directory, opened for the duration of a callback. */
import { mkdirSync } from "node:fs";
import { finishRestore } from "../backup/interrupted-restore.ts";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { CommandError } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";
import { databaseLocation, hasDatabase, type Storage } from "./database.ts";

export function makeDataDirectory({ dataDir }: Pick<Config, "dataDir">): void {
  finishRestore(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

export function openCatalogOf(config: Storage): Promise<Catalog> {
  makeDataDirectory(config);
  return openCatalog(databaseLocation(config, "catalog"));
}

export async function withCatalog<T>(config: Storage, work: (catalog: Catalog) => Promise<T>): Promise<T> {
  const catalog = await openCatalogOf(config);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

/** For commands that only read: throws CommandError when there is no catalog, instead of creating one. */
export async function openExistingCatalog(config: Storage): Promise<Catalog> {
  if (!hasCatalog(config)) {
    throw new CommandError(
      `${config.dataDir} contains no records yet: import some and publish them, or try priorart demo`,
    );
  }
  return openCatalogOf(config);
}

/** The same for the duration of a callback. */
export async function withExistingCatalog<T>(
  config: Storage,
  work: (catalog: Catalog) => Promise<T>,
): Promise<T> {
  const catalog = await openExistingCatalog(config);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

export function hasCatalog(config: Storage): boolean {
  finishRestore(config.dataDir);
  return hasDatabase(config, "catalog");
}
