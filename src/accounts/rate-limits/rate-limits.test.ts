import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHttpClient } from "../../net/http-client.ts";
import { openServerAccounts } from "../accounts.ts";
import { openAccountTables } from "../open-tables.ts";
import type { AccountsDb } from "../tables.ts";
import { type OpenRateLimits, openRateLimits, type RateLimitSettings } from "./rate-limits.ts";
import type { RateLimitGroup, RateLimitResult } from "./types.ts";

const usual: RateLimitSettings = {
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
const START = Date.parse("2026-03-01T12:00:30.250Z");
let folder: string;
let path: string;
let db: AccountsDb;
let limits: OpenRateLimits;
const problems: unknown[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  folder = mkdtempSync(join(tmpdir(), "limits-"));
  path = join(folder, "accounts.db");
  await start();
});

afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
});

async function start(settings: Partial<RateLimitSettings> = {}): Promise<void> {
  db = await openAccountTables(path);
  const onProblem = (error: unknown) => problems.push(error);
  limits = await openRateLimits(db, { settings: { ...usual, ...settings }, onProblem });
}

async function restart(settings: Partial<RateLimitSettings> = {}): Promise<void> {
  await limits.close();
  await db.destroy();
  await start(settings);
}

async function crashAndStart(settings: Partial<RateLimitSettings> = {}): Promise<void> {
  await db.destroy();
  await start(settings);
}

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

async function use(group: RateLimitGroup, times: number): Promise<RateLimitResult> {
  let result: RateLimitResult | null = null;
  for (let i = 0; i < times; i++) result = await limits.consume(group, "ada");
  return result!;
}

const groups: [RateLimitGroup, number, number][] = [
  ["search", 30, 60],
  ["analysis", 10, 60],
  ["me", 10, 60],
  ["suggestions", 5, 3600],
  ["feedback", 10, 3600],
];

test("pages have minutes of their own, which survive a restart, and share the hours", async () => {
  for (const [group, limit] of [
    ["search", 120],
    ["analysis", 60],
    ["me", 10],
  ] as const) {
    expect(await limits.pages.consume(group, "ada")).toMatchObject({ limit, remaining: limit - 1 });
    expect(await use(group, 1)).toMatchObject({ remaining: usual[group] - 1 });
  }
  for (const group of ["suggestions", "feedback"] as const) {
    expect((await limits.pages.consume(group, "ada"))?.remaining).toBe(usual[group] - 1);
    expect((await use(group, 1)).remaining).toBe(usual[group] - 2);
  }
  await restart();
  expect((await limits.pages.consume("search", "ada"))?.remaining).toBe(118);
  await restart({ pageSearch: 0 });
  expect(await limits.pages.consume("search", "ada")).toBeNull();
  expect((await use("search", 1)).remaining).toBe(28);
});

test("pages have slots of their own", async () => {
  const { signal } = new AbortController();
  await restart({ concurrency: 1, pageConcurrency: 1, concurrencyWait: 0 });
  const slots = [await limits.acquire("ada", signal), await limits.pages.acquire("ada", signal)];
  expect(slots).not.toContain(null);
  expect(await limits.pages.acquire("ada", signal)).toBeNull();
  slots[1]!();
  expect(await limits.pages.acquire("ada", signal)).not.toBeNull();
  expect(await limits.acquire("ada", signal)).toBeNull();
});

test.each(groups)(
  "%s: %d requests in %d seconds, then retryAfterSeconds is exact",
  async (group, limit, span) => {
    expect(await use(group, 1)).toEqual({
      allowed: true,
      limit,
      remaining: limit - 1,
      windowSeconds: span,
      resetSeconds: span,
      retryAfterSeconds: 0,
    });
    wait(0.4);
    expect(await use(group, limit - 1)).toMatchObject({ allowed: true, remaining: 0 });
    wait(span / 2);
    const refused = await use(group, 1);
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: span / 2 });
    wait(refused.retryAfterSeconds - 1);
    expect(await use(group, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    wait(1);
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: limit - 1 });
  },
);

test.each(groups)("%s: accounts and groups are counted separately; 0 is off", async (group, limit) => {
  await use(group, limit + 1);
  expect(await limits.consume(group, "bob")).toMatchObject({ allowed: true, remaining: limit - 1 });
  for (const [other] of groups.filter(([name]) => name !== group))
    expect((await limits.consume(other, "ada"))?.allowed).toBe(true);
  await restart({ [group]: 0 });
  expect(await limits.consume(group, "ada")).toBeNull();
});

test.each(groups)(
  "%s: counts continue after a graceful restart, and after two",
  async (group, limit, span) => {
    await use(group, limit - 1);
    wait(10);
    await restart();
    await restart();
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: span - 10 });
    expect(await use(group, 1)).toMatchObject({ allowed: false, retryAfterSeconds: span - 10 });
    wait(span - 10);
    await restart();
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: limit - 1 });
  },
);

test("after a crash an open minute is exhausted until it ends, for its account and group", async () => {
  await use("search", 1);
  wait(20);
  await crashAndStart();
  expect(await use("search", 1)).toMatchObject({ allowed: false, retryAfterSeconds: 40 });
  expect((await limits.consume("search", "bob"))?.allowed).toBe(true);
  expect((await use("analysis", 1)).allowed).toBe(true);
  wait(40);
  expect(await use("search", 1)).toMatchObject({ allowed: true, remaining: 29 });
});

test("counts taken over by a run that crashed are exhausted too", async () => {
  await use("me", 1);
  await restart();
  await crashAndStart();
  expect((await use("me", 1)).allowed).toBe(false);
});

