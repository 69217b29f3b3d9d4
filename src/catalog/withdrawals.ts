/** Withdrawn records. The rows stay: snapshots made before a withdrawal hide the record permanently. */
import { readChangeCounter } from "./changes.ts";
import { formerKeysOf } from "./rename-source.ts";
import type { CatalogDb, WithdrawalKind } from "./tables.ts";
import type { LiveOverlay } from "./types.ts";

/** Call within a transaction that then counts one change. */
export async function addWithdrawal(
  db: CatalogDb,
  record: { kind: WithdrawalKind; key: string },
  now: string,
): Promise<void> {
  const withdrawal = { withdrawn_at: now, change: (await readChangeCounter(db)) + 1 };
  await db
    .insertInto("withdrawal")
    .values({ ...record, ...withdrawal })
    .onConflict((conflict) => conflict.columns(["kind", "key"]).doUpdateSet(withdrawal))
    .execute();
}

export async function isWithdrawn(
  db: CatalogDb,
  record: { kind: WithdrawalKind; key: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("withdrawal")
    .select("key")
    .where("kind", "=", record.kind)
    .where("key", "=", record.key)
    .executeTakeFirst();
  return row !== undefined;
}

export async function lastWithdrawal(db: CatalogDb): Promise<number> {
  const row = await db
    .selectFrom("withdrawal")
    .select(({ fn }) => fn.max("change").as("change"))
    .executeTakeFirst();
  return Number(row?.change ?? 0);
}

/** With the withdrawals of later changes than `after`. */
export async function readOverlay(db: CatalogDb, after = 0): Promise<LiveOverlay> {
  const withdrawn = await db
    .selectFrom("withdrawal")
    .select(["kind", "key", "change"])
    .where("change", ">", after)
    .orderBy("key")
    .execute();
  const of = (kind: WithdrawalKind) =>
    withdrawn.filter((row) => row.kind === kind).map(({ key, change }) => ({ key, change: Number(change) }));
  const sources = await db
    .selectFrom("source")
    .select(["key", "access", "former_keys"])
    .orderBy("key")
    .execute();
  // Snapshots from before a renaming know a source by a former key.
  const former = sources.flatMap((source) =>
    formerKeysOf(source.former_keys).map((key) => [key, source.access] as const),
  );
  return {
    withdrawnProjects: of("project"),
    withdrawnDocuments: of("document"),
    sourceAccess: Object.fromEntries([
      ...former,
      ...sources.map((source) => [source.key, source.access] as const),
    ]),
  };
}
