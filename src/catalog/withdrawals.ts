/** Records taken back: every snapshot hides them at once, until an import brings the record again. */
import type { CatalogDb, WithdrawalKind } from "./tables.ts";
import type { LiveOverlay } from "./types.ts";

export async function addWithdrawal(
  db: CatalogDb,
  record: { kind: WithdrawalKind; key: string },
  now: string,
): Promise<boolean> {
  const result = await db
    .insertInto("withdrawal")
    .values({ ...record, withdrawn_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function clearWithdrawals(
  db: CatalogDb,
  kind: WithdrawalKind,
  keys: readonly string[],
): Promise<void> {
  await db.deleteFrom("withdrawal").where("kind", "=", kind).where("key", "in", keys).execute();
}

export async function readOverlay(db: CatalogDb): Promise<LiveOverlay> {
  const withdrawn = await db.selectFrom("withdrawal").select(["kind", "key"]).orderBy("key").execute();
  const keys = (kind: WithdrawalKind) => withdrawn.filter((row) => row.kind === kind).map((row) => row.key);
  const sources = await db.selectFrom("source").select(["key", "access"]).orderBy("key").execute();
  return {
    withdrawnProjects: keys("project"),
    withdrawnDocuments: keys("document"),
    sourceAccess: Object.fromEntries(sources.map((source) => [source.key, source.access])),
  };
}
