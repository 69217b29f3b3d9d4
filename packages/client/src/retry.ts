/** When a failed call is sent again. */
import { pause } from "./abort.ts";
import { isPriorArtError, type PriorArtError } from "./errors.ts";

export interface RetryRules {
  /** Tries after the first. */
  retries: number;
  /** Longest `Retry-After` in seconds that is waited for. */
  maxRetryAfter: number;
  /** Whether sending it twice does no harm. */
  idempotent: boolean;
  signal: AbortSignal;
}

const firstBackoffMs = 300;
const maxBackoffMs = 10_000;

/**
 * Milliseconds to wait before the next try, or null when there is none. A 429 and a 503 with `Retry-After` say that
 * nothing was done: any call is sent again after that time. After other failures that may pass, only idempotent calls
 * are, with exponential backoff.
 */
export function delayBefore(
  error: PriorArtError,
  failures: number,
  { maxRetryAfter, idempotent }: Pick<RetryRules, "maxRetryAfter" | "idempotent">,
): number | null {
  const { status, retryAfter, retryable, code } = error;
  const spread = Math.random();
  if (retryAfter !== null && (status === 429 || status === 503))
    // A little later, so that clients that were refused together do not return together.
    return retryAfter <= maxRetryAfter ? (retryAfter + spread / 4) * 1000 : null;
  if (!retryable || code === "TIMEOUT" || !(idempotent || status === 429)) return null;
  return Math.min(firstBackoffMs * 2 ** failures, maxBackoffMs) * (0.5 + spread / 2);
}

/** Runs `attempt` until it succeeds, or fails for good. */
export async function withRetries<T>(attempt: () => Promise<T>, rules: RetryRules): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const delay =
        failures < rules.retries && isPriorArtError(error) ? delayBefore(error, failures, rules) : null;
      if (delay === null) throw error;
      await pause(delay, rules.signal);
    }
  }
}
