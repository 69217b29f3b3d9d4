import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../../database/database-at.case.ts";
import { openAccountTables } from "../open-tables.ts";
import type { AccountsDb } from "../tables.ts";
import { type OpenRateLimits, openRateLimits, type RateLimitSettings } from "./rate-limits.ts";

const settings: RateLimitSettings = {
  search: 30,
  analysis: 10,
  me: 10,
  suggestions: 5,
  feedback: 10,
  concurrency: 2,
  concurrencyWait: 1_000,
  pageSearch: 120,
  pageAnalysis: 60,
  pageConcurrency: 8,
};

/** Each as a server of its own would open it. */
let servers: { db: AccountsDb; limits: OpenRateLimits }[];
let folder: string;
const never = new AbortController().signal;

async function start(change: Partial<RateLimitSettings> = {}) {
  const db = await openAccountTables(databaseAt(folder));
  const limits = await openRateLimits(db, { settings: { ...settings, ...change }, onProblem: () => {} });
  servers.push({ db, limits });
  return limits;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "limits-"));
  servers = [];
  for (let i = 0; i < 3; i++) await start();
});
afterEach(async () => {
  for (const { db, limits } of servers) {
    await limits.close();
    await db.destroy();
  }
  rmSync(folder, { recursive: true });
});

const limitsOf = (request: number) => servers[request % servers.length]!.limits;
const many = <T>(times: number, work: (request: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, request) => work(request)));

test.each([
  ["search", 30],
  ["analysis", 10],
  ["suggestions", 5],
] as const)("of 150 parallel requests to three servers, %s allows exactly %i", async (group, limit) => {
  const results = await many(150, (request) => limitsOf(request).consume(group, "ada"));
  expect(results.filter((result) => result!.allowed)).toHaveLength(limit);
  expect(new Set(results.map((result) => result!.remaining)).size).toBe(limit);
  expect((await limitsOf(0).consume(group, "bob"))!.remaining).toBe(limit - 1);
});

test("bad tokens of one address are counted over all servers", async () => {
  const results = await many(60, (request) => limitsOf(request).badToken("192.0.2.7"));
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(30);
  const rows = await servers[0]!.db.selectFrom("limit_minute").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("192.0.2");
});

test("a window ends for all servers, and one further ahead than clocks differ is discarded", async () => {
  await many(31, (request) => limitsOf(request).consume("search", "ada"));
  const { db } = servers[0]!;
  await db
    .updateTable("limit_minute")
    .set({ expire: Date.now() - 1 })
    .execute();
  const fresh = await start();
  expect((await fresh.consume("search", "ada"))!.remaining).toBe(29);
  await db
    .updateTable("limit_minute")
    .set({ expire: Date.now() + 64_000 })
    .execute();
  expect(await fresh.consume("search", "ada")).toMatchObject({ remaining: 28, resetSeconds: 60 });
  await db
    .updateTable("limit_minute")
    .set({ expire: Date.now() + 70_000 })
    .execute();
  expect((await fresh.consume("search", "ada"))!.remaining).toBe(29);
});

test("never more than two are in flight over three servers, the ninth that waits is refused, and all others get a turn", async () => {
  // Nobody gives up waiting, however slow the machine is.
  const patient = await Promise.all([1, 2, 3].map(() => start({ concurrencyWait: 60_000 })));
  const at = (request: number) => patient[request % patient.length]!;
  let running = 0;
  let most = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const outcomes = await many(30, async (request) => {
    const release = await at(request).acquire("ada", never);
    if (release === null) return "refused";
    most = Math.max(most, ++running);
    if (running === 2) meet();
    // The first of all keeps its slot until there is a second.
    await met;
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    release();
    return "served";
  });
  expect(most).toBe(2);
  expect(outcomes.filter((outcome) => outcome === "served").length).toBeGreaterThanOrEqual(10);
  const free = await many(2, () => at(0).acquire("ada", never));
  expect(free.every((release) => release !== null)).toBe(true);
});

