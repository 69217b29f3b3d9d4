/** How long to wait before a request is repeated. */

/** A server that asks for a longer pause than this, in milliseconds, is not waited for. */
export const maxRetryAfterMs = 60_000;

const baseMs = 1_000;
const maxMs = 30_000;

/**
 * Exponential, half of it random so that clients do not return together. `retry`: 1 for the first; 0 ≤ `random` < 1.
 */
export function backoffMs(retry: number, random: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** (retry - 1));
  return full / 2 + (full / 2) * random;
}

/**
 * `Retry-After` in milliseconds: a number of seconds, or an HTTP date, which is relative to the server's own `Date`
 * because clocks differ. Null when absent or malformed.
 */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const until = httpDate(text);
  return until === null ? null : Math.max(0, until - (httpDate(headers.get("date") ?? "") ?? Date.now()));
}

function httpDate(text: string): number | null {
  const ms = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
