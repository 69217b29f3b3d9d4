/**
 * Copies records and accounts from one pair of databases into another: all or nothing. Whatever interrupts it, the
 * target contains nothing of it. The source is only read, once it has the schema of this release.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type ControlledTransaction, type Kysely, sql } from "kysely";
import { accountMigrations } from "../accounts/migrations.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import { isPostgres } from "../database/dialect.ts";
import { type DatabaseLocation, describeLocation } from "../database/location.ts";
import { openDatabase } from "../database/open-database.ts";
import { copySqlite } from "../database/sqlite/copy-sqlite.ts";
import {
  type AnyTables,
  CopyError,
  type CopyOptions,
  copyTables,
  requireEmpty,
  type TableReport,
} from "./copy-tables.ts";
import { copiedTables } from "./tables.ts";

export type { TableReport } from "./copy-tables.ts";

type Name = keyof typeof copiedTables;
export type Databases = Record<Name, DatabaseLocation>;

const migrations = { catalog: catalogMigrations, accounts: accountMigrations };
const names: readonly Name[] = ["catalog", "accounts"];

/** Throws CopyError, changing nothing, when the target is not empty, or other processes use a PostgreSQL database. */
export async function copyState(
  { from, to }: { from: Databases; to: Databases },
  options: CopyOptions,
): Promise<TableReport[]> {
  for (const name of names) requireMissing(to[name]);
  const drafts = { catalog: draftOf(to.catalog), accounts: draftOf(to.accounts) };
  const opened: Kysely<AnyTables>[] = [];
  const begun: ControlledTransaction<AnyTables>[] = [];
  const open = async (location: DatabaseLocation, name: Name) => {
    const db = await openDatabase<AnyTables>(location, { migrations: migrations[name] });
    opened.push(db);
    return db;
  };
  try {
    const sources = { catalog: await open(from.catalog, "catalog") };
    await requireAlone(sources.catalog, from.catalog);
    const targets = { catalog: await open(drafts.catalog, "catalog") };
    await requireAlone(targets.catalog, to.catalog);
    const pairs = {
      catalog: [sources.catalog, targets.catalog],
      accounts: [await open(from.accounts, "accounts"), await open(drafts.accounts, "accounts")],
    } as const;
    const reports: TableReport[] = [];
    for (const name of names) {
      const [source, target] = pairs[name];
      await requireEmpty(target, copiedTables[name], describeLocation(to[name]));
      const reading = await source.startTransaction().setAccessMode("read only").execute();
      begun.push(reading);
      const writing = await target.startTransaction().execute();
      begun.push(writing);
      // It waits for the other database's tables.
      for (const transaction of [reading, writing])
        if (isPostgres(transaction))
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      reports.push(...(await copyTables({ from: reading, to: writing }, copiedTables[name], options)));
    }
    // Both are whole: nothing but these commits is left.
    for (const transaction of begun.splice(0)) await transaction.commit().execute();
    for (const db of opened.splice(0)) await db.destroy();
    for (const name of names) await completeDraft(drafts[name]);
    for (const name of names) keepDraft(drafts[name], to[name]);
    return reports;
  } finally {
    for (const transaction of begun)
      await transaction
        .rollback()
        .execute()
        .catch(() => {});
    for (const db of opened) await db.destroy().catch(() => {});
    for (const draft of Object.values(drafts)) removeDraft(draft);
  }
}

/** A SQLite file is written beside its place, and renamed when it is whole. */
function draftOf(location: DatabaseLocation): DatabaseLocation {
  if (typeof location !== "string") return location;
  const draft = `${location}.copy`;
  removeDraft(draft);
  return draft;
}

/** As one file, without a log beside it. */
async function completeDraft(draft: DatabaseLocation): Promise<void> {
  if (typeof draft !== "string") return;
  const whole = wholeOf(draft);
  await copySqlite(draft, whole);
  chmodSync(whole, 0o600);
  const file = openSync(whole, "r+");
  fsyncSync(file);
  closeSync(file);
}

const wholeOf = (draft: string): string => `${draft}-whole`;

function keepDraft(draft: DatabaseLocation, location: DatabaseLocation): void {
  if (typeof draft === "string" && typeof location === "string") renameSync(wholeOf(draft), location);
}

function removeDraft(draft: DatabaseLocation): void {
  if (typeof draft !== "string") return;
  for (const ending of ["", "-wal", "-shm", "-whole"]) rmSync(`${draft}${ending}`, { force: true });
}

function requireMissing(location: DatabaseLocation): void {
  if (typeof location === "string" && existsSync(location))
    throw new CopyError(`${location} exists: copy into another data directory, or move it aside`);
}

/** A connection that its process has closed is listed for so long, at most, where the server is busy. */
const closingMilliseconds = 2_000;

/** What another process writes meanwhile would be missing in the copy. */
async function requireAlone(db: Kysely<AnyTables>, location: DatabaseLocation): Promise<void> {
  if (!isPostgres(db)) return;
  const deadline = performance.now() + closingMilliseconds;
  while ((await otherConnections(db)) > 0) {
    if (performance.now() > deadline)
      throw new CopyError(
        `${describeLocation(location)} is in use by servers or commands: stop them, and copy again`,
      );
    await setTimeout(50);
  }
}

async function otherConnections(db: Kysely<AnyTables>): Promise<number> {
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = 'priorart'
      and pid <> pg_backend_pid()`.execute(db);
  return rows[0]!.others;
}
