import { setTimeout as sleep } from "node:timers/promises";
import { RequestFailure } from "./failure.ts";

export interface RetryOptions {
  /** Tries in all, at least 1. */
  attempts: number;
  firstDelayMs: number;
  longestDelayMs: number;
  /** Gives up rather than wait beyond this time, in milliseconds since 1970. */
  deadline?: number;
  signal?: AbortSignal;
}

/**
 * Tries again while the failure is `unavailable`. Waits twice as long each time, between half of that and all of
 * it by chance, so that clients refused together do not come back together; never less than Retry-After asks.
 */
export async function withRetries<T>(options: RetryOptions, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.kind !== "unavailable") throw error;
      if (tries >= options.attempts) throw error;
      const delay = delayBefore(tries, error.retryAfterMs, options);
      if (options.deadline !== undefined && Date.now() + delay >= options.deadline) throw error;
      await sleep(delay, undefined, { signal: options.signal }).catch(() => options.signal!.throwIfAborted());
    }
  }
}

function delayBefore(tries: number, retryAfterMs: number, options: RetryOptions): number {
  const backOff = options.firstDelayMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  return Math.min(Math.max(backOff, retryAfterMs), options.longestDelayMs);
}
