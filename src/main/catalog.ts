/** The catalog of a data directory, opened for the duration of a callback. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { finishRestore } from "../backup/interrupted-restore.ts";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { CommandError } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";

type DataDirectory = Pick<Config, "dataDir">;

export function makeDataDirectory({ dataDir }: DataDirectory): void {
  finishRestore(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

export function openCatalogOf(config: DataDirectory): Promise<Catalog> {
  makeDataDirectory(config);
  return openCatalog(catalogPath(config));
}

export async function withCatalog<T>(
  config: DataDirectory,
  work: (catalog: Catalog) => Promise<T>,
): Promise<T> {
  const catalog = await openCatalogOf(config);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

/** For commands that only read: throws CommandError when there is no catalog, instead of creating one. */
export async function openExistingCatalog(config: DataDirectory): Promise<Catalog> {
  if (!hasCatalog(config)) {
    throw new CommandError(
      `${config.dataDir} contains no records yet: import some and publish them, or try priorart demo`,
    );
  }
  return openCatalogOf(config);
}

/** The same for the duration of a callback. */
export async function withExistingCatalog<T>(
  config: DataDirectory,
  work: (catalog: Catalog) => Promise<T>,
): Promise<T> {
  const catalog = await openExistingCatalog(config);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

export function hasCatalog(config: DataDirectory): boolean {
  finishRestore(config.dataDir);
  return existsSync(catalogPath(config));
}

const catalogPath = ({ dataDir }: DataDirectory): string => join(dataDir, "catalog.db");
