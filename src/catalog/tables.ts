/** Tables of `catalog.db` and its migrations. Times are ISO 8601 in UTC; flags are 0 or 1. */
import type { Generated, Kysely, Transaction } from "kysely";
import { define } from "../database/dialect.ts";
import type { Migration } from "../database/migrate.ts";

export interface CatalogTables {
  hackathon: {
    slug: string;
    /** Null while only the slug is known. */
    name: string | null;
    start_date: string | null;
    submission_deadline: string | null;
    winner_announcement_date: string | null;
    current: number;
    /** 1: declared by `import hackathons`, so no record overwrites it. */
    declared: number;
  };
  track: {
    hackathon: string;
    kind: "track" | "label";
    slug: string;
    name: string;
    /** Position in the declaration; those added by records come last. */
    position: number;
  };
  source: {
    key: string;
    /** Null while only the key is known. */
    label: string | null;
    kind: string;
    access: "open" | "excerpt";
    licence_note: string | null;
    declared: number;
    /** Address of the source; null: not given. */
    url: string | null;
    /** JSON of where it is read from; null: documents are only imported. */
    connector: string | null;
    /** How often it is read; null: the default. */
    refresh: string | null;
    machine_summaries: number;
    /** JSON list of the keys that it had, the first one first; null: none. */
    former_keys: string | null;
  };
  /** What the last complete reading of a source left for the next. */
  sync_state: {
    source: string;
    /** Digest of the connector that left `state`. */
    connector: string;
    /** JSON; null: nothing. */
    state: string | null;
    /** Runs in a row that failed. */
    failures: number;
  };
  /** Readings of sources; see `sync/runs.ts`. The last two columns are JSON. */
  sync_run: {
    id: Generated<number>;
    source: string;
    started_at: string;
    finished_at: string | null;
    outcome: string;
    message: string | null;
    counts: string;
    problems: string;
  };
  /** What a source's connector listed: a page, a file, an entry. */
  source_item: {
    source: string;
    item: string;
    version: string | null;
    etag: string | null;
    last_modified: string | null;
    /** Run that read it last. */
    read_run: number;
    /** Run that first found it gone; null while it is there. */
    gone_run: number | null;
  };
  /** Documents that a connector read. Imported documents have no row. */
  source_document: {
    document_id: string;
    source: string;
    item: string;
    /** Run that first read the item without this document; null while the item contains it. */
    gone_run: number | null;
  };
  /** Blocks left out of a source's documents; see `boilerplate/store.ts`. `keys` is a JSON list. */
  boilerplate: { source: string; keys: string };
  project: {
    slug: string;
    hackathon: string;
    /** JSON of the native record. */
    record: string;
    created_at: string;
    content_hash: string;
  };
  document: {
    document_id: string;
    source: string;
    title: string;
    author: string | null;
    url: string | null;
    published_at: string | null;
    content: string;
    content_hash: string;
    /** As stated or detected; null: not detected yet. */
    language: string | null;
    /** Name of its thread within the source; null: none. */
    thread: string | null;
    machine_summary: number;
  };
  withdrawal: { kind: WithdrawalKind; key: string; withdrawn_at: string; change: number };
  import_run: {
    fingerprint: string;
    kind: string;
    file: string;
    holder: string;
    committed_line: number;
    rejected: number;
    rejects_file: string | null;
    rejects_bytes: number;
    started_at: string;
    finished_at: string | null;
  };
  vector: { embedder: string; text_hash: string; vector: Uint8Array };
  /** Fields derived by publish; see `derived.ts`. Both are JSON. */
  derived: { project: string; tags: string | null; categories: string | null; version: string };
  /** Scans of projects' repositories; see `scans.ts`. The last two columns are JSON. */
  scan: {
    project: string;
    repository: string;
    /** Commit; null when none was read. */
    revision: string | null;
    captured_at: string;
    extractor_version: string;
    outcome: string;
    built_with: string | null;
    repo_summary: string | null;
  };
  /** Resources of hackathons; see `resources.ts`. `record` is JSON. */
  resources: { hackathon: string; record: string; imported_at: string };
  /** `position`: order of first import. */
  faq: { program: string; id: string; position: number; record: string };
  /** Private: publish does not read the tables of members. `profile` and `registrations` are JSON. */
  member: { email: string; profile: string; registrations: string; content_hash: string };
  /** A member's project or draft. It is stored for one member, its holder; `record` is JSON. */
  entry: { holder: string; id: string; record: string; created_at: string };
  /** The team of an entry, the holder at position 0. A member with one of these addresses may read the entry. */
  entry_team: {
    holder: string;
    entry: string;
    position: number;
    email: string | null;
    role: "owner" | "member";
    display_name: string | null;
    username: string | null;
  };
  /** `links` is a JSON list. */
  entry_update: {
    holder: string;
    entry: string;
    position: number;
    kind: "hackathon" | "eternal" | "buildLog";
    number: number | null;
    published_at: string;
    links: string;
  };
  state: { name: StateName; value: string };
}