test("a graceful restart after a crash keeps the minute exhausted", async () => {
  await use("me", 1);
  await crashAndStart();
  await restart();
  expect((await use("me", 1)).allowed).toBe(false);
});

test("a minute that ended before the crash counts against no account", async () => {
  await use("search", 30);
  wait(60);
  await crashAndStart();
  expect(await use("search", 1)).toMatchObject({ allowed: true, remaining: 29 });
});

test.each(groups)(
  "%s: a clock set back blocks no account for longer than one window, across a restart too",
  async (group, limit, span) => {
    await use(group, limit + 2);
    wait(-86_400);
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: limit - 1, resetSeconds: span });
    expect(await use(group, limit)).toMatchObject({ allowed: false, retryAfterSeconds: span });
    wait(-86_400);
    await restart();
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: limit - 1 });
    await crashAndStart();
    expect((await use(group, limit)).allowed).toBe(false);
    wait(-86_400);
    expect(await use(group, 1)).toMatchObject({ allowed: true, resetSeconds: span });
    wait(86_400);
    expect(await use(group, 1)).toMatchObject({ allowed: true, remaining: limit - 1 });
  },
);

test("after a crash the hour continues with its count", async () => {
  await use("feedback", 4);
  wait(600);
  await crashAndStart();
  expect(await use("feedback", 1)).toMatchObject({ allowed: true, remaining: 5, resetSeconds: 3000 });
});

test("a limit raised by configuration applies to the current minute", async () => {
  await use("analysis", 11);
  await restart({ analysis: 20 });
  expect(await use("analysis", 1)).toMatchObject({ allowed: true, limit: 20 });
});

test("simultaneous requests are all counted", async () => {
  for (const group of ["search", "feedback"] as const) {
    const limit = usual[group];
    const results = await Promise.all(Array.from({ length: limit + 7 }, () => limits.consume(group, "ada")));
    expect(results.filter((result) => result?.allowed)).toHaveLength(limit);
  }
});

test("concurrency slots are per account, as many as configured", async () => {
  await restart({ concurrency: 1, concurrencyWait: 0 });
  const { signal } = new AbortController();
  expect(await limits.acquire("ada", signal)).not.toBeNull();
  expect(await limits.acquire("ada", signal)).toBeNull();
  expect(await limits.acquire("bob", signal)).not.toBeNull();
  await restart({ concurrency: 1, concurrencyWait: 20 });
  const release = await limits.acquire("ada", signal);
  const waiting = limits.acquire("ada", signal);
  release!();
  expect(await waiting).not.toBeNull();
});

test("bad tokens are counted per address, across a graceful restart too, and no address is stored in plain text", async () => {
  for (let i = 0; i < 30; i++) expect((await limits.badToken("192.0.2.7")).allowed).toBe(true);
  expect(await limits.badToken("192.0.2.7")).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
  expect((await limits.badToken("192.0.2.8")).allowed).toBe(true);
  await restart();
  expect((await limits.badToken("192.0.2.7")).allowed).toBe(false);
  const { rows } = await sql`select * from limit_window`.execute(db);
  expect(JSON.stringify(rows)).not.toContain("192.0.2");
  wait(60);
  expect((await limits.badToken("192.0.2.7")).allowed).toBe(true);
  for (let i = 0; i < 30; i++) await limits.badToken(`2001:db8::${i}`);
  expect((await limits.badToken("2001:db8::ffff:ffff:ffff:ffff")).allowed).toBe(false);
  expect((await limits.badToken("2001:db8:0:1::1")).allowed).toBe(true);
});

test("while nothing can be stored, minutes are counted in memory and hours are refused; both recover afterwards", async () => {
  await sql`alter table limit_window rename to away`.execute(db);
  await sql`alter table limit_counter rename to away_too`.execute(db);
  expect(await use("search", 30)).toMatchObject({ allowed: true, remaining: 0 });
  expect((await use("search", 1)).allowed).toBe(false);
  expect(problems.splice(0)).toMatchObject([{ message: expect.stringContaining("limit_window") }]);
  await expect(limits.consume("feedback", "ada")).rejects.toThrow("limit_counter");
  await sql`alter table away rename to limit_window`.execute(db);
  await sql`alter table away_too rename to limit_counter`.execute(db);
  expect(await limits.consume("feedback", "ada")).toMatchObject({ remaining: 9 });
  await restart();
  expect((await use("search", 1)).allowed).toBe(false);
});

test("while another process holds the write lock, minutes are counted, and hours wait for it", async () => {
  const other = await openAccountTables(path);
  const hour = await other.transaction().execute(async () => {
    const pending = limits.consume("feedback", "ada");
    expect(await use("search", 31)).toMatchObject({ allowed: false });
    return { pending };
  });
  expect(await hour.pending).toMatchObject({ allowed: true, remaining: 9 });
  await other.destroy();
});

test("accounts and limits share one file and close together", async () => {
  const both = await openServerAccounts({
    database: join(folder, "b.db"),
    service: "acme",
    limits: { settings: usual, onProblem: () => {} },
    signIn: {
      secret: "a secret of the tests, long enough to pass",
      origin: () => "http://127.0.0.1",
      oidc: null,
      http: createHttpClient(),
      signUpDomains: [],
      onProblem: (error) => {
        throw error;
      },
    },
  });
  const { accountId } = await both.accounts.addMember("ada@example.org");
  // A transaction in progress does not block a counter.
  const [, result] = await Promise.all([
    both.accounts.issueToken({ email: "ada@example.org" }),
    both.limits.consume("feedback", accountId),
  ]);
  expect(result?.allowed).toBe(true);
  await both.close();
  await expect(both.accounts.authenticate("x")).resolves.toBeNull();
  await expect(both.limits.consume("feedback", accountId)).rejects.toThrow();
});
