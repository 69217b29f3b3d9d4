import { setTimeout as sleep } from "node:timers/promises";
import { RequestFailure } from "./failure.ts";

export interface RetryOptions {
  /** Maximum number of attempts, at least 1. */
  attempts: number;
  firstDelayMs: number;
  /** Of a delay, also where Retry-After is longer. */
  longestDelayMs: number;
  /** Fails instead of waiting beyond this time, in milliseconds since 1970. */
  deadline?: number;
  signal?: AbortSignal;
}

/**
 * Retries while the failure is `unavailable`, with exponential backoff (factor 2) and jitter between half of the delay
 * and all of it, so that clients refused together do not retry together; not before Retry-After, unless that is later
 * than `longestDelayMs`.
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