export type WithdrawalKind = "project" | "document";
export type RecordKind = WithdrawalKind | "member";
export type StateName =
  | "changes"
  | "projects_imported_at"
  | "archive_imported_at"
  | "publish_due"
  | "snapshots";

export type CatalogDb = Kysely<CatalogTables> | Transaction<CatalogTables>;

/**
 * Documents are read ordered by (source, document id); the index covers the content hash, so that fingerprints are
 * read without reading contents.
 */
const first: Migration = async (db) => {
  for (const statement of [
    `create table hackathon (slug text primary key, name text, start_date text, submission_deadline text,
       winner_announcement_date text, current integer not null default 0, declared integer not null default 0)
       strict, without rowid`,
    `create table track (hackathon text not null references hackathon (slug), kind text not null,
       slug text not null, name text not null, position integer not null, primary key (hackathon, kind, slug))
       strict, without rowid`,
    `create table source (key text primary key, label text, kind text not null, access text not null,
       licence_note text, declared integer not null default 0) strict, without rowid`,
    `create table project (slug text primary key, hackathon text not null references hackathon (slug),
       record text not null, created_at text not null, content_hash text not null) strict`,
    "create index project_by_hackathon on project (hackathon, slug)",
    `create table document (document_id text not null, source text not null references source (key),
       title text not null, author text, url text, published_at text, content_hash text not null,
       content text not null) strict`,
    "create unique index document_by_id on document (document_id)",
    "create unique index document_by_source on document (source, document_id, content_hash)",
    `create table withdrawal (kind text not null, key text not null, withdrawn_at text not null, change integer not null,
       primary key (kind, key)) strict, without rowid`,
    `create table superseded (kind text not null, key text not null, content_hash text not null,
       primary key (kind, key, content_hash)) strict, without rowid`,
    `create table import_run (fingerprint text primary key, kind text not null, file text not null,
       pid integer not null, committed_line integer not null, rejected integer not null, rejects_file text,
       rejects_bytes integer not null, started_at text not null, finished_at text) strict`,
    `create table vector (embedder text not null, text_hash text not null, vector blob not null,
       primary key (embedder, text_hash)) strict`,
    "create table state (name text primary key, value text not null) strict, without rowid",
    "insert into state (name, value) values ('changes', '0')",
  ]) {
    await define(db, statement);
  }
};

/** Both tables reference their project: withdrawing it deletes what was derived from it. */
const second: Migration = async (db) => {
  for (const statement of [
    `create table derived (project text primary key references project (slug) on delete cascade,
       tags text, categories text, version text not null) strict, without rowid`,
    `create table scan (project text primary key references project (slug) on delete cascade,
       repository text not null, revision text, captured_at text not null, extractor_version text not null,
       outcome text not null, built_with text, repo_summary text) strict`,
  ]) {
    await define(db, statement);
  }
};

