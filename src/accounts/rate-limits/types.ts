/** The rate limits as their callers see them. */

/** Operations that share one counter. */
export type RateLimitGroup = "search" | "analysis" | "me" | "suggestions" | "feedback";

/** The state of a counter after one request. All spans are whole seconds. */
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  /** Requests left in this window; 0 when refused. */
  remaining: number;
  windowSeconds: number;
  /** Until the window ends; at least 1. */
  resetSeconds: number;
  /** A single client that waits this long is allowed again; 0 when allowed, else at least 1. */
  retryAfterSeconds: number;
}

/** Releases a slot when its work has ended. Idempotent. */
export type Release = () => void;

/** The limits of an account. */
export interface AccountLimits {
  /** Counts one request; null when this limit is off. Throws when an hourly counter cannot be stored. */
  consume(group: RateLimitGroup, accountId: string): Promise<RateLimitResult | null>;
  /**
   * Takes one of the account's slots, waiting in a queue while all are taken. Null: the queue is full, the wait timed
   * out, or `signal` was aborted.
   */
  acquire(accountId: string, signal: AbortSignal): Promise<Release | null>;
}

/** Limits of requests with a token. */
export interface RateLimits extends AccountLimits {
  /** Counts one bad token from this client address. */
  badToken(address: string): Promise<RateLimitResult>;
}
