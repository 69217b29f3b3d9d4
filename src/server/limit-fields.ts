/** The IETF `RateLimit` and `RateLimit-Policy` response fields (draft-ietf-httpapi-ratelimit-headers-10). */
import type { LimitVerdict } from "../accounts/types.ts";

export function verdictFields(policy: string, verdict: LimitVerdict): Record<string, string> {
  return {
    "RateLimit-Policy": `"${policy}";q=${verdict.limit};w=${verdict.windowSeconds}`,
    RateLimit: `"${policy}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
    ...(!verdict.allowed && { "Retry-After": String(Math.max(1, verdict.retryAfterSeconds)) }),
  };
}

/** In-flight requests have no window; a place may come free at any moment. */
export function concurrencyFields(limit: number): Record<string, string> {
  return {
    "RateLimit-Policy": `"concurrency";q=${limit};qu="concurrent-requests"`,
    RateLimit: '"concurrency";r=0;t=1',
    "Retry-After": "1",
  };
}
