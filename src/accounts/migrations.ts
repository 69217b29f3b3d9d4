/** Migrations of accounts.db. */
import { sql } from "kysely";
import type { Migration } from "../database/migrate.ts";

export const accountMigrations: Migration[] = [
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
    // Existing members were added on the command line: the operator verified the address.
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
  async (db) => {
    await sql`create index limit_counter_by_end on limit_counter (expire)`.execute(db);
  },
  async (db) => {
    await sql`alter table invitation add column passwordless integer not null default 0`.execute(db);
  },
  async (db) => {
    await sql`create table shortlist (
      id text primary key,
      member_id text not null references member (id) on delete cascade,
      name text not null,
      notes text not null,
      share_id text unique,
      created_at integer not null,
      updated_at integer not null
    ) strict`.execute(db);
    await sql`create index shortlist_of_member on shortlist (member_id)`.execute(db);
    await sql`create table shortlist_item (
      position integer primary key,
      shortlist_id text not null references shortlist (id) on delete cascade,
      kind text not null check (kind in ('project', 'document')),
      key text not null,
      note text not null,
      added_at integer not null,
      unique (shortlist_id, kind, key)
    ) strict`.execute(db);
    await sql`create table saved_search (
      id text primary key,
      member_id text not null references member (id) on delete cascade,
      name text not null,
      page text not null check (page in ('projects', 'archive')),
      state text not null,
      request text not null,
      created_at integer not null,
      seen_at integer not null,
      seen_revision text not null,
      seen_keys text not null,
      checked_revision text,
      new_keys text
    ) strict`.execute(db);
    await sql`create index saved_search_of_member on saved_search (member_id)`.execute(db);
  },
  async (db) => {
    await sql`create table oauth_client (
      id text primary key,
      name text not null,
      redirect_uris text not null,
      created_at integer not null,
      used_at integer
    ) strict`.execute(db);
    await sql`create table oauth_grant (
      id text primary key,
      member_id text not null references member (id) on delete cascade,
      client_id text not null references oauth_client (id) on delete cascade,
      scopes text not null,
      audience text not null check (audience in ('mcp', 'api', 'any')),
      created_at integer not null,
      expires_at integer not null,
      last_used_day text
    ) strict`.execute(db);
    await sql`create index oauth_grant_of_member on oauth_grant (member_id)`.execute(db);
    await sql`create index oauth_grant_of_client on oauth_grant (client_id)`.execute(db);
    await sql`create table oauth_code (
      digest text primary key,
      grant_id text not null references oauth_grant (id) on delete cascade,
      redirect_uri text not null,
      challenge text not null,
      created_at integer not null,
      expires_at integer not null,
      used_at integer
    ) strict`.execute(db);
    await sql`create index oauth_code_of_grant on oauth_code (grant_id)`.execute(db);
    await sql`create table oauth_token (
      digest text primary key,
      grant_id text not null references oauth_grant (id) on delete cascade,
      kind text not null check (kind in ('access', 'refresh')),
      issued_at integer not null,
      expires_at integer not null,
      used_at integer
    ) strict`.execute(db);
    await sql`create index oauth_token_of_grant on oauth_token (grant_id)`.execute(db);
  },
  async (db) => {
    // Ids are never used again: they tell which entries are the oldest.
    await sql`create table audit_entry (
      id integer primary key autoincrement,
      at integer not null,
      actor text not null,
      via text not null check (via in ('console', 'command')),
      action text not null,
      target text,
      detail text
    ) strict`.execute(db);
  },
];
