/** Forward-only migrations: the number applied is stored in the database. */
import { type Kysely, sql, type Transaction } from "kysely";
import { isPostgres } from "./dialect.ts";

/** One migration. It never changes after its release: a correction is a further migration. */
export type Migration = (db: Transaction<unknown>) => Promise<void>;

/** The database was written by a later release than this one. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
}

/** The database lacks migrations, and may not be migrated now. */
export class OutdatedSchemaError extends Error {
  override readonly name = "OutdatedSchemaError";
}

export interface MigrateOptions {
  /** Names the database in messages. */
  what: string;
  /** False: pending migrations are an error. */
  apply?: boolean;
}

/**
 * Applies the pending migrations in one transaction, so that two processes opening the database concurrently apply each
 * only once. Throws NewerSchemaError, changing nothing, when its version is higher than `migrations`, and
 * OutdatedSchemaError when it is lower and migrations must not be applied.
 */
export async function migrateForward<DB>(
  db: Kysely<DB>,
  migrations: readonly Migration[],
  { what, apply = true }: MigrateOptions,
): Promise<void> {
  const before = await schemaVersion(db);
  if (before === migrations.length) return;
  if (before < migrations.length && !apply)
    throw new OutdatedSchemaError(
      before === 0
        ? `${what} has no tables yet: run priorart migrate`
        : `${what} has schema version ${before}, and this release needs ${migrations.length}: stop older servers, then run priorart migrate`,
    );
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
    await storeVersion(trx, migrations.length);
  });
}

async function schemaVersion<DB>(db: Kysely<DB>): Promise<number> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    return rows[0]!.user_version;
  }
  // Not to_regclass: it may not know yet of a table that another process has just created.
  const { rows: tables } = await sql`
    select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relname = 'schema_version' and nspname = current_setting('search_path')`.execute(db);
  if (tables.length === 0) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return rows[0]!.version;
}

async function storeVersion<DB>(trx: Transaction<DB>, version: number): Promise<void> {
  if (!isPostgres(trx)) {
    await sql.raw(`pragma user_version = ${version}`).execute(trx);
    return;
  }
  await sql`create table if not exists schema_version (version bigint not null)`.execute(trx);
  await sql`delete from schema_version`.execute(trx);
  await sql`insert into schema_version values (${version})`.execute(trx);
}
