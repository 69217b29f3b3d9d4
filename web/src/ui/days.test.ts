import { describe, expect, it } from "vitest";
import { countOf, formatDay, formatInstant, formatMonth } from "./days.ts";

describe("days and instants", () => {
  it("are in UTC in any time zone", () => {
    expect(formatDay("2026-03-05T23:59:59.000Z")).toBe("5 Mar 2026");
    expect(formatDay("2026-03-05T23:59:59.000-05:00")).toBe("6 Mar 2026");
    expect(formatDay("2026-03-05")).toBe("5 Mar 2026");
    expect(formatMonth("2026-03-31T23:59:59Z")).toBe("Mar 2026");
    expect(formatInstant("2026-03-05T09:04:00Z")).toBe("5 Mar 2026, 09:04 UTC");
  });

  it("are returned unchanged when invalid", () => {
    expect(formatDay("")).toBe("");
    expect(formatDay("soon")).toBe("soon");
  });

  it("are counted with the right plural", () => {
    expect([0, 1, 2, 1200].map((count) => countOf(count, "day"))).toEqual([
      "0 days",
      "1 day",
      "2 days",
      "1,200 days",
    ]);
    expect(countOf(1, "more is", "more are")).toBe("1 more is");
  });
});
