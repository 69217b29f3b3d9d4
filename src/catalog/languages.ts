/** Languages of documents. */
import { type Kysely, sql } from "kysely";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { DetectedLanguage, DocumentBeginning } from "./types.ts";

const BATCH = 500;
const BEGINNING_CHARACTERS = 8_000;

/** Each batch is read after the caller is done with the one before, and begins where that one ended. */
export async function* readWithoutLanguage(db: CatalogDb): AsyncIterable<DocumentBeginning[]> {
  let after = "";
  for (;;) {
    const batch = await db
      .selectFrom("document")
      .select([
        "document_id as documentId",
        "content_hash as contentHash",
        "title",
        sql<string>`substr(content, 1, ${sql.lit(BEGINNING_CHARACTERS)})`.as("beginning"),
      ])
      .where("language", "is", null)
      .where("document_id", ">", after)
      .orderBy("document_id")
      .limit(BATCH)
      .execute();
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.documentId;
  }
}

/** Saves all in one transaction; skips documents whose content has changed since. */
export function saveLanguages(
  db: Kysely<CatalogTables>,
  detected: readonly DetectedLanguage[],
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const language of new Set(detected.map((one) => one.language))) {
      const those = detected.filter((one) => one.language === language);
      await trx
        .updateTable("document")
        .set({ language })
        .where(
          "document_id",
          "in",
          those.map(({ documentId }) => documentId),
        )
        // A content hash includes the id of its document, so that the lists cannot match across documents.
        .where(
          "content_hash",
          "in",
          those.map(({ contentHash }) => contentHash),
        )
        .where("language", "is", null)
        .execute();
    }
  });
}

/** By source, then by language. */
export async function countLanguages(db: CatalogDb): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .selectFrom("document")
    .select(["source", "language", (eb) => eb.fn.countAll<number>().as("rows")])
    .where("language", "is not", null)
    .groupBy(["source", "language"])
    .orderBy("source")
    .orderBy("language")
    .execute();
  const counts = new Map<string, Map<string, number>>();
  for (const { source, language, rows: documents } of rows) {
    const known = counts.get(source) ?? new Map<string, number>();
    counts.set(source, known.set(language!, documents));
  }
  return counts;
}
