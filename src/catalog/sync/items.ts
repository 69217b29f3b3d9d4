/** What a source's connector listed, and the documents read from it. */
import { sql } from "kysely";
import { portions, ROWS_PER_QUERY } from "../portions.ts";
import type { CatalogDb } from "../tables.ts";

export interface SourceItem {
  item: string;
  version: string | null;
  etag: string | null;
  lastModified: string | null;
  /** Run that read it last. */
  readRun: number;
}

/** One item as a run leaves it. */
export interface ItemToSave extends Omit<SourceItem, "readRun"> {
  /** Documents that it contains now. */
  documentIds: readonly string[];
}

const ITEMS_PER_INSERT = 100;

export async function readItems(db: CatalogDb, source: string): Promise<Map<string, SourceItem>> {
  const rows = await db
    .selectFrom("source_item")
    .select(["item", "version", "etag", "last_modified as lastModified", "read_run as readRun"])
    .where("source", "=", source)
    .execute();
  return new Map(rows.map((row) => [row.item, row]));
}

/** Saves items that a run read; their earlier documents that they no longer contain count as gone from this run on. */
export async function saveItems(
  db: CatalogDb,
  source: string,
  { run, items }: { run: number; items: readonly ItemToSave[] },
): Promise<void> {
  for (const part of portions(items, ITEMS_PER_INSERT)) await savePart(db, source, { run, items: part });
}

async function savePart(
  db: CatalogDb,
  source: string,
  { run, items }: { run: number; items: readonly ItemToSave[] },
): Promise<void> {
  await db
    .insertInto("source_item")
    .values(
      items.map(({ item, version, etag, lastModified }) => ({
        source,
        item,
        version,
        etag,
        last_modified: lastModified,
        read_run: run,
        gone_run: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["source", "item"]).doUpdateSet((eb) => ({
        version: eb.ref("excluded.version"),
        etag: eb.ref("excluded.etag"),
        last_modified: eb.ref("excluded.last_modified"),
        read_run: run,
        gone_run: null,
      })),
    )
    .execute();
  const present = new Set(items.flatMap(({ documentIds }) => documentIds));
  const earlier = await db
    .selectFrom("source_document")
    .select("document_id as documentId")
    .where("source", "=", source)
    .where(
      "item",
      "in",
      items.map(({ item }) => item),
    )
    .where("gone_run", "is", null)
    .execute();
  const gone = earlier.map(({ documentId }) => documentId).filter((id) => !present.has(id));
  for (const part of portions(gone, ROWS_PER_QUERY))
    await db.updateTable("source_document").set({ gone_run: run }).where("document_id", "in", part).execute();
  const rows = items.flatMap(({ item, documentIds }) =>
    documentIds.map((id) => ({ document_id: id, source, item, gone_run: null })),
  );
  for (const part of portions(rows, ROWS_PER_QUERY))
    await db
      .insertInto("source_document")
      .values(part)
      .onConflict((conflict) =>
        conflict
          .column("document_id")
          .doUpdateSet((eb) => ({ source, item: eb.ref("excluded.item"), gone_run: null })),
      )
      .execute();
}

/** Items that a run found unchanged: they are there, whatever an earlier run found. */
export async function markPresent(db: CatalogDb, source: string, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await db
    .updateTable("source_item")
    .set({ gone_run: null })
    .where("source", "=", source)
    .where("item", "in", items)
    .where("gone_run", "is not", null)
    .execute();
}

/** Items that a run could not read: neither they nor what they contained is gone, whatever an earlier run found. */
export async function markKept(db: CatalogDb, source: string, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  await markPresent(db, source, items);
  await db
    .updateTable("source_document")
    .set({ gone_run: null })
    .where("source", "=", source)
    .where("item", "in", items)
    .where("gone_run", "is not", null)
    .execute();
}

/** Items that a run found gone, unless an earlier one did. */
export async function markGone(
  db: CatalogDb,
  source: string,
  { run, items }: { run: number; items: readonly string[] },
): Promise<void> {
  for (const part of portions(items, ROWS_PER_QUERY)) {
    await db
      .updateTable("source_item")
      .set({ gone_run: run })
      .where("source", "=", source)
      .where("item", "in", part)
      .where("gone_run", "is", null)
      .execute();
  }
}

/** A document that is marked as gone. */
export interface GoneDocument {
  documentId: string;
  item: string;
}

/** Documents that a run before this one found gone, and no later one found again. */
export async function goneDocuments(db: CatalogDb, source: string, run: number): Promise<GoneDocument[]> {
  return db
    .selectFrom("source_document as document")
    .innerJoin("source_item as item", (join) =>
      join.onRef("item.source", "=", "document.source").onRef("item.item", "=", "document.item"),
    )
    .select(["document.document_id as documentId", "document.item"])
    .where("document.source", "=", source)
    .where((eb) => eb.or([eb("document.gone_run", "<", run), eb("item.gone_run", "<", run)]))
    .orderBy("document.document_id")
    .execute();
}

export async function countSourceDocuments(db: CatalogDb, source: string): Promise<number> {
  const { rows } = await db
    .selectFrom("source_document")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where("source", "=", source)
    .executeTakeFirstOrThrow();
  return rows;
}

export async function forgetSourceDocuments(db: CatalogDb, documentIds: readonly string[]): Promise<void> {
  await db.deleteFrom("source_document").where("document_id", "in", documentIds).execute();
}

/**
 * Deletes items found gone before this run that have no documents left. `named` items keep their row, without validators: it
 * records that they were read once.
 */
export async function forgetGoneItems(
  db: CatalogDb,
  source: string,
  { run, named }: { run: number; named: readonly string[] },
): Promise<void> {
  const rows = await db
    .selectFrom("source_item")
    .select("item")
    .where("source", "=", source)
    .where("gone_run", "<", run)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("source_document as document")
            .select("document.document_id")
            .whereRef("document.source", "=", "source_item.source")
            .whereRef("document.item", "=", "source_item.item"),
        ),
      ),
    )
    .execute();
  const kept = new Set(named);
  const gone = rows.map(({ item }) => item);
  for (const part of portions(gone, ROWS_PER_QUERY)) {
    // With its validators, an address that is back would count as unchanged.
    await db
      .updateTable("source_item")
      .set({ version: null, etag: null, last_modified: null })
      .where("source", "=", source)
      .where("item", "in", part)
      .execute();
    const forgotten = part.filter((item) => !kept.has(item));
    if (forgotten.length === 0) continue;
    await db.deleteFrom("source_item").where("source", "=", source).where("item", "in", forgotten).execute();
  }
}

/**
 * Those of the given documents that someone withdrew: a run that withdraws a document forgets it, so one that is still
 * known here was withdrawn by hand.
 */
export async function withdrawnByHand(db: CatalogDb, documentIds: readonly string[]): Promise<Set<string>> {
  const byHand = new Set<string>();
  for (const part of portions(documentIds, ROWS_PER_QUERY)) {
    const rows = await db
      .selectFrom("source_document as known")
      .innerJoin("withdrawal", (join) =>
        join.onRef("withdrawal.key", "=", "known.document_id").on("withdrawal.kind", "=", "document"),
      )
      .leftJoin("document", "document.document_id", "known.document_id")
      .select("known.document_id as documentId")
      .where("known.document_id", "in", part)
      .where(sql<boolean>`document.document_id is null`)
      .execute();
    for (const { documentId } of rows) byHand.add(documentId);
  }
  return byHand;
}
