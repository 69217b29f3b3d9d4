import type { SignedIn } from "../../accounts/sign-in/types.ts";
import { ApiError } from "../../contract/api/errors.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import type { ConsolePorts } from "./ports.ts";

/** Counts a search that the console runs for the member, as if the page had sent it. Throws ApiError. */
export async function countPageSearch(
  { pageLimits }: Pick<ConsolePorts, "pageLimits">,
  { memberId }: SignedIn,
): Promise<void> {
  const result = await pageLimits.consume("search", memberId);
  if (result === null || result.allowed) return;
  throw new ApiError(
    "RATE_LIMITED",
    `At most ${result.limit} searches per ${result.windowSeconds} s; wait ${result.retryAfterSeconds} s, then retry`,
    { headers: rateLimitHeaders("search", result) },
  );
}
