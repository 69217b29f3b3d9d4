/** By how much the clocks of servers may differ, or be set back, in milliseconds: without effect on limits and leases. */
export const CLOCK_SKEW_MS = 5_000;
