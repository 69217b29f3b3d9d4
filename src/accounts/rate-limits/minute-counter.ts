import { RateLimiterMemory } from "rate-limiter-flexible";
import { consumeOne } from "./rate-limit-result.ts";
import type { RateLimitResult } from "./types.ts";

const WINDOW_SECONDS = 60;

/** The minute window of one key. */
export interface MinuteWindow {
  key: string;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Requests counted. */
  used: number;
}

export interface MinuteCounterOptions {
  limit: number;
  /** Called when a window opens, and awaited before the response to its first request. */
  onOpen?(key: string, endsAt: number): Promise<void>;
}

/** Requests per minute and key, counted in memory. */
export class MinuteCounter {
  readonly #options: MinuteCounterOptions;
  readonly #limiter: RateLimiterMemory;

  constructor(options: MinuteCounterOptions) {
    this.#options = options;
    this.#limiter = new RateLimiterMemory({ points: options.limit, duration: WINDOW_SECONDS });
  }

  async consume(key: string): Promise<RateLimitResult> {
    const rule = { limit: this.#options.limit, windowSeconds: WINDOW_SECONDS };
    const { result, outcome } = await consumeOne(rule, {
      consume: () => this.#limiter.consume(key),
      forget: () => this.#limiter.delete(key),
    });
    if (outcome.isFirstInDuration) await this.#options.onOpen?.(key, Date.now() + outcome.msBeforeNext);
    return result;
  }

  /** The windows that are still open. */
  windows(): MinuteWindow[] {
    const now = Date.now();
    return this.#limiter
      .dump()
      .storage.map(({ key, value, expiresAt }) => ({ key: String(key), endsAt: expiresAt!, used: value }))
      .filter(({ endsAt }) => endsAt > now);
  }

  /** Restores windows of an earlier run. `used` null: exhausted. */
  restore(windows: readonly { key: string; endsAt: number; used: number | null }[]): void {
    const storage = windows.map(({ key, endsAt, used }) => ({
      key,
      value: used ?? this.#options.limit,
      expiresAt: endsAt,
    }));
    this.#limiter.restore({ version: 1, storage });
  }
}
