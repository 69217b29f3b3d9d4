import { expect, it } from "vitest";
import { hackathonsOf } from "./years.ts";

const event = (slug: string, startDate: string, projectCount = 1) => ({
  slug,
  name: slug,
  startDate,
  projectCount,
  winnerCount: 0,
});

it("names the events of a year that have projects, and those without a date", () => {
  const events = [
    event("a", "2024-02-01"),
    event("b", "2024-09-30", 0),
    event("c", "2025-01-01"),
    event("d", ""),
  ];
  expect(hackathonsOf(2024, events)).toEqual(["a"]);
  expect(hackathonsOf(2020, events)).toBeUndefined();
  expect(hackathonsOf(null, events)).toEqual(["d"]);
});

it("names ten, which one request may hold, and none of eleven", () => {
  const events = Array.from({ length: 11 }, (_, at) => event(`e${at}`, "2024-05-01"));
  expect(hackathonsOf(2024, events.slice(0, 10))).toHaveLength(10);
  expect(hackathonsOf(2024, events)).toBeUndefined();
});
