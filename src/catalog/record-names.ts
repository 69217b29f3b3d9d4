/** Names of records, for lists that refer to them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import type { CatalogDb } from "./tables.ts";

/** What a list shows of a project or document. */
export interface RecordName {
  title: string;
  /** A project's one-liner, a document's author. */
  summary: string | null;
  /** Name of the project's hackathon, label of the document's source. */
  origin: string | null;
  /** Of the document's original. */
  url: string | null;
}

/** Each record is parsed, so that none of these queries blocks the event loop for more than some milliseconds. */
const KEYS_PER_QUERY = 100;

async function inParts(
  keys: readonly string[],
  read: (part: string[]) => Promise<(RecordName & { key: string })[]>,
): Promise<Map<string, RecordName>> {
  const found = new Map<string, RecordName>();
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    if (start > 0) await nextTurn();
    for (const { key, ...name } of await read(keys.slice(start, start + KEYS_PER_QUERY)))
      found.set(key, name);
  }
  return found;
}

/** Those of the projects that the catalog contains, by slug. */
export const projectNames = (db: CatalogDb, slugs: readonly string[]): Promise<Map<string, RecordName>> =>
  inParts(slugs, async (part) => {
    const rows = await db
      .selectFrom("project")
      .leftJoin("hackathon", "hackathon.slug", "project.hackathon")
      .select(["project.slug as key", "hackathon.name as origin", "project.record"])
      .where("project.slug", "in", part)
      .execute();
    return rows.map(({ record, ...row }) => {
      const { name: title, oneLiner: summary = null } = JSON.parse(record) as ProjectRecord;
      return { ...row, title, summary, url: null };
    });
  });

/** Those of the documents that the catalog contains, by id in lower case. */
export const documentNames = (db: CatalogDb, ids: readonly string[]): Promise<Map<string, RecordName>> =>
  inParts(ids, (part) =>
    db
      .selectFrom("document")
      .leftJoin("source", "source.key", "document.source")
      .select(["document.document_id as key", "document.title", "document.author as summary"])
      .select([sql<string>`coalesce(source.label, document.source)`.as("origin"), "document.url"])
      .where("document.document_id", "in", part)
      .execute(),
  );
