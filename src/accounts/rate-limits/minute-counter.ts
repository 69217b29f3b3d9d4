import { RateLimiterMemory } from "rate-limiter-flexible";
import type { AccountsDb } from "../tables.ts";
import { consumeOne } from "./rate-limit-result.ts";
import type { RateLimitResult } from "./types.ts";

const WINDOW_SECONDS = 60;

export interface MinuteCounterOptions {
  /** Names the counter in the file. */
  name: string;
  limit: number;
  db: AccountsDb;
  /** Write each window down when it opens, so that after a crash it counts as used up until it ends. */
  survivesCrash: boolean;
}

/**
 * Requests per minute and key. Counting is in memory: a synced write per request would cost more than the
 * request. The file learns of a window when it opens (one write per key and minute) and of its count when the
 * server closes in order. A window found without a count was open at a crash: it starts used up.
 */
export class MinuteCounter {
  readonly #options: MinuteCounterOptions;
  readonly #limiter: RateLimiterMemory;

  private constructor(options: MinuteCounterOptions) {
    this.#options = options;
    this.#limiter = new RateLimiterMemory({
      keyPrefix: options.name,
      points: options.limit,
      duration: WINDOW_SECONDS,
    });
  }

  /** A counter that goes on where the last run ended. */
  static async open(options: MinuteCounterOptions): Promise<MinuteCounter> {
    const counter = new MinuteCounter(options);
    await counter.#restore();
    return counter;
  }

  /** Counts one request. Throws, with nothing counted, when the window cannot be written down. */
  async consume(key: string): Promise<RateLimitResult> {
    const rule = { limit: this.#options.limit, windowSeconds: WINDOW_SECONDS };
    const { result, outcome } = await consumeOne(rule, {
      consume: () => this.#limiter.consume(key),
      forget: () => this.#limiter.delete(key),
    });
    if (this.#options.survivesCrash && outcome.isFirstInDuration) {
      try {
        await this.#save(key, Date.now() + outcome.msBeforeNext, null);
      } catch (error) {
        await this.#limiter.delete(key);
        throw error;
      }
    }
    return result;
  }

  /** Writes down the counts of the windows still open: the orderly end. */
  async close(): Promise<void> {
    const now = Date.now();
    for (const { key, value, expiresAt } of this.#limiter.dump().storage) {
      if (expiresAt !== null && expiresAt > now) await this.#save(String(key), expiresAt, value);
    }
  }

  async #restore(): Promise<void> {
    const { db, limit, name } = this.#options;
    const prefix = `${name}:`;
    // Marked as open again in the same step: should this run crash too, they count as used up.
    const rows = await db.transaction().execute(async (tx) => {
      const ours = await tx
        .selectFrom("limit_window")
        .selectAll()
        .where("key", ">=", prefix)
        .where("key", "<", `${name};`)
        .execute();
      await tx
        .updateTable("limit_window")
        .set({ used: null })
        .where("key", ">=", prefix)
        .where("key", "<", `${name};`)
        .execute();
      return ours;
    });
    this.#limiter.restore({
      version: 1,
      storage: rows.map((row) => ({
        key: row.key.slice(prefix.length),
        value: row.used ?? limit,
        expiresAt: row.ends_at,
      })),
    });
  }

  async #save(key: string, endsAt: number, used: number | null): Promise<void> {
    await this.#options.db
      .insertInto("limit_window")
      .values({ key: `${this.#options.name}:${key}`, ends_at: endsAt, used })
      .onConflict((oc) => oc.column("key").doUpdateSet({ ends_at: endsAt, used }))
      .execute();
  }
}
