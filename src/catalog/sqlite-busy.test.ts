import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Generated, type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqlite } from "./sqlite.ts";

interface Tables {
  note: { id: Generated<number>; body: string | null; code: Uint8Array | null };
}

let folder: string;
let one: Kysely<Tables>;
let two: Kysely<Tables>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  const path = join(folder, "notes.db");
  one = await openSqlite<Tables>(path);
  two = await openSqlite<Tables>(path, { busyTimeoutMs: 50 });
  await sql`create table note (id integer primary key, body text unique, code blob)`.execute(one);
});

afterEach(async () => {
  await one.destroy();
  await two.destroy();
  rmSync(folder, { recursive: true });
});

async function count(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("note")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return row.n;
}

test("the file and its write-ahead log are for the owner alone, synced in full", async () => {
  for (const name of ["notes.db", "notes.db-wal", "notes.db-shm"])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const { rows: mode } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(one);
  const { rows: sync } = await sql<{ synchronous: number }>`pragma synchronous`.execute(one);
  expect([mode[0]!.journal_mode, sync[0]!.synchronous]).toEqual(["wal", 2]);
});

test("values come back as they went in, rows affected and returned rows included", async () => {
  const inserted = await one
    .insertInto("note")
    .values([
      { body: "a", code: new Uint8Array([1, 2]) },
      { body: "b", code: null },
    ])
    .returning(["id", "code"])
    .execute();
  expect(inserted).toEqual([
    { id: 1, code: new Uint8Array([1, 2]) },
    { id: 2, code: null },
  ]);
  const changed = await one.updateTable("note").set({ body: "c" }).where("id", "=", 2).executeTakeFirst();
  expect(changed.numUpdatedRows).toBe(1n);
  const streamed = [];
  for await (const row of two.selectFrom("note").selectAll().orderBy("id").stream()) streamed.push(row.body);
  expect(streamed).toEqual(["a", "c"]);
});

test("a write refused by another's lock leaves nothing behind, and the next one is committed", async () => {
  await one.transaction().execute(async (tx) => {
    await tx.insertInto("note").values({ body: "held" }).execute();
    await expect(two.insertInto("note").values({ body: "refused" }).execute()).rejects.toThrow("locked");
    await expect(two.transaction().execute(async () => 1)).rejects.toThrow("locked");
    expect(await count(two)).toBe(0);
  });
  await two.insertInto("note").values({ body: "after" }).execute();
  expect(await count(one)).toBe(2);
  await one.insertInto("note").values({ body: "and back" }).execute();
  expect(await count(two)).toBe(3);
});

test("a failed transaction takes everything back, with the cause kept", async () => {
  const doubled = one.transaction().execute(async (tx) => {
    await tx.insertInto("note").values({ body: "x" }).execute();
    await tx.insertInto("note").values({ body: "x" }).execute();
  });
  await expect(doubled).rejects.toThrow("UNIQUE");
  expect(await count(one)).toBe(0);
});

test("a read-only transaction sees one state and blocks no writer", async () => {
  await one
    .transaction()
    .setAccessMode("read only")
    .execute(async (tx) => {
      expect(await count(tx)).toBe(0);
      await two.insertInto("note").values({ body: "new" }).execute();
      expect(await count(tx)).toBe(0);
    });
  expect(await count(one)).toBe(1);
});

test("opening the file once more drops no lock: what another process closes does not take the log away", async () => {
  await one.insertInto("note").values({ body: "mine" }).execute();
  await (await openSqlite<Tables>(join(folder, "notes.db"))).destroy();
  const other = `
    const Database = require("libsql");
    const database = new Database(process.argv[1]);
    database.exec("insert into note (body) values ('another')");
    database.close();`;
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync(process.execPath, ["-e", other, join(folder, "notes.db")], { cwd });
  expect(existsSync(join(folder, "notes.db-wal"))).toBe(true);
  expect(await count(one)).toBe(2);
});
