import { RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimitResult } from "./types.ts";

/** What a limiter holds one key to: so many points in so many seconds. */
export interface RateLimitRule {
  limit: number;
  windowSeconds: number;
}

/**
 * Takes one point and tells the outcome either way; anything but an allowance or a refusal (the store failed)
 * is thrown on. A window starts with its first request and ends `windowSeconds` later, whatever was refused
 * meanwhile: whoever waits until it ends finds a new one. Seconds are rounded up, so waiting them is enough. A window
 * that would last longer than any can (the clock was set back) is forgotten, and a new one begins.
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
