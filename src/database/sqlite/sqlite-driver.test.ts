/** Statements of a transaction are prepared once, and what they return does not depend on that. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Kysely, sql } from "kysely";
import LibsqlDatabase from "libsql";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { sqliteDialect } from "./sqlite-driver.ts";

interface Tables {
  note: { id: number; body: string };
}

let database: LibsqlDatabase.Database;
let db: Kysely<Tables>;
let prepare: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  database = new LibsqlDatabase(":memory:");
  db = new Kysely<Tables>({ dialect: sqliteDialect({ database, path: "notes.db", lockWaitMs: 100 }) });
  await sql`create table note (id integer primary key, body text not null)`.execute(db);
  prepare = vi.spyOn(database, "prepare");
});
afterEach(() => db.destroy());

const insert = (at: Kysely<Tables>, id: number, body: string) =>
  at.insertInto("note").values({ id, body }).execute();
const bodies = async (at: Kysely<Tables>) =>
  (await at.selectFrom("note").select("body").orderBy("id").execute()).map(({ body }) => body);

test("a transaction prepares a statement that it repeats once, the next one again", async () => {
  for (const first of [0, 100]) {
    prepare.mockClear();
    await db.transaction().execute(async (trx) => {
      for (let id = first; id < first + 100; id++) {
        await insert(trx, id, `body ${id}`);
        expect((await bodies(trx)).at(-1)).toBe(`body ${id}`);
      }
    });
    expect(prepare).toHaveBeenCalledTimes(2);
  }
  expect(await bodies(db)).toEqual(Array.from({ length: 200 }, (_, id) => `body ${id}`));
});

test("outside of transactions each is prepared again, and none is kept", async () => {
  for (let i = 0; i < 3; i++) {
    await bodies(db);
    await insert(db, i, "alone");
  }
  expect(prepare).toHaveBeenCalledTimes(6);
});

test("a statement that failed works again, in the same transaction and after a rollback", async () => {
  await db.transaction().execute(async (trx) => {
    await insert(trx, 1, "kept");
    await expect(insert(trx, 1, "refused")).rejects.toThrow(/UNIQUE/);
    await insert(trx, 2, "kept too");
  });
  const failed = db.transaction().execute(async (trx) => {
    await insert(trx, 3, "rolled back");
    await insert(trx, 3, "refused");
  });
  await expect(failed).rejects.toThrow(/UNIQUE/);
  await insert(db, 3, "last");
  expect(await bodies(db)).toEqual(["kept", "kept too", "last"]);
});

test("a change of the schema is seen by the statements after it", async () => {
  await db.transaction().execute(async (trx) => {
    const all = () => trx.selectFrom("note").selectAll().execute();
    await insert(trx, 1, "one");
    expect(await all()).toEqual([{ id: 1, body: "one" }]);
    await sql`alter table note add column extra text default 'new'`.execute(trx);
    expect(await all()).toEqual([{ id: 1, body: "one", extra: "new" }]);
  });
});

test("a transaction of many different statements keeps a limited number of them", async () => {
  await db.transaction().execute(async (trx) => {
    const numbered = (i: number) => sql`select ${sql.lit(i)} as one`.execute(trx);
    for (let i = 0; i < 100; i++) await numbered(i);
    prepare.mockClear();
    for (let i = 0; i < 100; i++) expect((await numbered(i)).rows).toEqual([{ one: i }]);
    expect(prepare).toHaveBeenCalledTimes(100 - 64);
  });
});

test("closing waits for what uses the connection, and for what was asked before", async () => {
  const running = db.transaction().execute(async (trx) => {
    await insert(trx, 1, "one");
    await new Promise((resolve) => setTimeout(resolve, 10));
    await insert(trx, 2, "two");
    return bodies(trx);
  });
  const waiting = insert(db, 3, "three");
  await db.destroy();
  expect(await running).toEqual(["one", "two"]);
  await waiting;
  await expect(insert(db, 4, "four")).rejects.toThrow(/destroyed/);
});

test("a write that waits for another process's lock is refused when the file is closed", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "priorart-driver-")), "notes.db");
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const other = new LibsqlDatabase(path);
  other.exec("create table note (id integer primary key, body text not null); begin immediate");
  const dialect = sqliteDialect({ database: new LibsqlDatabase(path), path, lockWaitMs: 10_000 });
  const waiting = new Kysely<Tables>({ dialect });
  const refused = expect(insert(waiting, 1, "one")).rejects.toThrow("is not open");
  await new Promise((resolve) => setTimeout(resolve, 10));
  await waiting.destroy();
  await refused;
  other.close();
});
