/** The IETF `RateLimit` and `RateLimit-Policy` response fields (draft-ietf-httpapi-ratelimit-headers-10). */
import type { RateLimitResult } from "../accounts/rate-limits/types.ts";

export function rateLimitHeaders(policy: string, result: RateLimitResult): Record<string, string> {
  return {
    "RateLimit-Policy": `"${policy}";q=${result.limit};w=${result.windowSeconds}`,
    RateLimit: `"${policy}";r=${result.remaining};t=${result.resetSeconds}`,
    ...(!result.allowed && { "Retry-After": String(Math.max(1, result.retryAfterSeconds)) }),
  };
}

/** In-flight requests have no window; a slot may be released at any moment. */
export function concurrencyHeaders(limit: number): Record<string, string> {
  return {
    "RateLimit-Policy": `"concurrency";q=${limit};qu="concurrent-requests"`,
    RateLimit: '"concurrency";r=0;t=1',
    "Retry-After": "1",
  };
}
