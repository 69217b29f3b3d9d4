/** Exponential backoff: 2 seconds, then three times as long each time, at most 2 hours. */
const FIRST_MS = 2_000;
const FACTOR = 3;
export const MAX_DELAY_MS = 2 * 3_600_000;

/** `failures` at least 1. `asked`: the receiver's Retry-After in milliseconds; it can only lengthen the delay. */
export function retryDelay(failures: number, asked = 0): number {
  return Math.min(MAX_DELAY_MS, Math.max(asked, FIRST_MS * FACTOR ** (failures - 1)));
}
