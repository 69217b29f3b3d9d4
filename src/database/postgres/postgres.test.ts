import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { postgresAt } from "../database-at.case.ts";
import { define } from "../dialect.ts";
import type { PostgresLocation } from "../location.ts";
import { type Migration, NewerSchemaError, OutdatedSchemaError } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { StorageError } from "../storage-error.ts";

interface Tables {
  thing: { name: string; size: number; bytes: Uint8Array | null };
}

const migrations: Migration[] = [
  (db) => define(db, "create table thing (name text primary key, size integer not null, bytes blob) strict"),
];

let location: PostgresLocation;
let db: Kysely<Tables>;

const open = (change: Partial<PostgresLocation> = {}, steps = migrations, lockWaitMs = 30_000) =>
  openDatabase<Tables>({ ...location, ...change }, { migrations: steps, lockWaitMs });

const failure = (change: Partial<PostgresLocation>) =>
  open(change).then(
    async (opened) => opened.destroy(),
    (error: unknown) => error as Error,
  );

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "priorart-pg-"));
  location = postgresAt(folder);
  rmSync(folder, { recursive: true });
  db = await open();
});
afterEach(() => db.destroy());

const row = (name: string, size = 1) => ({ name, size, bytes: null });

describe("values", () => {
  it("come back as they went in: whole numbers to 2^53, bytes, text without U+0000", async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    await db.insertInto("thing").values({ name: "a\0b", size: Number.MAX_SAFE_INTEGER, bytes }).execute();
    const [read] = await db.selectFrom("thing").selectAll().execute();
    expect(read).toEqual({ name: "a\uFFFDb", size: Number.MAX_SAFE_INTEGER, bytes });
    const floats = new Float32Array([1.5, -2]);
    await db
      .updateTable("thing")
      .set({ bytes: new Uint8Array(floats.buffer) })
      .execute();
    const { bytes: stored } = await db.selectFrom("thing").select("bytes").executeTakeFirstOrThrow();
    expect(new Float32Array(stored!.buffer)).toEqual(floats);
  });

  it("sort byte by byte, whatever the locale, and an empty list matches nothing", async () => {
    for (const name of ["b", "a", "B", "é", "_"]) await db.insertInto("thing").values(row(name)).execute();
    const names = await db.selectFrom("thing").select("name").orderBy("name").execute();
    expect(names.map(({ name }) => name)).toEqual(["B", "_", "a", "b", "é"]);
    expect(await db.selectFrom("thing").selectAll().where("name", "in", []).execute()).toEqual([]);
  });
});

describe("transactions that write", () => {
  it("run one after the other, whichever process they are of", async () => {
    const other = await open();
    await db.insertInto("thing").values(row("count", 0)).execute();
    const addOne = (one: Kysely<Tables>) =>
      one.transaction().execute(async (trx) => {
        const { size } = await trx.selectFrom("thing").select("size").executeTakeFirstOrThrow();
        await trx
          .updateTable("thing")
          .set({ size: size + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => addOne(at % 2 === 0 ? db : other)));
    expect((await db.selectFrom("thing").select("size").executeTakeFirstOrThrow()).size).toBe(20);
    await other.destroy();
  });

  it("wait for one another for a bounded time, and do not keep reads waiting", async () => {
    const other = await open({}, migrations, 200);
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("thing").values(row("a")).execute();
      await expect(other.transaction().execute(async () => {})).rejects.toThrow(
        /is locked by another process/,
      );
      expect(await other.selectFrom("thing").selectAll().execute()).toEqual([]);
    });
    await other.transaction().execute(async () => {});
    await other.destroy();
  });

  it("that fail leave nothing, nor the lock", async () => {
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("thing").values(row("a")).execute();
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    await db.transaction().execute(async () => {});
    expect(await db.selectFrom("thing").selectAll().execute()).toEqual([]);
  });
});

describe("a connection that the server ends", () => {
  it("is replaced: a read is repeated, a transaction fails and may be run again", async () => {
    const other = await open();
    const one = await open({ pool: 1 });
    const end = async (connection: Kysely<Tables>) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other);
    };
    await end(one);
    expect(await one.selectFrom("thing").selectAll().execute()).toEqual([]);
    const cut = one.transaction().execute(async (trx) => {
      await trx.insertInto("thing").values(row("a")).execute();
      await end(trx);
      await trx.insertInto("thing").values(row("b")).execute();
    });
    await expect(cut).rejects.toThrow(StorageError);
    await one.insertInto("thing").values(row("c")).execute();
    expect(await one.selectFrom("thing").select("name").execute()).toEqual([{ name: "c" }]);
    await one.destroy();
    await other.destroy();
  });
});

describe("opening", () => {
  it("refuses a schema that lacks migrations, and names the command; a newer one, too", async () => {
    const more: Migration[] = [...migrations, async () => {}];
    await expect(open({ migrate: false }, more)).rejects.toThrow(OutdatedSchemaError);
    await expect(open({ migrate: false }, more)).rejects.toThrow(
      /schema version 1, and this release needs 2: .*priorart migrate/,
    );
    await expect(open({ migrate: false, schema: `${location.schema}_none` })).rejects.toThrow(
      /has no tables yet: .*priorart migrate/,
    );
    await (await open({}, more)).destroy();
    await expect(open()).rejects.toThrow(NewerSchemaError);
  });

  it("migrates once when several processes open a new schema", async () => {
    const schema = `${location.schema}_new`;
    const opened = await Promise.all(Array.from({ length: 4 }, () => open({ schema })));
    for (const one of opened) {
      expect(await one.selectFrom("thing").selectAll().execute()).toEqual([]);
      await one.destroy();
    }
  });

  it("says in one line, without the password, what is wrong with the server", async () => {
    const password = "hunter2-hunter2";
    await sql`do $$ begin
      if not exists (select from pg_roles where rolname = 'careful')
      then create role careful login password 'another'; end if; end $$`.execute(db);
    for (const [change, told] of [
      [{ port: 1 }, "cannot be reached; check that PostgreSQL runs there"],
      [{ host: "no-such-host.invalid" }, "cannot be reached: its host name"],
      [{ user: "careful", password }, "refuses the user name or password"],
      [{ user: "careful", password: null }, "asks for a password"],
      [{ user: "nobody_here", password }, "refuses"],
      [{ database: "elsewhere", password }, "does not exist; create it with createdb"],
      [{ tls: { verify: true, ca: null }, password }, "does not offer TLS"],
    ] as const) {
      const error = await failure(change);
      expect(error).toBeInstanceOf(StorageError);
      expect(error!.message).toContain(told);
      expect(error!.message).not.toMatch(/\n|hunter2/);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("hunter2");
    }
    expect(inject("postgresPort")).toBeGreaterThan(0);
  });

  it("keeps values of rows out of errors", async () => {
    await db.insertInto("thing").values(row("secret-value")).execute();
    const error = await db
      .insertInto("thing")
      .values(row("secret-value"))
      .execute()
      .catch((one: Error) => one);
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain("secret-value");
    expect(error).toMatchObject({ code: "23505" });
  });
});
