/**
 * Fields that publish derived for projects whose import did not supply them. Stored apart from the records, so that a
 * derived tag is never mistaken for an imported one. Every publish rewrites them.
 */
import type { Kysely } from "kysely";
import type { ProjectCategories, Tags } from "../contract/api/shared.ts";
import { portions } from "./portions.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { CatalogDerived } from "./types.ts";

const PAGE = 1_000;
/** Rows of one transaction: a few milliseconds. */
const ROWS_PER_WRITE = 500;
const ROWS_PER_INSERT = 50;

type Row = CatalogTables["derived"];

/** All by slug, one page at a time. */
export async function* readDerived(db: CatalogDb): AsyncIterable<CatalogDerived[]> {
  for await (const rows of readRows(db)) yield rows.map(fromRow);
}

/** Makes the table hold exactly `rows`, except those of projects that the catalog does not contain. */
export async function replaceDerived(
  db: Kysely<CatalogTables>,
  rows: Iterable<CatalogDerived>,
): Promise<{ written: number; removed: number }> {
  const slugs = new Set<string>();
  let written = 0;
  for (const portion of portions(rows, ROWS_PER_WRITE)) {
    for (const { slug } of portion) slugs.add(slug);
    const different = await differing(db, portion.map(toRow));
    if (different.length > 0) written += await db.transaction().execute((trx) => writeRows(trx, different));
  }
  const removed: string[] = [];
  for await (const page of readRows(db))
    for (const { project } of page) if (!slugs.has(project)) removed.push(project);
  for (const some of portions(removed, ROWS_PER_WRITE)) {
    await db.deleteFrom("derived").where("project", "in", some).execute();
  }
  return { written, removed: removed.length };
}

/** Those that the table does not contain. */
async function differing(db: CatalogDb, rows: readonly Row[]): Promise<Row[]> {
  const slugs = rows.map(({ project }) => project);
  const held = await db.selectFrom("derived").selectAll().where("project", "in", slugs).execute();
  const known = new Map(held.map((row) => [row.project, row]));
  return rows.filter((row) => {
    const before = known.get(row.project);
    return !before || !same(before, row);
  });
}

/** A project may have been withdrawn during publish: its row would violate the foreign key. */
async function writeRows(db: CatalogDb, rows: readonly Row[]): Promise<number> {
  const slugs = rows.map((row) => row.project);
  const held = await db.selectFrom("project").select("slug").where("slug", "in", slugs).execute();
  const known = new Set(held.map((row) => row.slug));
  const writable = rows.filter((row) => known.has(row.project));
  for (const part of portions(writable, ROWS_PER_INSERT)) {
    await db
      .insertInto("derived")
      .values(part)
      .onConflict((conflict) =>
        conflict.column("project").doUpdateSet((eb) => ({
          tags: eb.ref("excluded.tags"),
          categories: eb.ref("excluded.categories"),
          version: eb.ref("excluded.version"),
        })),
      )
      .execute();
  }
  return writable.length;
}

async function* readRows(db: CatalogDb): AsyncIterable<Row[]> {
  let after: string | null = null;
  for (;;) {
    let query = db.selectFrom("derived").selectAll().orderBy("project").limit(PAGE);
    if (after !== null) query = query.where("project", ">", after);
    const rows: Row[] = await query.execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.project;
  }
}

function same(one: Row, other: Row): boolean {
  return one.tags === other.tags && one.categories === other.categories && one.version === other.version;
}

function toRow({ slug, tags, categories, version }: CatalogDerived): Row {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return { project: slug, tags: json(tags), categories: json(categories), version };
}

function fromRow(row: Row): CatalogDerived {
  return {
    slug: row.project,
    tags: row.tags === null ? null : (JSON.parse(row.tags) as Tags),
    categories: row.categories === null ? null : (JSON.parse(row.categories) as ProjectCategories),
    version: row.version,
  };
}
