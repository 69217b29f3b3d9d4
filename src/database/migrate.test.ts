import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Migration, migrateForward, NewerSchemaError } from "./migrate.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

const migrations: Migration[] = [
  async (trx) => void (await sql`create table thing (name text)`.execute(trx)),
];

let folder: string;
let db: Kysely<unknown>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-migrate-"));
  db = await openSqlite(join(folder, "things.db"));
  await migrateForward(db, migrations, { what: "things.db" });
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

describe("migrateForward", () => {
  it("applies each step once, and only later steps, keeping existing rows", async () => {
    await sql`insert into thing values ('kept')`.execute(db);
    const more: Migration[] = [
      ...migrations,
      async (trx) => void (await sql`alter table thing add column extra text`.execute(trx)),
    ];
    await migrateForward(db, more, { what: "things.db" });
    await migrateForward(db, more, { what: "things.db" });
    const { rows } = await sql`select name, extra from thing`.execute(db);
    expect(rows).toEqual([{ name: "kept", extra: null }]);
  });

  it("refuses a file from a later release, naming both versions", async () => {
    await sql`pragma user_version = 7`.execute(db);
    const refused = () => migrateForward(db, migrations, { what: "things.db" });
    await expect(refused()).rejects.toThrow(NewerSchemaError);
    await expect(refused()).rejects.toThrow(
      /things\.db has schema version 7, and this release supports 1 at most/,
    );
  });

  it("rolls back a failed step", async () => {
    const failing: Migration[] = [
      ...migrations,
      async (trx) => {
        await sql`create table half (id integer)`.execute(trx);
        throw new Error("on purpose");
      },
    ];
    await expect(migrateForward(db, failing, { what: "things.db" })).rejects.toThrow("on purpose");
    expect((await sql`select name from sqlite_master where name = 'half'`.execute(db)).rows).toEqual([]);
    expect((await sql`pragma user_version`.execute(db)).rows).toEqual([{ user_version: 1 }]);
  });
});
