/** The tables of accounts.db. Times are milliseconds since 1970. */
import { type Kysely, sql } from "kysely";
import { type Migration, migrateForward } from "../catalog/migrate.ts";
import { openSqlite } from "../catalog/sqlite.ts";

export interface AccountTables {
  member: { id: string; email: string; created_at: number };
  /** At most one row per member has no `ended_at`: the token that is valid until `expires_at`. */
  token: {
    digest: string;
    member_id: string;
    /** Scopes without the service's name, separated by spaces: renaming the service breaks no token. */
    scopes: string;
    issued_at: number;
    expires_at: number;
    ended_at: number | null;
  };
  /** Hourly counters, in the shape that rate-limiter-flexible's SQLite store asks for. */
  limit_counter: { key: string; points: number; expire: number };
  /** Minute windows, written when one opens; `used` is known once the server closed in order. */
  limit_window: { key: string; ends_at: number; used: number | null };
}

export type AccountsDb = Kysely<AccountTables>;

const migrations: Migration[] = [
  async (db) => {
    await sql`create table member (
      id text primary key,
      email text not null unique,
      created_at integer not null
    ) strict`.execute(db);
    await sql`create table token (
      digest text primary key,
      member_id text not null references member (id) on delete cascade,
      scopes text not null,
      issued_at integer not null,
      expires_at integer not null,
      ended_at integer
    ) strict`.execute(db);
    await sql`create unique index one_active_token on token (member_id) where ended_at is null`.execute(db);
    await sql`create table limit_counter (
      key text primary key,
      points integer not null default 0,
      expire integer
    ) strict`.execute(db);
    await sql`create table limit_window (
      key text primary key,
      ends_at integer not null,
      used integer
    ) strict`.execute(db);
  },
];

/**
 * How long a write waits for another process. The wait holds the server's main loop; its transactions, and the
 * command line's, are over in milliseconds, so longer means that something is wrong.
 */
const BUSY_TIMEOUT_MS = 2000;

/** Opens accounts.db, created or brought up to date first. */
export async function openAccountTables(path: string): Promise<AccountsDb> {
  const db = await openSqlite<AccountTables>(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    await migrateForward(db, path, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
