/** Forward-only migrations: the number applied is stored in the file (`PRAGMA user_version`). */
import { type Kysely, sql, type Transaction } from "kysely";

/** One migration. It never changes after its release: a correction is a further migration. */
export type Migration = (db: Transaction<unknown>) => Promise<void>;

/** The file was written by a later release than this one. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
}

/**
 * Applies the pending migrations in one transaction, so that two processes opening the file concurrently apply each
 * only once. Throws NewerSchemaError, changing nothing, when the file's version is higher than `migrations`. `what`
 * names the file in messages.
 */
export async function migrateForward<DB>(
  db: Kysely<DB>,
  what: string,
  migrations: readonly Migration[],
): Promise<void> {
  if ((await schemaVersion(db)) === migrations.length) return;
  await db.transaction().execute(async (trx) => {
    const applied = await schemaVersion(trx);
    if (applied > migrations.length) {
      throw new NewerSchemaError(
        `${what} has schema version ${applied}, and this release supports ${migrations.length} at most: ` +
          "run the release that wrote it, or a later one",
      );
    }
    for (const migration of migrations.slice(applied))
      await migration(trx as unknown as Transaction<unknown>);
    await sql.raw(`pragma user_version = ${migrations.length}`).execute(trx);
  });
}

async function schemaVersion<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]!.user_version;
}
