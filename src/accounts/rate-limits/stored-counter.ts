import { sql } from "kysely";
import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import type { AccountsDb } from "../tables.ts";
import type { RateLimitResult } from "./types.ts";

/** Tables of counters; `limit_minute` is on PostgreSQL only. */
export type CounterTable = "limit_counter" | "limit_minute";

export interface StoredCounterOptions {
  /** First part of the keys. */
  name: string;
  limit: number;
  windowSeconds: number;
  db: AccountsDb;
  table: CounterTable;
  /**
   * The table is unlogged: a crash of PostgreSQL empties it. Windows are also recorded in a logged one when they open,
   * and one that is open there and has no count is used up.
   */
  isRecorded?: boolean;
}

/**
 * Requests per window and key, counted in the database by one statement each: exact over all processes. A window begins
 * with its first request and ends `windowSeconds` later, whatever is refused. One that ends later than any window
 * starting now can (the clock was set back) is discarded.
 */
export class StoredCounter {
  readonly #options: StoredCounterOptions;
  /** Ends of exhausted windows: further refusals are answered from memory, without a write. */
  readonly #exhausted = new Map<string, number>();

  constructor(options: StoredCounterOptions) {
    this.#options = options;
  }

  async consume(key: string): Promise<RateLimitResult> {
    const { limit } = this.#options;
    const known = this.#exhaustedUntil(key);
    if (known !== null) return this.#result({ used: limit + 1, endsAt: known });
    const counted = await this.#count(key);
    if (counted.used > limit) this.#exhausted.set(key, counted.endsAt);
    return this.#result(counted);
  }

  /** Ends the key's window. */
  async forget(key: string): Promise<void> {
    const { db, table, name } = this.#options;
    this.#exhausted.delete(key);
    await db.deleteFrom(table).where("key", "=", `${name}:${key}`).execute();
  }

  #exhaustedUntil(key: string): number | null {
    const endsAt = this.#exhausted.get(key);
    if (endsAt === undefined) return null;
    const left = endsAt - Date.now();
    if (left > 0 && left <= this.#longest()) return endsAt;
    // Rarely reached: the others are removed with it, so that clients which never return leave nothing.
    for (const [one, end] of this.#exhausted) if (end <= Date.now()) this.#exhausted.delete(one);
    this.#exhausted.delete(key);
    return null;
  }

  /** Milliseconds that a window may still last. */
  #longest(): number {
    return this.#options.windowSeconds * 1_000 + CLOCK_SKEW_MS;
  }

  async #count(id: string): Promise<{ used: number; endsAt: number }> {
    const { db, table, name, windowSeconds, isRecorded } = this.#options;
    const key = `${name}:${id}`;
    const now = Date.now();
    const opened = { points: 1, expire: now + windowSeconds * 1_000 };
    const { points, expire } = await db
      .insertInto(table)
      .values({ key, ...(isRecorded ? this.#unlessLost(key, { now, opened }) : opened) })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => {
          const open = eb.and([
            eb(`${table}.expire`, ">", now),
            eb(`${table}.expire`, "<=", now + this.#longest()),
          ]);
          return {
            points: eb
              .case()
              .when(open)
              .then(eb(`${table}.points`, "+", 1))
              .else(1)
              .end(),
            expire: eb
              .case()
              .when(open)
              .then(eb.ref(`${table}.expire`))
              .else(opened.expire)
              .end(),
          };
        }),
      )
      .returning(["points", "expire"])
      .executeTakeFirstOrThrow();
    if (isRecorded && points === 1) await this.#record(key, expire);
    return { used: points, endsAt: expire };
  }

  /** The row of a window that opens: used up when it was recorded as open before, so that its count was lost. */
  #unlessLost(key: string, { now, opened }: { now: number; opened: { points: number; expire: number } }) {
    const { db, limit } = this.#options;
    const recorded = db
      .selectFrom("limit_window")
      .select("ends_at")
      .where("key", "=", key)
      .where("ends_at", ">", now)
      .where("ends_at", "<=", now + this.#longest());
    return {
      points: sql<number>`case when exists ${recorded} then ${sql.lit(limit + 1)} else 1 end`,
      expire: sql<number>`coalesce(${recorded}, ${sql.lit(opened.expire)})`,
    };
  }

  /** Before the response to the first request of the window. */
  async #record(key: string, endsAt: number): Promise<void> {
    const window = { ends_at: endsAt, used: null };
    await this.#options.db
      .insertInto("limit_window")
      .values({ key, ...window })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(window))
      .execute();
  }

  /** Seconds are rounded up, so that waiting for them suffices. */
  #result({ used, endsAt }: { used: number; endsAt: number }): RateLimitResult {
    const { limit, windowSeconds } = this.#options;
    const left = Math.ceil((endsAt - Date.now()) / 1_000);
    const resetSeconds = Math.min(Math.max(1, left), windowSeconds);
    const allowed = used <= limit;
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - used),
      windowSeconds,
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : resetSeconds,
    };
  }
}

/** Requests per minute and key over all servers of a PostgreSQL database. `isRecorded`: they survive its crash. */
export function sharedMinuteCounter(
  db: AccountsDb,
  name: string,
  { limit, isRecorded = false }: { limit: number; isRecorded?: boolean },
): StoredCounter {
  return new StoredCounter({ name, limit, db, table: "limit_minute", windowSeconds: 60, isRecorded });
}
