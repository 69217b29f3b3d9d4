/** Backs up and restores a data directory. */
import { accountMigrations } from "../accounts/migrations.ts";
import { backup } from "../backup/backup.ts";
import { restore } from "../backup/restore.ts";
import type { BackupReport, RestoreReport } from "../backup/types.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import type { BackupRequest, RestoreRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { version } from "./version.ts";

export function backupDirectory({ dataDir }: Config, request: BackupRequest): Promise<BackupReport> {
  return backup({ ...request, dataDir, version });
}

export function restoreDirectory({ dataDir }: Config, request: RestoreRequest): Promise<RestoreReport> {
  const schemas = { "catalog.db": catalogMigrations.length, "accounts.db": accountMigrations.length };
  return restore({ ...request, dataDir, schemas });
}
