/**
 * Validity of things that expire. The machine's clock may be set back: an expiry once observed is stored as an end,
 * and an issue date in the future is refused. So a wrong clock can end things early, but never revives what was
 * observed as expired.
 */
export const DAY_MS = 86_400_000;

/** How far two clocks, or one clock before and after a correction, may differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

export type Lifetime = "valid" | "expired" | "not yet";

/** All in milliseconds since 1970. */
export function lifetimeAt(now: number, span: { from: number; until: number }): Lifetime {
  if (span.until <= now) return "expired";
  return span.from > now + CLOCK_TOLERANCE_MS ? "not yet" : "valid";
}
