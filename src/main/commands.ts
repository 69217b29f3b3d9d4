/** Commands that change records: what they did is recorded in the audit log. */
import { basename } from "node:path";
import type { CodeReport } from "@prior-art/scan";
import type { BackupReport, RestoreReport } from "../backup/types.ts";
import type {
  BackupRequest,
  ImportRequest,
  ProjectsScanned,
  PublishRequest,
  RemovedKind,
  RestoreRequest,
  ScanProjectsRequest,
  ScanRequest,
  SyncRequest,
} from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { ImportReport } from "../ingest/types.ts";
import type { PublishReport } from "../publish/publish.ts";
import type { SyncReport } from "../sync/types.ts";
import { openPlainAccounts } from "./accounts.ts";
import { type Action, byCommand } from "./audited.ts";

export async function importCommand(config: Config, request: ImportRequest): Promise<ImportReport> {
  const report = await (await import("./records.ts")).importRecords(config, request);
  const target = request.inputs.map((input) => basename(input)).join(", ");
  if (request.options.dryRun !== true)
    await recordCommand(config, { action: "import", target, detail: request.kind });
  return report;
}

export async function removeCommand(
  config: Config,
  what: { kind: RemovedKind; keys: readonly string[] },
): Promise<string[]> {
  const removed = await (await import("./records.ts")).removeRecords(config, what);
  if (removed.length > 0)
    await recordCommand(config, { action: "remove-records", target: removed.join(", "), detail: what.kind });
  return removed;
}

export async function renameSourceCommand(
  config: Config,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await (await import("./records.ts")).renameSource(config, { from, to });
  await recordCommand(config, { action: "rename-source", target: to, detail: `was ${from}` });
}

export async function publishCommand(config: Config, request: PublishRequest): Promise<PublishReport> {
  const report = await (await import("./publish.ts")).publishInProcess(config, request);
  if (report.changed) await recordCommand(config, { action: "publish", target: report.snapshot });
  return report;
}

export async function syncCommand(config: Config, request: SyncRequest): Promise<SyncReport[]> {
  const reports = await (await import("./sync.ts")).syncRecords(config, request);
  const target = reports.map(({ source }) => source).join(", ");
  const detail = request.allowWithdrawals ? "withdrawals confirmed" : null;
  if (reports.length > 0) await recordCommand(config, { action: "read-source", target, detail });
  return reports;
}

export async function scanCommand(config: Config, request: ScanRequest): Promise<CodeReport> {
  const report = await (await import("./scanning.ts")).scanSource(config, request);
  if (request.slug !== undefined) await recordCommand(config, { action: "scan", target: request.slug });
  return report;
}

export async function scanProjectsCommand(
  config: Config,
  request: ScanProjectsRequest,
): Promise<ProjectsScanned> {
  const report = await (await import("./scanning.ts")).scanCatalog(config, request);
  const detail = report.tried === 1 ? "1 project" : `${report.tried} projects`;
  if (report.tried > 0) await recordCommand(config, { action: "scan", target: null, detail });
  return report;
}

export async function backupCommand(config: Config, request: BackupRequest): Promise<BackupReport> {
  const report = await (await import("./backup.ts")).backupDirectory(config, request);
  await recordCommand(config, { action: "back-up", target: basename(report.file) });
  return report;
}

/** Recorded in the accounts that were restored. */
export async function restoreCommand(config: Config, request: RestoreRequest): Promise<RestoreReport> {
  const report = await (await import("./backup.ts")).restoreDirectory(config, request);
  await recordCommand(config, { action: "restore", target: basename(request.file) });
  return report;
}

export async function rollbackCommand(config: Config): Promise<{ snapshot: string }> {
  const rolledBack = await rollBack(config);
  await recordCommand(config, { action: "roll-back", target: rolledBack.snapshot });
  return rolledBack;
}

async function rollBack(config: Config): Promise<{ snapshot: string }> {
  if (!config.snapshots) return (await import("../publish/publish.ts")).rollback(config.dataDir);
  const { rollBackShared } = await import("./shared-snapshots.ts");
  const { withExistingCatalog } = await import("./catalog.ts");
  return { snapshot: await withExistingCatalog(config, (catalog) => rollBackShared(config, catalog)) };
}

/**
 * Records a command that changes records; the first one creates the accounts. What was done stays done when it cannot
 * be recorded: then a warning is logged.
 */
async function recordCommand(config: Config, action: Action): Promise<void> {
  try {
    const accounts = await openPlainAccounts(config);
    try {
      await byCommand(accounts.audit)(action);
    } finally {
      await accounts.close();
    }
  } catch (error) {
    process.emitWarning(`the audit log could not be written: ${(error as Error).message}`);
  }
}
