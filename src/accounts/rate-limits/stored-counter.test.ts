/** Windows counted in the database, by several servers and across a crash that empties the table of counts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseAt, onPostgres } from "../../database/database-at.case.ts";
import { openAccountTables } from "../open-tables.ts";
import type { AccountsDb } from "../tables.ts";
import { HourCounter, keepPruned } from "./hour-counter.ts";
import { sharedMinuteCounter } from "./stored-counter.ts";

let folder: string;
let db: AccountsDb;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:30.250Z") });
  folder = mkdtempSync(join(tmpdir(), "counter-"));
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  // Only servers that share a database have this table; the queries are the same.
  if (!onPostgres)
    await sql`create table limit_minute (key text primary key, points integer, expire integer) strict`.execute(
      db,
    );
});
afterEach(async () => {
  vi.useRealTimers();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const counter = (change: { limit?: number; isRecorded?: boolean } = {}) =>
  sharedMinuteCounter(db, "search", { limit: 2, ...change });
/** The results of a key's requests, of as many servers. */
async function used(servers: ReturnType<typeof counter>[], key = "ada") {
  const results = [];
  for (const server of servers) results.push(await server.consume(key));
  return results.map(({ allowed, remaining }) => [allowed, remaining]);
}
const rows = () => db.selectFrom("limit_minute").selectAll().orderBy("key").execute();
const recorded = () => db.selectFrom("limit_window").selectAll().execute();

test("a window begins with its first request, and allows as many as the limit", async () => {
  const one = counter();
  expect(await one.consume("ada")).toEqual({
    allowed: true,
    limit: 2,
    remaining: 1,
    windowSeconds: 60,
    resetSeconds: 60,
    retryAfterSeconds: 0,
  });
  wait(20_500);
  expect(await one.consume("ada")).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 40 });
  wait(39_000);
  expect(await one.consume("ada")).toEqual({
    allowed: false,
    limit: 2,
    remaining: 0,
    windowSeconds: 60,
    resetSeconds: 1,
    retryAfterSeconds: 1,
  });
  wait(499);
  expect(await one.consume("ada")).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  wait(1);
  expect(await one.consume("ada")).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
  expect(await recorded()).toEqual([]);
});

test("an hour is a window of 3,600 seconds, under its own name", async () => {
  const hour = new HourCounter({ name: "feedback", limit: 1, db });
  expect(await hour.consume("ada")).toMatchObject({
    windowSeconds: 3_600,
    resetSeconds: 3_600,
    remaining: 0,
  });
  wait(3_599_999);
  expect(await hour.consume("ada")).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  expect((await db.selectFrom("limit_counter").selectAll().execute()).map(({ key }) => key)).toEqual([
    "feedback:ada",
  ]);
});

test("servers count together, keys and names apart", async () => {
  expect(await used([counter(), counter(), counter()])).toEqual([
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
  expect(await used([counter()], "bob")).toEqual([[true, 1]]);
  const other = sharedMinuteCounter(db, "analysis", { limit: 2 });
  expect((await other.consume("ada")).remaining).toBe(1);
  expect((await rows()).map(({ key }) => key)).toEqual(["analysis:ada", "search:ada", "search:bob"]);
});

test("once used up, a window is answered from memory until it ends", async () => {
  const one = counter();
  await used([one, one, one]);
  await db.deleteFrom("limit_minute").execute();
  wait(59_999);
  expect(await used([one])).toEqual([[false, 0]]);
  expect(await rows()).toEqual([]);
  wait(1);
  expect(await used([one, one, one])).toEqual([
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
});

test("a window at its limit, but not beyond it, is not answered from memory", async () => {
  const one = counter();
  await used([one, one]);
  await db.updateTable("limit_minute").set({ points: 0 }).execute();
  expect(await used([one])).toEqual([[true, 1]]);
});

test("a clock set back by up to five seconds keeps a window; by more it begins again", async () => {
  const [one, other] = [counter(), counter()];
  await used([one, one, one]);
  wait(-5_000);
  expect(await one.consume("ada")).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
  expect(await other.consume("ada")).toMatchObject({ allowed: false, resetSeconds: 60 });
  wait(-1);
  expect(await used([other, one])).toEqual([
    [true, 1],
    [true, 0],
  ]);
});

test("forgetting ends the window of one key, also where it was used up", async () => {
  const one = counter();
  await used([one, one, one]);
  await used([one, one, one], "bob");
  await one.forget("ada");
  expect(await used([one])).toEqual([[true, 1]]);
  expect(await used([one], "bob")).toEqual([[false, 0]]);
});

test("a recorded window whose count was lost is used up until it ends", async () => {
  const server = () => counter({ isRecorded: true });
  await used([server()]);
  const endsAt = Date.now() + 60_000;
  expect(await recorded()).toEqual([{ key: "search:ada", ends_at: endsAt, used: null }]);
  await db.deleteFrom("limit_minute").execute();
  wait(10_000);
  expect(await server().consume("ada")).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 50 });
  expect(await rows()).toMatchObject([{ points: 3, expire: endsAt }]);
  expect(await used([server()], "bob")).toEqual([[true, 1]]);
  wait(50_000);
  expect(await used([server()])).toEqual([[true, 1]]);
  // The new window replaces the record of the one before.
  expect((await recorded()).find(({ key }) => key === "search:ada")?.ends_at).toBe(endsAt + 60_000);
});

test("a window is recorded once, when it opens", async () => {
  const one = counter({ isRecorded: true, limit: 5 });
  await used([one]);
  await db.deleteFrom("limit_window").execute();
  await used([one, one]);
  expect(await recorded()).toEqual([]);
});

test("a record that ended, or that ends later than a window can, is ignored", async () => {
  const one = counter({ isRecorded: true });
  for (const [endsIn, remaining] of [
    [0, 1],
    [1, 0],
    [65_000, 0],
    [65_001, 1],
  ] as const) {
    await db.deleteFrom("limit_window").execute();
    await db
      .insertInto("limit_window")
      .values({ key: "search:ada", ends_at: Date.now() + endsIn, used: null })
      .execute();
    expect([endsIn, await used([one])]).toEqual([endsIn, [[remaining === 1, remaining]]]);
    await one.forget("ada");
  }
});

test("a shared minute is removed five seconds after its end: a server's clock may be behind", async () => {
  await used([counter()]);
  wait(64_999);
  await (await keepPruned(db, "limit_minute"))();
  expect(await rows()).toHaveLength(1);
  wait(1);
  await (await keepPruned(db, "limit_minute"))();
  expect(await rows()).toEqual([]);
});
