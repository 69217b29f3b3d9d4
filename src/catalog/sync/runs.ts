/** Readings of sources by their connectors: one row for each run. */
import type { CatalogDb, CatalogTables } from "../tables.ts";

/**
 * - `complete`: everything listed was read, but for the items in `problems`;
 * - `unchanged`: the source states that nothing has changed;
 * - `held`: documents would be withdrawn that are more than a fifth of the source; all else was read;
 * - `failed`: the source could not be listed; its documents stay;
 * - `interrupted`: stopped, or killed; the next run continues it.
 */
export type SyncOutcome = "running" | "complete" | "unchanged" | "held" | "failed" | "interrupted";

export interface SyncCounts {
  /** Items listed. */
  listed: number;
  /** Items whose content was read. */
  read: number;
  /** Documents, for the next four. */
  added: number;
  updated: number;
  unchanged: number;
  withdrawn: number;
  /** Items that could not be read. */
  failed: number;
  /** Items that contain no text. */
  skipped: number;
}

export interface SyncProblem {
  item: string;
  message: string;
}

export interface SyncRun {
  id: number;
  source: string;
  startedAt: string;
  finishedAt: string | null;
  outcome: SyncOutcome;
  /** Why it failed or is held, or what was left out; for the operator. */
  message: string | null;
  counts: SyncCounts;
  /** The first items that could not be read. */
  problems: SyncProblem[];
}

/** Finished runs kept for each source. */
const KEPT = 50;

export const noCounts: Readonly<SyncCounts> = {
  listed: 0,
  read: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  failed: 0,
  skipped: 0,
};

/** Newest first. */
export async function listSyncRuns(db: CatalogDb, source: string, limit: number): Promise<SyncRun[]> {
  const rows = await db
    .selectFrom("sync_run")
    .selectAll()
    .where("source", "=", source)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** The newest run of each source that has one. */
export async function latestSyncRuns(db: CatalogDb): Promise<Map<string, SyncRun>> {
  const rows = await db
    .selectFrom("sync_run")
    .selectAll()
    .where("id", "in", (eb) =>
      eb
        .selectFrom("sync_run as run")
        .select((of) => of.fn.max("run.id").as("id"))
        .groupBy("run.source"),
    )
    .execute();
  return new Map(rows.map((row) => [row.source, fromRow(row)]));
}

/** Returns the id of the new run. */
export async function insertSyncRun(db: CatalogDb, source: string, startedAt: string): Promise<number> {
  const { id } = await db
    .insertInto("sync_run")
    .values({
      source,
      started_at: startedAt,
      finished_at: null,
      outcome: "running",
      message: null,
      counts: JSON.stringify(noCounts),
      problems: "[]",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** False once its source was removed. */
export async function hasSyncRun(db: CatalogDb, id: number): Promise<boolean> {
  const row = await db.selectFrom("sync_run").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** A run that its process did not finish: it was killed. */
export async function closeDeadRuns(db: CatalogDb, source: string, now: string): Promise<void> {
  await db
    .updateTable("sync_run")
    .set({ outcome: "interrupted", finished_at: now })
    .where("source", "=", source)
    .where("outcome", "=", "running")
    .execute();
}

export async function updateSyncRun(
  db: CatalogDb,
  run: Omit<SyncRun, "source" | "startedAt">,
): Promise<void> {
  await db
    .updateTable("sync_run")
    .set({
      finished_at: run.finishedAt,
      outcome: run.outcome,
      message: run.message,
      counts: JSON.stringify(run.counts),
      problems: JSON.stringify(run.problems),
    })
    .where("id", "=", run.id)
    .execute();
}

export async function forgetOldSyncRuns(db: CatalogDb, source: string): Promise<void> {
  const kept = db
    .selectFrom("sync_run")
    .select("id")
    .where("source", "=", source)
    .orderBy("id", "desc")
    .limit(KEPT);
  await db.deleteFrom("sync_run").where("source", "=", source).where("id", "not in", kept).execute();
}

function fromRow(row: Omit<CatalogTables["sync_run"], "id"> & { id: number }): SyncRun {
  return {
    id: row.id,
    source: row.source,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    outcome: row.outcome as SyncOutcome,
    message: row.message,
    counts: JSON.parse(row.counts) as SyncCounts,
    problems: JSON.parse(row.problems) as SyncProblem[],
  };
}
