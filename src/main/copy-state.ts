/** `priorart copy-state` */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError, UsageError } from "../cli/exit.ts";
import type { CopyStateRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { copyState, type Databases, type TableReport } from "../copy-state/copy-state.ts";
import type { DatabaseLocation } from "../database/location.ts";
import { isOpenElsewhere } from "../database/sqlite/sqlite-file.ts";
import { takeLock } from "../locks/lock.ts";
import { makeDataDirectory } from "./catalog.ts";
import { databaseLocation } from "./database.ts";

export async function copyStateOf(config: Config, request: CopyStateRequest): Promise<TableReport[]> {
  const { database, dataDir } = config;
  if (database === null)
    throw new UsageError(
      "PRIORART_DATABASE_URL must be set: it says which PostgreSQL database to copy from or to",
    );
  makeDataDirectory(config);
  const files = locations({ ...config, database: null });
  if (request.to === "postgres" && !existsSync(String(files.catalog)))
    throw new CommandError(
      `${dataDir} contains no records: give the data directory with --data or PRIORART_DATA`,
    );
  const release = takeLock(join(dataDir, "server-lock.db"));
  if (release === null) throw new CommandError(`a server is running on ${dataDir}: stop it, and copy again`);
  try {
    // What a command writes meanwhile, such as an import, would be missing in the copy.
    if (request.to === "postgres") Object.values(files).forEach(requireClosed);
    const postgres = locations(config);
    const way = request.to === "postgres" ? { from: files, to: postgres } : { from: postgres, to: files };
    return await copyState(way, request);
  } finally {
    release();
  }
}

function requireClosed(file: DatabaseLocation): void {
  if (typeof file === "string" && existsSync(file) && isOpenElsewhere(file))
    throw new CommandError(`${file} is in use by another command: wait until it has ended, and copy again`);
}

function locations(config: Pick<Config, "dataDir" | "database">): Databases {
  return {
    catalog: databaseLocation(config, "catalog", { migrate: true }),
    accounts: databaseLocation(config, "accounts", { migrate: true }),
  };
}
