/** Where the records and accounts are: in the data directory, or in a PostgreSQL database. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";
import { takeAdvisoryLock } from "../database/advisory-lock.ts";
import type { HeldLock } from "../database/held-lock.ts";
import type { DatabaseLocation, PostgresLocation } from "../database/location.ts";
import { takeLock } from "../locks/lock.ts";

/** Settings that say where records are. */
export type Storage = Pick<Config, "dataDir" | "database">;

export type DatabaseName = "catalog" | "accounts";

/** `migrate`: applies pending migrations of PostgreSQL. Those of a SQLite file are always applied. */
export function databaseLocation(
  { dataDir, database }: Storage,
  name: DatabaseName,
  { migrate = false }: { migrate?: boolean } = {},
): DatabaseLocation {
  return database === null ? join(dataDir, `${name}.db`) : postgresLocation(database, name, migrate);
}

function postgresLocation(
  database: NonNullable<Config["database"]>,
  name: DatabaseName,
  migrate: boolean,
): PostgresLocation {
  return { ...database, schema: `priorart_${name}`, migrate };
}

/**
 * Whether records or accounts were ever stored: a PostgreSQL database says so itself when it is opened. Throws where the
 * user may not look into the data directory.
 */
export function hasDatabase(storage: Storage, name: DatabaseName): boolean {
  const location = databaseLocation(storage, name);
  return typeof location !== "string" || statSync(location, { throwIfNoEntry: false }) !== undefined;
}

/** Throws CommandError with PostgreSQL: `what` works on the files of a data directory. */
export function requireFiles({ database }: Storage, what: string): void {
  if (database !== null)
    throw new CommandError(
      `${what} works on a data directory with SQLite files; with PRIORART_DATABASE_URL, use PostgreSQL's own tools, such as pg_dump`,
    );
}

/** Locks of imports, see `importLocksIn`; undefined: those of the data directory. */
export function importLocks({ database }: Storage): ((id: string) => Promise<HeldLock | null>) | undefined {
  if (database === null) return undefined;
  return (id) => takeAdvisoryLock(postgresLocation(database, "catalog", false), `import ${id}`);
}

const never = new AbortController().signal;

/**
 * A lock over all processes that use the same records: null while another holds it. Without PostgreSQL they are those of
 * the data directory.
 */
export async function takeWorkLock(
  { dataDir, database }: Storage,
  name: "publish" | "sync" | "schedule",
): Promise<HeldLock | null> {
  if (database !== null) return takeAdvisoryLock(postgresLocation(database, "catalog", false), name);
  const release = takeLock(join(dataDir, `${name}-lock.db`));
  return release && { release: async () => release(), lost: never };
}
