import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAccountTables } from "../open-tables.ts";
import type { AccountsDb } from "../tables.ts";
import { saveWindows, takeOverWindows, WindowRecorder } from "./window-store.ts";

let folder: string;
let path: string;
let db: AccountsDb;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "windows-"));
  path = join(folder, "accounts.db");
  db = await openAccountTables(path);
});

afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const later = () => Date.now() + 60_000;
const rows = () => db.selectFrom("limit_window").selectAll().orderBy("key").execute();

/** Runs `work` while another connection holds the write lock of the file. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const other = await openAccountTables(path);
  try {
    return await other.transaction().execute(work);
  } finally {
    await other.destroy();
  }
}

test("a window is in the file, without a count, once its record resolves", async () => {
  const recorder = new WindowRecorder(db, () => {});
  const endsAt = later();
  await recorder.record("search:ada", endsAt);
  expect(await rows()).toEqual([{ key: "search:ada", ends_at: endsAt, used: null }]);
});

test("windows that open together are written in one transaction", async () => {
  const transaction = vi.spyOn(db, "transaction");
  const recorder = new WindowRecorder(db, () => {});
  await Promise.all(Array.from({ length: 50 }, (_, i) => recorder.record(`search:${i}`, later())));
  expect(await rows()).toHaveLength(50);
  expect(transaction).toHaveBeenCalledTimes(1);
});

test("a locked file delays a request only briefly, and the window is recorded once the lock is released", async () => {
  const recorder = new WindowRecorder(db, () => {});
  await whileLocked(async () => {
    await recorder.record("search:ada", later());
    expect(await rows()).toEqual([]);
  });
  await expect.poll(async () => (await rows()).length).toBe(1);
  await recorder.close();
});

test("a request waits for a locked file for 100 ms at most", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const recorder = new WindowRecorder(db, () => {});
    await whileLocked(async () => {
      let waits = true;
      const recorded = recorder.record("search:ada", later()).then(() => {
        waits = false;
      });
      await vi.advanceTimersByTimeAsync(99);
      expect(waits).toBe(true);
      await vi.advanceTimersByTimeAsync(1);
      await recorded;
    });
    const closed = recorder.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

test("after a failure requests do not wait, and pending windows are written with their newest end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const problems: unknown[] = [];
    const recorder = new WindowRecorder(db, (error) => problems.push(error));
    await sql`alter table limit_window rename to away`.execute(db);
    await recorder.record("search:ada", 1);
    expect(problems).toHaveLength(1);
    // No fake time passes in between: neither call waits.
    const newest = later();
    await Promise.all([recorder.record("search:bob", newest), vi.advanceTimersByTimeAsync(0)]);
    await Promise.all([recorder.record("search:ada", newest), vi.advanceTimersByTimeAsync(0)]);
    await Promise.all([recorder.record("search:cy", newest), vi.advanceTimersByTimeAsync(0)]);
    // Only the first of several failures is reported.
    expect(problems).toHaveLength(1);
    await sql`alter table away rename to limit_window`.execute(db);
    expect(await rows()).toEqual([]);
    await expect
      .poll(rows, { timeout: 30_000 })
      .toEqual(
        ["search:ada", "search:bob", "search:cy"].map((key) => ({ key, ends_at: newest, used: null })),
      );
    await recorder.close();
  } finally {
    vi.useRealTimers();
  }
});

test("closing stops the retries of a recorder that cannot write", async () => {
  const recorder = new WindowRecorder(db, () => {});
  await sql`alter table limit_window rename to away`.execute(db);
  await recorder.record("search:ada", later());
  await recorder.close();
});

test("ended windows are removed, open ones are taken over and marked as open again", async () => {
  const endsAt = later();
  await saveWindows(db, [
    { key: "a", endsAt, used: 3 },
    { key: "b", endsAt, used: null },
    { key: "c", endsAt: Date.now(), used: 3 },
  ]);
  await saveWindows(db, []);
  expect(await takeOverWindows(db)).toEqual([
    { key: "a", endsAt, used: 3 },
    { key: "b", endsAt, used: null },
  ]);
  expect((await rows()).map(({ used }) => used)).toEqual([null, null]);
});
