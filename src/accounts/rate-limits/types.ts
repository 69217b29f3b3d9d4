/** What callers of the rate limits see. */
/** Operations that share one counter. */
export type RateLimitGroup = "search" | "analysis" | "me" | "suggestions" | "feedback";

/** What a counter says after one request. All spans are whole seconds. */
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  /** Requests left in this window; 0 when refused. */
  remaining: number;
  windowSeconds: number;
  /** Until the window ends; at least 1. */
  resetSeconds: number;
  /** A lone client that waits this long and asks again is let in; 0 when allowed, else at least 1. */
  retryAfterSeconds: number;
}

export interface RateLimits {
  /** Counts one request; null when this limit is off. Throws when the limiter cannot answer. */
  consume(group: RateLimitGroup, accountId: string): Promise<RateLimitResult | null>;
  /** Takes one of the account's in-flight places; null when all are taken. The returned function gives it back (idempotent). */
  enter(accountId: string): (() => void) | null;
  /** Counts one bad token from this client address. Throws when the limiter cannot answer. */
  badToken(address: string): Promise<RateLimitResult>;
}
