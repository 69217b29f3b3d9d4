import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createAccounts } from "../accounts/accounts.ts";
import { accountMigrations } from "../accounts/migrations.ts";
import { openAccountTables } from "../accounts/open-tables.ts";
import { openCatalog } from "../catalog/catalog.ts";
import { catalogMigrations } from "../catalog/tables.ts";
import { postgresAt } from "../database/database-at.case.ts";
import { openDatabase } from "../database/open-database.ts";
import { copyState, type Databases } from "./copy-state.ts";
import type { AnyTables } from "./copy-tables.ts";
import { RowsFingerprint } from "./fingerprint.ts";
import { copiedTables } from "./tables.ts";

const never = new AbortController().signal;
let folder: string;
let database: string;
let files: Databases;
let postgres: Databases;

/** A database of its own: other tests use the server meanwhile. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "copy-state-"));
  database = `copy_${Math.random().toString(36).slice(2)}`;
  const admin = await openDatabase({ ...postgresAt(folder), schema: "public" }, { migrations: [] });
  await sql`create database ${sql.id(database)}`.execute(admin);
  await admin.destroy();
  files = filesIn(folder);
  const at = { ...postgresAt(folder), database };
  postgres = {
    catalog: { ...at, schema: "priorart_catalog" },
    accounts: { ...at, schema: "priorart_accounts" },
  };
  expect(inject("postgresPort")).not.toBeNull();
});
afterEach(() => rmSync(folder, { recursive: true }));

const filesIn = (directory: string): Databases => ({
  catalog: join(directory, "catalog.db"),
  accounts: join(directory, "accounts.db"),
});

/** Rows in every kind of column: JSON, bytes, large numbers, text in several scripts, null. */
async function fill(databases: Databases): Promise<void> {
  const catalog = await openCatalog(databases.catalog);
  await catalog.write(async (writer) => {
    await writer.declareHackathon({ slug: "jam", name: "Jam" });
    await writer.saveProjects(
      Array.from({ length: 120 }, (_, at) => ({
        record: { slug: `p${at}`, name: `Näme ${at} 🎉`, hackathon: { slug: "jam" } },
        hackathonSlug: "jam",
        contentHash: `h${at}`,
      })),
    );
  });
  await catalog.cacheVectors("fitted", new Map([["a", new Float32Array([0.5, -1.25, 3e-8])]]));
  await catalog.withdrawProject("p7");
  const run = await catalog
    .write(async (writer) => writer.mentionSource("notes", "Notes"))
    .then(() => catalog.sync.begin("notes"));
  expect(run).toBe(1);
  await catalog.close();
  const db = await openAccountTables(databases.accounts);
  const accounts = createAccounts(db, { service: "acme" });
  for (let at = 0; at < 60; at++) await accounts.addMember(`member-${at}@example.org`);
  for (let at = 0; at < 3; at++) await accounts.issueToken({ email: "member-1@example.org" });
  await accounts.audit.record({ actor: "ada", via: "command", action: "publish" });
  await accounts.close();
}

async function contents(databases: Databases): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, migrations] of [
    ["catalog", catalogMigrations],
    ["accounts", accountMigrations],
  ] as const) {
    const db: Kysely<AnyTables> = await openDatabase<AnyTables>(databases[name], { migrations });
    for (const table of copiedTables[name]) {
      const rows = new RowsFingerprint();
      for (const { rowid: _, ...row } of await db.selectFrom(table.name).selectAll().execute()) rows.add(row);
      found[`${name}.${table.name}`] = `${rows.rows} ${rows.digest()}`;
    }
    await db.destroy();
  }
  return found;
}

test("everything arrives in PostgreSQL and back, equal in counts and digests, and can be used there", async () => {
  await fill(files);
  const before = await contents(files);
  const there = await copyState({ from: files, to: postgres }, { signal: never });
  expect(there.find(({ table }) => table === "project")).toMatchObject({ rows: 119 });
  expect(await contents(postgres)).toEqual(before);
  const db = await openAccountTables(postgres.accounts);
  const accounts = createAccounts(db, { service: "acme" });
  expect((await accounts.tokenState({ email: "member-1@example.org" }))!.status).toBe("active");
  await accounts.audit.record({ actor: "ada", via: "command", action: "publish" });
  await accounts.close();
  const catalog = await openCatalog(postgres.catalog);
  expect(await catalog.sync.begin("notes")).toBe(2);
  expect((await catalog.cachedVectors("fitted", ["a"])).get("a")).toEqual(
    new Float32Array([0.5, -1.25, 3e-8]),
  );
  await catalog.close();
  const after = await contents(postgres);
  const back = filesIn(join(folder, "back"));
  await copyState({ from: postgres, to: back }, { signal: never });
  expect(await contents(back)).toEqual(after);
  expect(readdirSync(join(folder, "back")).filter((name) => name.includes(".copy"))).toEqual([]);
});

test("an interrupted copy leaves nothing, and may be run again", async () => {
  await fill(files);
  const stopping = new AbortController();
  const cut = (to: Databases, from: Databases, table: string) =>
    copyState(
      { from, to },
      {
        signal: stopping.signal,
        onProgress: (name) => name === table && stopping.abort(new Error("stopped")),
      },
    );
  await expect(cut(postgres, files, "member")).rejects.toThrow("stopped");
  await copyState({ from: files, to: postgres }, { signal: never });
  const back = filesIn(join(folder, "back"));
  await expect(cut(back, postgres, "token")).rejects.toThrow("stopped");
  expect([existsSync(String(back.catalog)), readdirSync(join(folder, "back"))]).toEqual([false, []]);
  await copyState({ from: postgres, to: back }, { signal: never });
  expect(await contents(back)).toEqual(await contents(files));
});

test("a target that holds rows, a file that exists and a database in use are refused by name", async () => {
  await fill(files);
  await copyState({ from: files, to: postgres }, { signal: never });
  await expect(copyState({ from: files, to: postgres }, { signal: never })).rejects.toThrow(
    /priorart_catalog .* is not empty \(its table hackathon has rows\)/,
  );
  await expect(copyState({ from: postgres, to: files }, { signal: never })).rejects.toThrow(
    /catalog\.db exists: copy into another data directory/,
  );
  const inUse = await openCatalog(postgres.catalog);
  const back = filesIn(join(folder, "back"));
  await expect(copyState({ from: postgres, to: back }, { signal: never })).rejects.toThrow(
    /is in use by servers or commands: stop them/,
  );
  await inUse.close();
});

test("a digest depends on values and types, and not on the order of rows and columns", () => {
  const digest = (...rows: Record<string, unknown>[]) => {
    const fingerprint = new RowsFingerprint();
    for (const row of rows) fingerprint.add(row);
    return fingerprint.digest();
  };
  expect(digest({ a: 1, b: "x" }, { a: 2, b: null })).toBe(digest({ b: null, a: 2 }, { b: "x", a: 1 }));
  expect(digest({ a: 1 })).not.toBe(digest({ a: "1" }));
  expect(digest({ a: null })).not.toBe(digest({ a: "" }));
  expect(digest({ a: new Uint8Array([1]) })).not.toBe(digest({ a: new Uint8Array([2]) }));
});
