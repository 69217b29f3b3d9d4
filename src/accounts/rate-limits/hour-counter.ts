import { setImmediate as nextTurn } from "node:timers/promises";
import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import type { AccountsDb } from "../tables.ts";
import { type CounterTable, StoredCounter } from "./stored-counter.ts";

const WINDOW_SECONDS = 3600;

const PRUNE_EVERY_MS = 600_000;
/** Rows per statement, so that none blocks the event loop for more than a few milliseconds. */
const PRUNE_ROWS = 500;

/** Removes the windows of a table that have ended, in batches, until `signal` is aborted. */
async function prune(db: AccountsDb, table: CounterTable, signal: AbortSignal): Promise<void> {
  // Several servers share `limit_minute`: ended windows stay for a server whose clock is behind.
  const end = Date.now() - (table === "limit_minute" ? CLOCK_SKEW_MS : 0);
  const ended = db.selectFrom(table).select("key").where("expire", "<=", end).limit(PRUNE_ROWS);
  let removed = PRUNE_ROWS;
  while (removed === PRUNE_ROWS && !signal.aborted) {
    const { numDeletedRows } = await db.deleteFrom(table).where("key", "in", ended).executeTakeFirst();
    removed = Number(numDeletedRows);
    await nextTurn();
  }
}

/**
 * Removes the windows that have ended: now, and every ten minutes until the returned function is called, which resolves
 * after the batch being removed. A failed attempt is left to the next one.
 */
export async function keepPruned(db: AccountsDb, table: CounterTable): Promise<() => Promise<void>> {
  const closing = new AbortController();
  await prune(db, table, closing.signal);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = prune(db, table, closing.signal).catch(() => {});
  }, PRUNE_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    closing.abort();
    return running;
  };
}

/** Requests per hour and key, counted in the database before the response: the count survives a crash. */
export class HourCounter extends StoredCounter {
  constructor({ name, limit, db }: { name: string; limit: number; db: AccountsDb }) {
    super({ name, limit, db, table: "limit_counter", windowSeconds: WINDOW_SECONDS });
  }
}
