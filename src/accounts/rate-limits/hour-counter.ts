import { setImmediate as nextTurn } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { RateLimiterSQLite } from "rate-limiter-flexible";
import type { AccountsDb } from "../tables.ts";
import { consumeOne } from "./rate-limit-result.ts";
import type { RateLimitResult } from "./types.ts";

const WINDOW_SECONDS = 3600;

const PRUNE_EVERY_MS = 600_000;
/** Rows per statement, so that none blocks the event loop for more than a few milliseconds. */
const PRUNE_ROWS = 500;

/** Removes the hours that have ended, in batches, until `signal` is aborted. */
async function pruneHours(db: AccountsDb, signal: AbortSignal): Promise<void> {
  const ended = db
    .selectFrom("limit_counter")
    .select("key")
    .where("expire", "<=", Date.now())
    .limit(PRUNE_ROWS);
  let removed = PRUNE_ROWS;
  while (removed === PRUNE_ROWS && !signal.aborted) {
    const { numDeletedRows } = await db
      .deleteFrom("limit_counter")
      .where("key", "in", ended)
      .executeTakeFirst();
    removed = Number(numDeletedRows);
    await nextTurn();
  }
}

/**
 * Removes the hours that have ended: now, and every ten minutes until the returned function is called, which resolves
 * after the batch being removed. A failed attempt is left to the next one.
 */
export async function keepHoursPruned(db: AccountsDb): Promise<() => Promise<void>> {
  const closing = new AbortController();
  await pruneHours(db, closing.signal);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = pruneHours(db, closing.signal).catch(() => {});
  }, PRUNE_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    closing.abort();
    return running;
  };
}

/** Requests per hour and key, counted in the file before the response: the count survives a crash. */
export class HourCounter {
  readonly #name: string;
  readonly #db: AccountsDb;
  readonly #limit: number;
  readonly #limiter: RateLimiterSQLite;

  constructor(options: { name: string; limit: number; db: AccountsDb }) {
    this.#name = options.name;
    this.#db = options.db;
    this.#limit = options.limit;
    this.#limiter = new RateLimiterSQLite({
      storeClient: betterSqliteLike(options.db),
      storeType: "better-sqlite3",
      tableName: "limit_counter",
      tableCreated: true,
      keyPrefix: options.name,
      points: options.limit,
      duration: WINDOW_SECONDS,
      // Once refused, further refusals are answered from memory, without a write.
      inMemoryBlockOnConsumed: options.limit + 1,
    });
  }

  async consume(key: string): Promise<RateLimitResult> {
    const rule = { limit: this.#limit, windowSeconds: WINDOW_SECONDS };
    const counter = { consume: () => this.#limiter.consume(key), forget: () => this.forget(key) };
    return (await consumeOne(rule, counter)).result;
  }

  /** Ends the key's window. */
  async forget(key: string): Promise<void> {
    this.#limiter.deleteInMemoryBlockedAll();
    await this.#db.deleteFrom("limit_counter").where("key", "=", `${this.#name}:${key}`).execute();
  }
}

/**
 * The part of better-sqlite3 that the library's SQLite store calls, implemented with Kysely so that its writes are
 * serialized with all others on the connection. Its only statement is an upsert, a transaction by itself.
 */
function betterSqliteLike(db: AccountsDb): unknown {
  return {
    prepare: (sql: string) => ({
      get: async (...parameters: unknown[]) =>
        (await db.executeQuery(CompiledQuery.raw(sql, parameters))).rows[0],
    }),
    transaction: (work: () => unknown) => work,
  };
}
