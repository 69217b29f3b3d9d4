import { RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimitResult } from "./types.ts";

/** At most `limit` requests in `windowSeconds`. */
export interface RateLimitRule {
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one request with the library and resolves to the result, allowed or refused; throws when the store fails. A
 * window begins with its first request and ends `windowSeconds` later, regardless of refusals. Seconds are rounded
 * up, so that waiting for them suffices. A window that ends later than any window starting now can (the clock was set
 * back) is discarded, and a new one begins.
 */
export async function consumeOne(
  rule: RateLimitRule,
  counter: { consume(): Promise<RateLimiterRes>; forget(): Promise<unknown> },
): Promise<{ result: RateLimitResult; outcome: RateLimiterRes }> {
  const counted = await takePoint(rule, counter.consume);
  if (counted.outcome.msBeforeNext <= rule.windowSeconds * 1000) return counted;
  await counter.forget();
  return takePoint(rule, counter.consume);
}

async function takePoint(
  rule: RateLimitRule,
  consume: () => Promise<RateLimiterRes>,
): Promise<{ result: RateLimitResult; outcome: RateLimiterRes }> {
  try {
    const outcome = await consume();
    return { result: resultOf(rule, outcome, true), outcome };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { result: resultOf(rule, refusal, false), outcome: refusal };
  }
}

function resultOf(rule: RateLimitRule, outcome: RateLimiterRes, allowed: boolean): RateLimitResult {
  const resetSeconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
  return {
    allowed,
    limit: rule.limit,
    remaining: allowed ? outcome.remainingPoints : 0,
    windowSeconds: rule.windowSeconds,
    resetSeconds,
    retryAfterSeconds: allowed ? 0 : resetSeconds,
  };
}
