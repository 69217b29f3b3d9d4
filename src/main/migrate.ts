/** `priorart migrate`: applies the pending migrations of both databases. */
import { openAccountTables } from "../accounts/open-tables.ts";
import { openCatalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import { describeLocation } from "../database/location.ts";
import { makeDataDirectory } from "./catalog.ts";
import { databaseLocation } from "./database.ts";

/** Resolves to the databases that this release can use now. */
export async function migrateDatabases(config: Config): Promise<string[]> {
  makeDataDirectory(config);
  const catalog = databaseLocation(config, "catalog", { migrate: true });
  const accounts = databaseLocation(config, "accounts", { migrate: true });
  await (await openCatalog(catalog)).close();
  await (await openAccountTables(accounts)).destroy();
  return [catalog, accounts].map(describeLocation);
}
