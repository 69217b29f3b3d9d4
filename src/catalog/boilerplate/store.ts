/** The blocks that are left out of each source's documents. Stored texts stay whole: `readDocuments` leaves them out. */
import { createHash } from "node:crypto";
import type { CatalogDb } from "../tables.ts";
import { findBoilerplate } from "./find-boilerplate.ts";

/** Pages looked at. Ids are hashes, so that the first ones are a sample, and the same one in each run. */
const SAMPLE_PAGES = 2_000;
const SAMPLE_CHARACTERS = 100_000_000;
const PAGES_PER_QUERY = 50;

/** How the documents of a source differ, as they are published, from what their hashes are of. */
export interface Publication {
  /** Of blocks that are left out. */
  boilerplate: ReadonlySet<string>;
  digest: string;
}

/** By source; left out are sources without boilerplate that were never renamed: hashes are also of the source's key. */
export async function readPublications(db: CatalogDb): Promise<Map<string, Publication>> {
  const rows = await db
    .selectFrom("source")
    .leftJoin("boilerplate", "boilerplate.source", "source.key")
    .select(["source.key as source", "source.former_keys as formerKeys", "boilerplate.keys"])
    .where((eb) => eb.or([eb("source.former_keys", "is not", null), eb("boilerplate.keys", "is not", null)]))
    .execute();
  return new Map(
    rows.map(({ source, formerKeys, keys }) => [
      source,
      {
        boilerplate: new Set(JSON.parse(keys ?? "[]") as string[]),
        digest: digestOf(JSON.stringify([formerKeys === null ? null : source, keys])),
      },
    ]),
  );
}

/** Looks at the pages of a source again: what is then to be left out, as {@link saveBoilerplate} takes it; null: the same. */
export async function decideBoilerplate(db: CatalogDb, source: string): Promise<string[] | null> {
  const known = await db
    .selectFrom("boilerplate")
    .select("keys")
    .where("source", "=", source)
    .executeTakeFirst();
  const before = new Set(known === undefined ? [] : (JSON.parse(known.keys) as string[]));
  const found = [...findBoilerplate(await samplePages(db, source), before)].sort();
  return JSON.stringify(found) === (known?.keys ?? "[]") ? null : found;
}

export async function saveBoilerplate(db: CatalogDb, source: string, keys: readonly string[]): Promise<void> {
  await forgetBoilerplate(db, source);
  if (keys.length === 0) return;
  await db
    .insertInto("boilerplate")
    .values({ source, keys: JSON.stringify(keys) })
    .execute();
}

export async function forgetBoilerplate(db: CatalogDb, source: string): Promise<void> {
  await db.deleteFrom("boilerplate").where("source", "=", source).execute();
}

/** Of a document as it is published. */
export function publishedHash(contentHash: string, { digest }: Publication): string {
  return createHash("sha256").update(contentHash).update(digest).digest("hex");
}

async function samplePages(db: CatalogDb, source: string): Promise<string[]> {
  const contents: string[] = [];
  let characters = 0;
  let after = "";
  while (contents.length < SAMPLE_PAGES && characters < SAMPLE_CHARACTERS) {
    const rows = await db
      .selectFrom("document")
      .select(["document_id as documentId", "content"])
      .where("source", "=", source)
      .where("document_id", ">", after)
      .orderBy("document_id")
      .limit(PAGES_PER_QUERY)
      .execute();
    for (const { content } of rows) {
      contents.push(content);
      characters += content.length;
    }
    if (rows.length < PAGES_PER_QUERY) break;
    after = rows.at(-1)!.documentId;
  }
  return contents;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
