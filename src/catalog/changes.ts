/** The change counter and the times of import: single rows that readers poll. */
import { sql } from "kysely";
import type { CatalogDb, StateName } from "./tables.ts";

/** Records, within one transaction, whether anything changed. */
export class Changes {
  any = false;

  mark(): void {
    this.any = true;
  }
}

export async function readChangeCounter(db: CatalogDb): Promise<number> {
  return Number(await readState(db, "changes"));
}

/** Called once at the end of a transaction that changed something. */
export async function bumpChangeCounter(db: CatalogDb): Promise<void> {
  await db
    .updateTable("state")
    .set({ value: sql`cast(cast(value as bigint) + 1 as text)` })
    .where("name", "=", "changes")
    .execute();
}

export async function readState(db: CatalogDb, name: StateName): Promise<string | null> {
  const row = await db.selectFrom("state").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeState(db: CatalogDb, name: StateName, value: string): Promise<void> {
  await db
    .insertInto("state")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function deleteState(db: CatalogDb, name: StateName): Promise<void> {
  await db.deleteFrom("state").where("name", "=", name).execute();
}
