/** What the last reading of a source leaves for the next. */
import type { CatalogDb } from "../tables.ts";

export interface SyncState {
  /** Digest of the connector: its state is of no use to another. */
  connector: string;
  /** As the connector gave it; null: nothing, or the last run could not read every item. */
  state: Readonly<Record<string, string>> | null;
  /** Runs in a row that failed. */
  failures: number;
}

export async function readSyncState(db: CatalogDb, source: string): Promise<SyncState | null> {
  const row = await db
    .selectFrom("sync_state")
    .select(["connector", "state", "failures"])
    .where("source", "=", source)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, state: row.state === null ? null : (JSON.parse(row.state) as Record<string, string>) };
}

/** Runs in a row that failed, by source; a source without a state is left out. */
export async function readFailures(db: CatalogDb): Promise<Map<string, number>> {
  const rows = await db.selectFrom("sync_state").select(["source", "failures"]).execute();
  return new Map(rows.map(({ source, failures }) => [source, failures]));
}

export async function saveSyncState(db: CatalogDb, source: string, given: SyncState): Promise<void> {
  const row = { ...given, state: given.state === null ? null : JSON.stringify(given.state) };
  await db
    .insertInto("sync_state")
    .values({ source, ...row })
    .onConflict((conflict) => conflict.column("source").doUpdateSet(row))
    .execute();
}
