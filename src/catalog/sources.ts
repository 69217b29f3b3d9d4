/** Sources of documents: declared by `import sources`, or created from what a document mentions. */
import { type ConnectorRecord, readsPages } from "../contract/records/connector-record.ts";
import type { SourceRecord } from "../contract/records/source-record.ts";
import { forgetBoilerplate } from "./boilerplate/store.ts";
import type { Changes } from "./changes.ts";
import type { Outcome } from "./outcome.ts";
import { formerKeysOf } from "./rename-source.ts";
import type { CatalogDb } from "./tables.ts";
import type { CatalogSource } from "./types.ts";

export async function listSources(db: CatalogDb): Promise<CatalogSource[]> {
  const rows = await db.selectFrom("source").selectAll().orderBy("key").execute();
  return rows.map((row) => ({
    key: row.key,
    label: row.label ?? row.key,
    kind: row.kind,
    access: row.access,
    licenceNote: row.licence_note,
    ...(row.url !== null && { url: row.url }),
    ...(row.connector !== null && { connector: JSON.parse(row.connector) as ConnectorRecord }),
    ...(row.refresh !== null && { refresh: row.refresh }),
    ...(row.machine_summaries === 1 && { machineSummaries: true as const }),
    ...(row.former_keys !== null && { formerKeys: formerKeysOf(row.former_keys) }),
  }));
}

/** Replaces the stored source by a declared one. */
export async function declareSource(db: CatalogDb, record: SourceRecord, changes: Changes): Promise<Outcome> {
  const next = {
    label: record.label,
    kind: record.kind,
    access: record.access,
    licence_note: record.licenceNote ?? null,
    declared: 1,
    url: record.url ?? null,
    connector: record.connector ? JSON.stringify(record.connector) : null,
    refresh: record.refresh ?? null,
    machine_summaries: record.machineSummaries ? 1 : 0,
  };
  const now = await db.selectFrom("source").selectAll().where("key", "=", record.key).executeTakeFirst();
  if (now === undefined) {
    await db
      .insertInto("source")
      .values({ key: record.key, former_keys: null, ...next })
      .execute();
  } else if (JSON.stringify({ ...now, ...next }) !== JSON.stringify(now)) {
    await db.updateTable("source").set(next).where("key", "=", record.key).execute();
  } else return "unchanged";
  if (!readsPages(record.connector)) await forgetBoilerplate(db, record.key);
  changes.mark();
  return now === undefined ? "inserted" : "updated";
}

/**
 * Creates a source that a document names: open, with the label of the first document that gives one. Throws an Error for
 * the former key of a source, which may not be open: an import that began before the renaming still uses it.
 */
export async function mentionSource(
  db: CatalogDb,
  mention: { key: string; label: string | null },
  changes: Changes,
): Promise<void> {
  const { key, label } = mention;
  const now = await db
    .selectFrom("source")
    .select(["label", "declared"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (now === undefined) {
    const renamed = await nameOf(db, key);
    if (renamed !== null)
      throw new Error(`the source ${key} was renamed to ${renamed} while this ran: run it again`);
    const made = {
      key,
      label,
      kind: "other",
      access: "open" as const,
      licence_note: null,
      declared: 0,
      url: null,
      connector: null,
      refresh: null,
      machine_summaries: 0,
      former_keys: null,
    };
    await db.insertInto("source").values(made).execute();
  } else if (now.label === null && now.declared === 0 && label !== null) {
    await db.updateTable("source").set({ label }).where("key", "=", key).execute();
  } else return;
  changes.mark();
}

/** The present key of a source that had this one; null: none had it. */
async function nameOf(db: CatalogDb, former: string): Promise<string | null> {
  const renamed = await db
    .selectFrom("source")
    .select(["key", "former_keys"])
    .where("former_keys", "is not", null)
    .orderBy("key")
    .execute();
  return renamed.find(({ former_keys }) => formerKeysOf(former_keys).includes(former))?.key ?? null;
}
