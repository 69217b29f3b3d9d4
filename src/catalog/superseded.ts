/**
 * When one import brings a record twice with different content, the last one wins. Were that all, importing the
 * same file again would change the record to the first content and back. So the content that lost is remembered
 * by its hash: met again, it waits for the end of the run, and goes in only when nothing later replaced it.
 */
import type { CatalogDb, RecordKind } from "./tables.ts";

export async function supersededHashes(
  db: CatalogDb,
  kind: RecordKind,
  keys: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom("superseded")
    .select(["key", "content_hash"])
    .where("kind", "=", kind)
    .where("key", "in", keys)
    .execute();
  const byKey = new Map<string, Set<string>>();
  for (const row of rows) byKey.set(row.key, (byKey.get(row.key) ?? new Set()).add(row.content_hash));
  return byKey;
}

export async function addSuperseded(
  db: CatalogDb,
  kind: RecordKind,
  losers: readonly { key: string; contentHash: string }[],
): Promise<void> {
  for (const { key, contentHash } of losers) {
    await db
      .insertInto("superseded")
      .values({ kind, key, content_hash: contentHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