/** Resources of hackathons, and FAQs. */
const guides: Migration = async (db) => {
  for (const statement of [
    `create table resources (hackathon text primary key references hackathon (slug), record text not null,
       imported_at text not null) strict`,
    `create table faq (program text not null, id text not null, position integer not null, record text not null,
       primary key (program, id)) strict`,
  ]) {
    await define(db, statement);
  }
};

/** Entries, teams and updates are deleted with their holder. */
const members: Migration = async (db) => {
  for (const statement of [
    `create table member (email text primary key, profile text not null, registrations text not null,
       content_hash text not null) strict`,
    `create table entry (holder text not null references member (email) on delete cascade, id text not null,
       record text not null, created_at text not null, primary key (holder, id)) strict`,
    `create table entry_team (holder text not null, entry text not null, position integer not null, email text,
       role text not null, display_name text, username text, primary key (holder, entry, position),
       foreign key (holder, entry) references entry (holder, id) on delete cascade) strict, without rowid`,
    "create index entry_team_by_email on entry_team (email) where email is not null",
    `create table entry_update (holder text not null, entry text not null, position integer not null,
       kind text not null, number integer, published_at text not null, links text not null,
       primary key (holder, entry, position),
       foreign key (holder, entry) references entry (holder, id) on delete cascade) strict, without rowid`,
  ]) {
    await define(db, statement);
  }
};

/** The approved address of a source, for clients that fetch its documents. */
const sourceAddress: Migration = async (db) => {
  await define(db, "alter table source add column url text");
};

/** Imports no longer track which contents a later record replaced: they read changed records twice. */
const withoutSuperseded: Migration = async (db) => {
  await define(db, "drop table superseded");
};

/** Sources that are read by connectors. */
const connectors: Migration = async (db) => {
  for (const statement of [
    "alter table source add column connector text",
    "alter table source add column refresh text",
    `create table sync_state (source text primary key references source (key), connector text not null, state text,
       failures integer not null) strict, without rowid`,
    `create table sync_run (id integer primary key autoincrement, source text not null references source (key),
       started_at text not null, finished_at text, outcome text not null, message text, counts text not null,
       problems text not null) strict`,
    "create index sync_run_by_source on sync_run (source, id)",
    `create table source_item (source text not null references source (key), item text not null, version text,
       etag text, last_modified text, read_run integer not null, gone_run integer, primary key (source, item))
       strict, without rowid`,
    `create table source_document (document_id text primary key, source text not null, item text not null,
       gone_run integer, foreign key (source, item) references source_item (source, item)) strict, without rowid`,
    "create index source_document_by_item on source_document (source, item)",
  ]) {
    await define(db, statement);
  }
};

/** Languages, threads, and which texts machines wrote. */
const documentFacts: Migration = async (db) => {
  for (const statement of [
    "alter table document add column language text",
    "alter table document add column thread text",
    "alter table document add column machine_summary integer not null default 0",
    "alter table source add column machine_summaries integer not null default 0",
    // Reading a column behind the content reads all of the content.
    "create index document_by_language on document (source, language)",
    "create index document_without_language on document (document_id) where language is null",
  ]) {
    await define(db, statement);
  }
};

/** Blocks that are left out of the documents of sites. */
const boilerplate: Migration = async (db) => {
  await define(
    db,
    `create table boilerplate (source text primary key references source (key), keys text not null)
       strict, without rowid`,
  );
};

/** Sources can be renamed. */
const formerKeys: Migration = async (db) => {
  await define(db, "alter table source add column former_keys text");
};

/** Numbers of processes say nothing on other hosts: imports hold locks. */
const importHolders: Migration = async (db) => {
  await define(db, "alter table import_run drop column pid");
  await define(db, "alter table import_run add column holder text not null default ''");
};

export const catalogMigrations: readonly Migration[] = [
  first,
  second,
  guides,
  members,
  sourceAddress,
  withoutSuperseded,
  connectors,
  documentFacts,
  boilerplate,
  formerKeys,
  importHolders,
];
