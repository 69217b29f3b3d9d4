import { describe, expect, it } from "vitest";
import { nextRead } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const started = Date.UTC(2026, 0, 1);
const startedAt = new Date(started).toISOString();
const pause = (
  refresh: string | undefined,
  change: { outcome?: "complete" | "failed" | "interrupted"; failures?: number; now?: number } = {},
) => {
  const { outcome = "complete", failures = 0, now = started } = change;
  const next = nextRead({ refresh, last: { startedAt, outcome }, failures }, now);
  return next === null ? null : (next - started) / minute;
};

describe("a source is due", () => {
  it("immediately when it was never read, unless it never is", () => {
    const never = { last: null, failures: 0 };
    expect(nextRead({ refresh: "6h", ...never }, 5)).toBe(5);
    expect(nextRead({ refresh: "never", ...never }, 5)).toBeNull();
  });

  it("an interval after the start of its last reading, by default a day", () => {
    expect([pause("6h"), pause("5m"), pause("weekly"), pause(undefined)]).toEqual([360, 5, 7 * 1_440, 1_440]);
  });

  it("at the time of its cron expression, in UTC", () => expect(pause("30 3 * * *")).toBe(210));

  it("not again when it is read only on request", () => {
    expect(pause("never")).toBeNull();
    expect(pause("never", { outcome: "failed", failures: 3 })).toBeNull();
  });

  it("after ever longer pauses while it fails, at most a day", () => {
    const pauses = [1, 2, 3, 4, 7, 8, 50].map((failures) => pause("weekly", { outcome: "failed", failures }));
    expect(pauses).toEqual([15, 30, 60, 120, 960, 1_440, 1_440]);
    expect(pause("5m", { outcome: "failed", failures: 3 })).toBe(60);
  });

  it("a minute after its reading was interrupted", () => {
    expect(pause("weekly", { outcome: "interrupted" })).toBe(1);
  });

  it("immediately when the clock was set back", () => {
    expect(pause("daily", { now: started - 48 * hour })).toBe(-48 * 60);
    expect(pause("never", { now: started - hour })).toBeNull();
  });
});
