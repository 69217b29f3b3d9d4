import { CompiledQuery } from "kysely";
import { RateLimiterSQLite } from "rate-limiter-flexible";
import type { AccountsDb } from "../tables.ts";
import { consumeOne } from "./rate-limit-result.ts";
import type { RateLimitResult } from "./types.ts";

const WINDOW_SECONDS = 3600;

/** Requests per hour and key; every one is in the file before it is answered, so the count survives a crash. */
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
      // Once refused, further refusals need no write: hammering a full counter costs nobody else a disk sync.
      inMemoryBlockOnConsumed: options.limit + 1,
    });
  }

  async consume(key: string): Promise<RateLimitResult> {
    const rule = { limit: this.#limit, windowSeconds: WINDOW_SECONDS };
    const counter = { consume: () => this.#limiter.consume(key), forget: () => this.forget(key) };
    return (await consumeOne(rule, counter)).result;
  }

  /** The key's window ends now. */
  async forget(key: string): Promise<void> {
    this.#limiter.deleteInMemoryBlockedAll();
    await this.#db.deleteFrom("limit_counter").where("key", "=", `${this.#name}:${key}`).execute();
  }
}

/**
 * What the limiter's SQLite store calls of better-sqlite3, over Kysely, so that its writes take their turn with
 * all others of the connection. Its one statement is an upsert, a transaction by itself.
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
