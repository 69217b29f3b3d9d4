import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Generated, type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StorageError, storageError } from "../storage-error.ts";
import { openSqlite } from "./sqlite.ts";

interface Tables {
  note: { id: Generated<number>; body: string | null; code: Uint8Array | null };
}

const LOCK_WAIT_MS = 200;

let folder: string;
let one: Kysely<Tables>;
let two: Kysely<Tables>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  const path = join(folder, "notes.db");
  one = await openSqlite<Tables>(path);
  two = await openSqlite<Tables>(path, { lockWaitMs: LOCK_WAIT_MS });
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

test("the file and its write-ahead log are readable by the owner only, with full sync", async () => {
  for (const name of ["notes.db", "notes.db-wal", "notes.db-shm"])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const { rows: mode } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(one);
  const { rows: sync } = await sql<{ synchronous: number }>`pragma synchronous`.execute(one);
  expect([mode[0]!.journal_mode, sync[0]!.synchronous]).toEqual(["wal", 2]);
});

test("values are read back unchanged, including affected and returned rows", async () => {
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

test("a write refused by another connection's lock leaves nothing behind, and the next one is committed", async () => {
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

test("while another connection holds the write lock, reads are answered; writes follow afterwards, in order", async () => {
  const patient = await openSqlite<Tables>(join(folder, "notes.db"));
  const done: string[] = [];
  const note = (body: string) => patient.insertInto("note").values({ body }).execute();
  const writes: Promise<unknown>[] = [];
  await one.transaction().execute(async (tx) => {
    await tx.insertInto("note").values({ body: "held" }).execute();
    writes.push(note("a").then(() => done.push("a")));
    writes.push(
      patient
        .transaction()
        .execute((own) => own.insertInto("note").values({ body: "b" }).execute())
        .then(() => done.push("b")),
    );
    writes.push(note("c").then(() => done.push("c")));
    for (let turn = 0; turn < 20; turn++) {
      await new Promise(setImmediate);
      expect(await count(patient)).toBe(0);
    }
    expect(done).toEqual([]);
  });
  await Promise.all(writes);
  expect(done).toEqual(["a", "b", "c"]);
  expect(await count(one)).toBe(4);
  await patient.destroy();
});

test("each write waits for the lock up to its limit; the error names the file and what to do", async () => {
  await one.transaction().execute(async () => {
    const started = performance.now();
    const refused = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        two
          .insertInto("note")
          .values({ body: `${i}` })
          .execute(),
      ),
    );
    // Sequentially, they would wait for ten times the limit.
    expect(performance.now() - started).toBeLessThan(9 * LOCK_WAIT_MS);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(StorageError);
      expect(reason.message).toMatch(/notes\.db is locked by another process; wait until/);
    }
  });
  expect(await count(two)).toBe(0);
});

test("a full file fails with a StorageError, and accepts writes again once there is space", async () => {
  await sql`pragma max_page_count = 4`.execute(one);
  const long = "x".repeat(100_000);
  await expect(one.insertInto("note").values({ body: long }).execute()).rejects.toThrow(StorageError);
  const inTransaction = one.transaction().execute(async (tx) => {
    await tx.insertInto("note").values({ body: long }).execute();
  });
  await expect(inTransaction).rejects.toThrow("the disk is full");
  await sql`pragma max_page_count = 1000`.execute(one);
  await one.insertInto("note").values({ body: long }).execute();
  expect(await count(two)).toBe(1);
});

test.each([
  ["SQLITE_IOERR_WRITE", "input or output failed"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_CANTOPEN", "cannot be opened"],
  ["SQLITE_BUSY_SNAPSHOT", "locked by another process"],
])("%s is a StorageError", (code, message) => {
  const explained = storageError(Object.assign(new Error("x"), { code }), "a.db");
  expect(explained).toBeInstanceOf(StorageError);
  expect((explained as Error).message).toMatch(/^a\.db /);
  expect((explained as Error).message).toContain(message);
});

test("an error of another kind is unchanged", () => {
  const constraint = Object.assign(new Error("UNIQUE"), { code: "SQLITE_CONSTRAINT" });
  expect(storageError(constraint, "a.db")).toBe(constraint);
  expect(storageError(null, "a.db")).toBeNull();
});

test("a failed transaction is rolled back, and its cause is kept", async () => {
  const doubled = one.transaction().execute(async (tx) => {
    await tx.insertInto("note").values({ body: "x" }).execute();
    await tx.insertInto("note").values({ body: "x" }).execute();
  });
  await expect(doubled).rejects.toThrow("UNIQUE");
  expect(await count(one)).toBe(0);
});

test("a read-only transaction sees one state and does not block a writer", async () => {
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

test("opening the file again drops no lock: another process that closes it does not remove the log", async () => {
  await one.insertInto("note").values({ body: "mine" }).execute();
  await (await openSqlite<Tables>(join(folder, "notes.db"))).destroy();
  const other = `
    const Database = require("libsql");
    const database = new Database(process.argv[1]);
    database.exec("insert into note (body) values ('another')");
    database.close();`;
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  execFileSync(process.execPath, ["-e", other, join(folder, "notes.db")], { cwd });
  expect(existsSync(join(folder, "notes.db-wal"))).toBe(true);
  expect(await count(one)).toBe(2);
});
