import { describe, expect, it } from "vitest";
import { parseRefresh, refreshSchema } from "./refresh.ts";

const from = Date.UTC(2026, 2, 4, 10, 30);
const next = (text: string) => {
  const time = parseRefresh(text)?.(from);
  return time === undefined || time === null ? time : new Date(time).toISOString();
};

describe("how often a source is read", () => {
  it.each([
    ["hourly", "2026-03-04T11:30:00.000Z"],
    ["daily", "2026-03-05T10:30:00.000Z"],
    ["weekly", "2026-03-11T10:30:00.000Z"],
    ["6h", "2026-03-04T16:30:00.000Z"],
    ["5m", "2026-03-04T10:35:00.000Z"],
    ["2d", "2026-03-06T10:30:00.000Z"],
    ["0 3 * * 1", "2026-03-09T03:00:00.000Z"],
    ["*/15 * * * *", "2026-03-04T10:45:00.000Z"],
    ["never", null],
  ])("%s: next at %s", (text, expected) => expect(next(text)).toBe(expected));

  it("may be a day that never comes", () => expect(next("0 0 30 2 *")).toBeNull());

  it.each([
    "",
    "4m",
    "0h",
    "6",
    "6x",
    "sometimes",
    "60 * * * *",
    "* * * *",
    "0 0 3 * * 1",
    "@daily",
    "a b c d e",
  ])("%j is refused with a message that shows the forms", (text) => {
    const result = refreshSchema.safeParse(text);
    expect(result.error?.issues[0]?.message).toMatch(/^must be never, hourly, daily/);
  });
});
