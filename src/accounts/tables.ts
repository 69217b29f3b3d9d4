/** The tables of accounts.db. Times are milliseconds since 1970. */
import { type Generated, type Kysely, sql } from "kysely";
import { type Migration, migrateForward } from "../catalog/migrate.ts";
import { openSqlite } from "../catalog/sqlite.ts";
import type { Role } from "./types.ts";

export interface AccountTables {
  member: {
    id: string;
    /** In the one spelling of `normalEmail`. */
    email: string;
    created_at: number;
    updated_at: Generated<number>;
    role: Generated<Role>;
    /** 1: an administrator or an identity provider vouches for the address; 0: the member only said so. */
    email_verified: Generated<number>;
  };
  /** At most one row per member has no `ended_at`: the token that is valid until `expires_at`. */
  token: {
    digest: string;
    member_id: string;
    /** Scopes without the service's name, separated by spaces: renaming the service breaks no token. */
    scopes: string;
    issued_at: number;
    expires_at: number;
    ended_at: number | null;
    /** The last day of use, `2026-03-01` (UTC); nothing finer is kept. */
    last_used_day: Generated<string | null>;
  };
  /** A browser that is signed in. The cookie holds `token` with a signature: the file alone opens nothing. */
  session: {
    id: string;
    member_id: string;
    token: string;
    created_at: number;
    updated_at: number;
    expires_at: number;
  };
  /** A way for a member to sign in: `credential` with a password's hash, or `oidc` with the provider's subject. */
  sign_in_method: {
    id: string;
    member_id: string;
    provider: string;
    subject: string;
    password: string | null;
    created_at: number;
    updated_at: number;
  };
  /** A sign-in through the identity provider that is under way. */
  sign_in_state: {
    id: string;
    identifier: string;
    value: string;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /** One-time links. At most one of a member is neither accepted nor ended. */
  invitation: {
    digest: string;
    member_id: string;
    /** What the member becomes by accepting. */
    role: Role;
    created_at: number;
    expires_at: number;
    accepted_at: number | null;
    /** When a newer invitation took its place, or its end was noticed. */
    ended_at: number | null;
  };
  /** Hourly counters, in the shape that rate-limiter-flexible's SQLite store asks for. */
  limit_counter: { key: string; points: number; expire: number };
  /** Minute windows, written when one opens; `used` is known once the server closed in order. */
  limit_window: { key: string; ends_at: number; used: number | null };
  /** What members suggest for the archive: see `src/inbox`, as for the next three. */
  source_suggestion: {
    id: string;
    /** Null once the member is removed. */
    member_id: string | null;
    url: string;
    name: string | null;
    reason: string | null;
    created_at: number;
    state: Generated<"open" | "approved" | "declined">;
    decided_at: Generated<number | null>;
    /** The source that it became. */
    source_key: Generated<string | null>;
    decline_reason: Generated<string | null>;
  };
  feedback: {
    id: string;
    /** Null once the member is removed. */
    member_id: string | null;
    category: string;
    severity: string;
    message: string;
    /** JSON; null: none was given. */
    context: string | null;
    created_at: number;
    /** Null: open. */
    resolved_at: Generated<number | null>;
  };
  /** The outbox: feedback that people must be told of at once. */
  escalation: {
    feedback_id: string;
    attempts: Generated<number>;
    next_attempt_at: number;
    /** Null: not yet. */
    delivered_at: Generated<number | null>;
    /** How the last attempt failed. */
    problem: Generated<string | null>;
  };
  /** Who delivers escalations: one process at a time. */
  lease: { name: string; holder: string; expires_at: number };
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
  async (db) => {
    await sql`alter table member add column updated_at integer not null default 0`.execute(db);
    await sql`alter table member add column role text not null default 'member'
      check (role in ('member', 'admin'))`.execute(db);
    // Whoever is a member so far was added on the command line: the operator vouches for the address.
    await sql`alter table member add column email_verified integer not null default 1`.execute(db);
    await sql`alter table token add column last_used_day text`.execute(db);
    await sql`create table session (
      id text primary key,
      member_id text not null references member (id) on delete cascade,
      token text not null unique,
      created_at integer not null,
      updated_at integer not null,
      expires_at integer not null
    ) strict`.execute(db);
    await sql`create index session_of_member on session (member_id)`.execute(db);
    await sql`create table sign_in_method (
      id text primary key,
      member_id text not null references member (id) on delete cascade,
      provider text not null,
      subject text not null,
      password text,
      created_at integer not null,
      updated_at integer not null,
      unique (provider, subject)
    ) strict`.execute(db);
    await sql`create index sign_in_method_of_member on sign_in_method (member_id)`.execute(db);
    await sql`create table sign_in_state (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at integer not null,
      created_at integer not null,
      updated_at integer not null
    ) strict`.execute(db);
    await sql`create index sign_in_state_identifier on sign_in_state (identifier)`.execute(db);
    await sql`create table invitation (
      digest text primary key,
      member_id text not null references member (id) on delete cascade,
      role text not null check (role in ('member', 'admin')),
      created_at integer not null,
      expires_at integer not null,
      accepted_at integer,
      ended_at integer
    ) strict`.execute(db);
    await sql`create unique index one_open_invitation on invitation (member_id)
      where accepted_at is null and ended_at is null`.execute(db);
  },
  async (db) => {
    await sql`create table source_suggestion (
      id text primary key,
      member_id text references member (id) on delete set null,
      url text not null,
      name text,
      reason text,
      created_at integer not null,
      state text not null default 'open' check (state in ('open', 'approved', 'declined')),
      decided_at integer,
      source_key text,
      decline_reason text
    ) strict`.execute(db);
    await sql`create index source_suggestion_of_member on source_suggestion (member_id)`.execute(db);
    await sql`create index source_suggestion_by_state on source_suggestion (state, created_at)`.execute(db);
    await sql`create table feedback (
      id text primary key,
      member_id text references member (id) on delete set null,
      category text not null,
      severity text not null,
      message text not null,
      context text,
      created_at integer not null,
      resolved_at integer
    ) strict`.execute(db);
    await sql`create index feedback_of_member on feedback (member_id)`.execute(db);
    await sql`create index feedback_by_time on feedback (created_at)`.execute(db);
    await sql`create table escalation (
      feedback_id text primary key references feedback (id) on delete cascade,
      attempts integer not null default 0,
      next_attempt_at integer not null,
      delivered_at integer,
      problem text
    ) strict`.execute(db);
    await sql`create index escalation_waiting on escalation (attempts, next_attempt_at)
      where delivered_at is null`.execute(db);
    await sql`create table lease (
      name text primary key,
      holder text not null,
      expires_at integer not null
    ) strict`.execute(db);
  },
];

/** Transactions of the server and of the command line are over in milliseconds: longer means that something is wrong. */
const LOCK_WAIT_MS = 2000;

/** Opens accounts.db, created or brought up to date first. */
export async function openAccountTables(path: string): Promise<AccountsDb> {
  const db = await openSqlite<AccountTables>(path, { lockWaitMs: LOCK_WAIT_MS });
  try {
    await migrateForward(db, path, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
