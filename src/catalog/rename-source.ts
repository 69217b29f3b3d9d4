/** Gives a source another key; its documents keep their ids. */
import { sql, type Transaction } from "kysely";
import type { CatalogTables } from "./tables.ts";

/** `unknown`: there is no source `from`; `taken`: a source `to` has documents of its own. */
export type RenameOutcome = "renamed" | "unknown" | "taken";

/** What a source `to` without documents declares is kept, as it is the newer declaration. */
export async function renameSource(
  db: Transaction<CatalogTables>,
  { from, to }: { from: string; to: string },
): Promise<RenameOutcome> {
  const old = await db.selectFrom("source").selectAll().where("key", "=", from).executeTakeFirst();
  if (old === undefined) return "unknown";
  const declared = await db.selectFrom("source").selectAll().where("key", "=", to).executeTakeFirst();
  if (declared !== undefined && (await hasDocuments(db, to))) return "taken";
  // Ids are derived from the first key, also when the source gets it back.
  const former = JSON.stringify([...new Set([...formerKeysOf(old.former_keys), from])]);
  if (declared === undefined)
    await db
      .insertInto("source")
      .values({ ...old, key: to, former_keys: former })
      .execute();
  else {
    await db.updateTable("source").set({ former_keys: former }).where("key", "=", to).execute();
    for (const table of ["boilerplate", "source_document", "source_item", "sync_state", "sync_run"] as const)
      await db.deleteFrom(table).where("source", "=", to).execute();
  }
  await db.updateTable("document").set({ source: to }).where("source", "=", from).execute();
  // Documents refer to their items by source and name: first the items under the new key, then the documents.
  await db
    .insertInto("source_item")
    .columns(["source", "item", "version", "etag", "last_modified", "read_run", "gone_run"])
    .expression((eb) =>
      eb
        .selectFrom("source_item")
        .select([
          sql<string>`${sql.lit(to)}`.as("source"),
          "item",
          "version",
          "etag",
          "last_modified",
          "read_run",
          "gone_run",
        ])
        .where("source", "=", from),
    )
    .execute();
  await db.updateTable("source_document").set({ source: to }).where("source", "=", from).execute();
  await db.deleteFrom("source_item").where("source", "=", from).execute();
  for (const table of ["boilerplate", "sync_state", "sync_run"] as const)
    await db.updateTable(table).set({ source: to }).where("source", "=", from).execute();
  await db.deleteFrom("source").where("key", "=", from).execute();
  return "renamed";
}

/** The keys that a source had, the first one first. */
export function formerKeysOf(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

async function hasDocuments(db: Transaction<CatalogTables>, source: string): Promise<boolean> {
  const found = await db
    .selectFrom("document")
    .select("document_id")
    .where("source", "=", source)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
