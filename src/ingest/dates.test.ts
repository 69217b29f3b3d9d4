import { expect, it } from "vitest";
import { toInstant, toUtc } from "./dates.ts";

it.each([
  ["2024-05-31", "2024-05-31", "2024-05-31T00:00:00.000Z"],
  ["2024-05-31T14:00", "2024-05-31T14:00Z", "2024-05-31T14:00:00.000Z"],
  ["2024-05-31T14:00:00Z", "2024-05-31T14:00:00Z", "2024-05-31T14:00:00.000Z"],
  ["2024-05-31T14:00+02:00", "2024-05-31T12:00:00.000Z", "2024-05-31T12:00:00.000Z"],
  ["2024-05-31T23:30:15-01:30", "2024-06-01T01:00:15.000Z", "2024-06-01T01:00:15.000Z"],
  [null, null, null],
  [undefined, null, null],
])("%s is %s in UTC, the instant %s", (date, utc, instant) => {
  expect([toUtc(date), toInstant(date)]).toEqual([utc, instant]);
});
