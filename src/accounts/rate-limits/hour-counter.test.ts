import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseAt } from "../../database/database-at.case.ts";
import { openAccountTables } from "../open-tables.ts";
import type { AccountsDb } from "../tables.ts";
import { keepPruned } from "./hour-counter.ts";

let folder: string;
let db: AccountsDb;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  folder = mkdtempSync(join(tmpdir(), "hours-"));
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
});

afterEach(async () => {
  vi.useRealTimers();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** Counters of `number` keys whose hour ends in `seconds`. */
async function counters(name: string, number: number, seconds: number): Promise<void> {
  const expire = Date.now() + seconds * 1_000;
  const values = Array.from({ length: number }, (_, i) => ({ key: `${name}:${i}`, points: 1, expire }));
  await db.insertInto("limit_counter").values(values).execute();
}

const names = async () => {
  const rows = await db.selectFrom("limit_counter").select("key").execute();
  return [...new Set(rows.map(({ key }) => key.split(":")[0]))].sort();
};

test("hours that have ended are removed immediately, and as time passes; open ones stay", async () => {
  await counters("ended", 3, 0);
  await counters("soon", 3, 500);
  await counters("later", 3, 3_600);
  const stop = await keepPruned(db, "limit_counter");
  expect(await names()).toEqual(["later", "soon"]);
  vi.advanceTimersByTime(600_000);
  await expect.poll(names).toEqual(["later"]);
  await stop();
});

test("are removed in batches of 500, and closing waits for the batch in progress only", async () => {
  const stop = await keepPruned(db, "limit_counter");
  const statements = vi.spyOn(db, "deleteFrom");
  await counters("ended", 1_200, 60);
  vi.advanceTimersByTime(600_000);
  await expect.poll(names).toEqual([]);
  expect(statements).toHaveBeenCalledTimes(3);
  await counters("ended", 1_200, 60);
  vi.advanceTimersByTime(600_000);
  await stop();
  expect(await db.selectFrom("limit_counter").select("key").execute()).toHaveLength(700);
  vi.advanceTimersByTime(600_000);
  expect(statements).toHaveBeenCalledTimes(4);
});

test("a failed attempt is left to the next one", async () => {
  const stop = await keepPruned(db, "limit_counter");
  await counters("ended", 1, 60);
  vi.spyOn(db, "deleteFrom").mockImplementationOnce(() => {
    throw new Error("the disk is full");
  });
  vi.advanceTimersByTime(600_000);
  expect(await names()).toEqual(["ended"]);
  vi.advanceTimersByTime(600_000);
  await expect.poll(names).toEqual([]);
  await stop();
});
