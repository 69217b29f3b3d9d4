/** Backs up and restores a data directory. */
import { accountMigrations } from "../accounts/migrations.ts";
import { backup } from "../backup/backup.ts";
import { restore } from "../backup/restore.ts";
import type { BackupReport, RestoreReport } from "../backup/types.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import type { BackupRequest, RestoreRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { requireFiles } from "./database.ts";
import { version } from "./version.ts";

export async function backupDirectory(config: Config, request: BackupRequest): Promise<BackupReport> {
  requireFiles(config, "backup");
  const { dataDir } = config;
  return backup({ ...request, dataDir, version });
}

export async function restoreDirectory(config: Config, request: RestoreRequest): Promise<RestoreReport> {
  requireFiles(config, "restore");
  const { dataDir } = config;
  const schemas = { "catalog.db": catalogMigrations.length, "accounts.db": accountMigrations.length };
  return restore({ ...request, dataDir, schemas });
}
