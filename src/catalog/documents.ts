/** Documents of the archive, ordered by (source, document id). */
import { sql } from "kysely";
import { withoutBlocks } from "./boilerplate/blocks.ts";
import { type Publication, publishedHash, readPublications } from "./boilerplate/store.ts";
import { portions, ROWS_PER_QUERY } from "./portions.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { CatalogDocument } from "./types.ts";

const PAGE = 256;
/** Bytes of content per page, unless a single content is larger: a page of huge documents must not exhaust memory. */
const PAGE_BYTES = 16_000_000;
const FINGERPRINT_PAGE = 5_000;
const ROWS_PER_INSERT = 32;

/**
 * All documents, or those named, as they are published: without the boilerplate of their sources. One page at a time: no
 * read transaction stays open while the caller works.
 */
export async function* readDocuments(
  db: CatalogDb,
  documentIds?: readonly string[],
): AsyncIterable<CatalogDocument[]> {
  const publications = await readPublications(db);
  const readPublished = async (ids: readonly string[]) =>
    (await readPage(db, ids)).map((document) => asPublished(document, publications.get(document.source)));
  const plan = documentIds === undefined ? planAll(db) : planNamed(db, documentIds);
  let page: string[] = [];
  let bytes = 0;
  for await (const entry of plan) {
    if (page.length === PAGE || (page.length > 0 && bytes + entry.bytes > PAGE_BYTES)) {
      yield await readPublished(page);
      page = [];
      bytes = 0;
    }
    page.push(entry.documentId);
    bytes += entry.bytes;
  }
  if (page.length > 0) yield await readPublished(page);
}

function asPublished(document: CatalogDocument, publication: Publication | undefined): CatalogDocument {
  if (publication === undefined) return document;
  const content = withoutBlocks(document.content, publication.boilerplate);
  return { ...document, content, contentHash: publishedHash(document.contentHash, publication) };
}

interface PlanEntry {
  documentId: string;
  bytes: number;
}

async function* planAll(db: CatalogDb): AsyncIterable<PlanEntry> {
  for await (const page of readFingerprints(db)) {
    const ids = page.map((entry) => entry.documentId);
    const sizes = new Map((await readSizes(db, ids)).map((row) => [row.documentId, row.bytes]));
    for (const documentId of ids) {
      const bytes = sizes.get(documentId);
      // Missing: withdrawn after its fingerprint was read.
      if (bytes !== undefined) yield { documentId, bytes };
    }
  }
}

async function* planNamed(db: CatalogDb, documentIds: readonly string[]): AsyncIterable<PlanEntry> {
  const entries = [];
  for (const part of portions(documentIds, ROWS_PER_QUERY)) entries.push(...(await readSizes(db, part)));
  entries.sort((a, b) => compare(a.source, b.source) || compare(a.documentId, b.documentId));
  for (const [index, entry] of entries.entries()) {
    if (entry.documentId !== entries[index - 1]?.documentId) yield entry;
  }
}

function readSizes(
  db: CatalogDb,
  ids: readonly string[],
): Promise<{ documentId: string; source: string; bytes: number }[]> {
  return db
    .selectFrom("document")
    .select(["document_id as documentId", "source", sql<number>`octet_length(content)`.as("bytes")])
    .where("document_id", "in", ids)
    .execute();
}

async function readPage(db: CatalogDb, ids: readonly string[]): Promise<CatalogDocument[]> {
  const rows = await db.selectFrom("document").selectAll().where("document_id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.document_id, fromRow(row)]));
  return ids.map((id) => byId.get(id)).filter((document) => document !== undefined);
}

/** Key, source and content hash of every document, as they are published; from the index only. */
export async function* readFingerprints(
  db: CatalogDb,
): AsyncIterable<{ documentId: string; source: string; contentHash: string }[]> {
  const publications = await readPublications(db);
  let after: { source: string; documentId: string } | null = null;
  for (;;) {
    let query = db
      .selectFrom("document")
      .select(["document_id as documentId", "source", "content_hash as contentHash"])
      .orderBy("source")
      .orderBy("document_id")
      .limit(FINGERPRINT_PAGE);
    if (after !== null) {
      query = query.where(sql<boolean>`(source, document_id) > (${after.source}, ${after.documentId})`);
    }
    const page: { documentId: string; source: string; contentHash: string }[] = await query.execute();
    if (page.length > 0)
      yield page.map((row) => {
        const publication = publications.get(row.source);
        return publication === undefined
          ? row
          : { ...row, contentHash: publishedHash(row.contentHash, publication) };
      });
    if (page.length < FINGERPRINT_PAGE) return;
    after = page.at(-1)!;
  }
}

export async function documentHashes(db: CatalogDb, ids: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const part of portions(ids, ROWS_PER_QUERY)) {
    const rows = await db
      .selectFrom("document")
      .select(["document_id", "content_hash"])
      .where("document_id", "in", part)
      .execute();
    for (const row of rows) hashes.set(row.document_id, row.content_hash);
  }
  return hashes;
}

/** A source without documents is left out. */
export async function countDocumentsBySource(db: CatalogDb): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("document")
    .select(["source", (eb) => eb.fn.countAll<number>().as("rows")])
    .groupBy("source")
    .execute();
  return new Map(rows.map(({ source, rows: documents }) => [source, documents]));
}

/** Inserts or replaces. */
export async function saveDocuments(db: CatalogDb, documents: readonly CatalogDocument[]): Promise<void> {
  for (const part of portions(documents, ROWS_PER_INSERT)) {
    await db
      .insertInto("document")
      .values(part.map(toRow))
      .onConflict((conflict) =>
        conflict.column("document_id").doUpdateSet((eb) => ({
          source: eb.ref("excluded.source"),
          title: eb.ref("excluded.title"),
          author: eb.ref("excluded.author"),
          url: eb.ref("excluded.url"),
          published_at: eb.ref("excluded.published_at"),
          content: eb.ref("excluded.content"),
          content_hash: eb.ref("excluded.content_hash"),
          language: eb.ref("excluded.language"),
          thread: eb.ref("excluded.thread"),
          machine_summary: eb.ref("excluded.machine_summary"),
        })),
      )
      .execute();
  }
}

/** Whether the document existed. */
export async function deleteDocument(db: CatalogDb, documentId: string): Promise<boolean> {
  const result = await db.deleteFrom("document").where("document_id", "=", documentId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function toRow(document: CatalogDocument): CatalogTables["document"] {
  return {
    document_id: document.documentId,
    source: document.source,
    title: document.title,
    author: document.author,
    url: document.url,
    published_at: document.publishedAt,
    content_hash: document.contentHash,
    content: document.content,
    language: document.language ?? null,
    thread: document.thread ?? null,
    machine_summary: document.machineSummary ? 1 : 0,
  };
}

function fromRow(row: CatalogTables["document"]): CatalogDocument {
  return {
    documentId: row.document_id,
    source: row.source,
    title: row.title,
    author: row.author,
    url: row.url,
    publishedAt: row.published_at,
    content: row.content,
    ...(row.language !== null && { language: row.language }),
    ...(row.thread !== null && { thread: row.thread }),
    ...(row.machine_summary === 1 && { machineSummary: true as const }),
    contentHash: row.content_hash,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
