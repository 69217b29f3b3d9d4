import type { SignedIn } from "../../accounts/sign-in/types.ts";
import { ApiError } from "../../contract/api/errors.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import { limitsUnavailable, tooManyInFlight } from "../rate-limits.ts";
import type { ConsolePorts } from "./ports.ts";

/**
 * Runs a search of the console for the member as if the page had sent it: in one of the member's slots, and counted.
 * Throws ApiError.
 */
export async function asPageSearch<T>(
  { pageLimits, pageConcurrencyLimit }: Pick<ConsolePorts, "pageLimits" | "pageConcurrencyLimit">,
  { memberId }: SignedIn,
  search: () => Promise<T>,
): Promise<T> {
  const unavailable = (cause: unknown) => {
    throw limitsUnavailable(cause);
  };
  const release = await pageLimits.acquire(memberId, new AbortController().signal).catch(unavailable);
  if (release === null) throw tooManyInFlight(pageConcurrencyLimit);
  try {
    const result = await pageLimits.consume("search", memberId).catch(unavailable);
    if (result === null || result.allowed) return await search();
    throw new ApiError(
      "RATE_LIMITED",
      `At most ${result.limit} searches per ${result.windowSeconds} s; wait ${result.retryAfterSeconds} s, then retry`,
      { headers: rateLimitHeaders("search", result) },
    );
  } finally {
    release();
  }
}