test("at most eight wait, and they get their turns in the order of arrival", async () => {
  const patient = [await start({ concurrencyWait: 60_000 }), await start({ concurrencyWait: 60_000 })];
  const at = (request: number) => patient[request % 2]!;
  const slots = await many(2, (request) => at(request).acquire("ada", never));
  const order: number[] = [];
  for (let i = 0; i < 8; i++) {
    void at(i)
      .acquire("ada", never)
      .then((slot) => order.push(i) && slots.push(slot));
    const tickets = () => servers[0]!.db.selectFrom("limit_place").selectAll().execute();
    await expect.poll(async () => (await tickets()).length).toBe(3 + i);
  }
  expect(await at(0).acquire("ada", never)).toBeNull();
  expect(await at(1).acquire("bob", never)).not.toBeNull();
  for (let i = 0; i < 8; i++) {
    slots[i]!();
    await expect.poll(() => order).toEqual(Array.from({ length: i + 1 }, (_, one) => one));
  }
});

test("a wait is bounded, and ends when the client disconnects", async () => {
  await many(2, (request) => limitsOf(request).acquire("ada", never));
  expect(await limitsOf(2).acquire("ada", never)).toBeNull();
  const client = new AbortController();
  const disconnected = limitsOf(2).acquire("ada", client.signal);
  client.abort();
  expect(await disconnected).toBeNull();
});

test("slots of a server that was killed are free after their time; its other counts stay", async () => {
  await limitsOf(0).consume("search", "ada");
  await many(2, () => limitsOf(0).acquire("ada", never));
  const { db } = servers[1]!;
  await db
    .updateTable("limit_place")
    .set({ expires_at: Date.now() - 1 })
    .execute();
  expect(await limitsOf(1).acquire("ada", never)).not.toBeNull();
  expect((await limitsOf(1).consume("search", "ada"))!.remaining).toBe(28);
});

test("pages have slots of their own; a limit of 0 counts nothing", async () => {
  await many(2, (request) => limitsOf(request).acquire("ada", never));
  expect(await limitsOf(0).pages.acquire("ada", never)).not.toBeNull();
  const off = await start({ search: 0, concurrency: 0 });
  expect(await off.consume("search", "ada")).toBeNull();
  expect(await off.acquire("ada", never)).not.toBeNull();
});

test("nothing is allowed uncounted while the counts cannot be stored", async () => {
  const { db, limits } = servers.pop()!;
  await limits.close();
  await db.schema.alterTable("limit_minute").renameTo("away").execute();
  await expect(limits.consume("search", "ada")).rejects.toThrow(/limit_minute/);
  await db.schema.alterTable("away").renameTo("limit_minute").execute();
  await db.destroy();
});

test("after a crash of the database, which forgets unlogged rows, minutes that were open are used up", async () => {
  await limitsOf(0).consume("search", "ada");
  await limitsOf(0).pages.consume("search", "ada");
  const { db } = servers[0]!;
  const { expire } = await db
    .selectFrom("limit_minute")
    .select("expire")
    .where("key", "=", "search:ada")
    .executeTakeFirstOrThrow();
  await db.deleteFrom("limit_minute").execute();
  const results = await many(30, (request) => limitsOf(request).consume("search", "ada"));
  for (const result of results) {
    expect(result).toMatchObject({ allowed: false, remaining: 0 });
    expect(result!.retryAfterSeconds).toBeLessThanOrEqual(Math.ceil((expire - Date.now()) / 1_000) + 1);
  }
  expect((await limitsOf(1).pages.consume("search", "ada"))!.allowed).toBe(false);
  // Nothing was counted of these.
  expect((await limitsOf(1).consume("analysis", "ada"))!.remaining).toBe(9);
  expect((await limitsOf(1).consume("search", "bob"))!.remaining).toBe(29);
});

test("a minute that ended before the crash, or that no clock explains, is not used up", async () => {
  const { db } = servers[0]!;
  for (const endsAt of [Date.now() - 1, Date.now() + 70_000]) {
    await limitsOf(0).consume("search", "ada");
    await db.updateTable("limit_window").set({ ends_at: endsAt }).execute();
    await db.deleteFrom("limit_minute").execute();
    expect((await limitsOf(1).consume("search", "ada"))!.remaining).toBe(29);
    await db.deleteFrom("limit_minute").execute();
    await db.deleteFrom("limit_window").execute();
  }
});
