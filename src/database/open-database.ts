/** Opens a database, whichever dialect it has, with its tables as this release needs them. */
import type { Kysely } from "kysely";
import { type DatabaseLocation, describeLocation } from "./location.ts";
import { type Migration, migrateForward } from "./migrate.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

export interface DatabaseOptions {
  migrations: readonly Migration[];
  /** How long a write waits for another process's before it fails with a StorageError, in milliseconds. */
  lockWaitMs?: number;
  /** Page size of a new SQLite file, in bytes. */
  pageSize?: number;
}

/**
 * Creates a SQLite file that is missing, and migrates an older one. A PostgreSQL schema is migrated only where its
 * location says so: other servers may use it. Transactions that write run one after the other, unless their access mode
 * is "read only". Throws NewerSchemaError, OutdatedSchemaError, StorageError, or an Error that names the database.
 */
export async function openDatabase<DB>(
  location: DatabaseLocation,
  { migrations, lockWaitMs = 30_000, pageSize }: DatabaseOptions,
): Promise<Kysely<DB>> {
  const db = await connect<DB>(location, { lockWaitMs, pageSize });
  try {
    await migrateForward(db, migrations, {
      what: describeLocation(location),
      apply: typeof location === "string" || location.migrate,
    });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function connect<DB>(
  location: DatabaseLocation,
  { lockWaitMs, pageSize }: { lockWaitMs: number; pageSize: number | undefined },
): Promise<Kysely<DB>> {
  if (typeof location === "string") return openSqlite<DB>(location, { lockWaitMs, pageSize });
  // Loaded lazily: SQLite, the default, does not need it.
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres<DB>(location, lockWaitMs);
}
