import { expect, it } from "vitest";
import { heldHackathons, homeSearch } from "./state.ts";

const event = (slug: string, startDate: string, projectCount = 1) => ({
  slug,
  name: slug,
  startDate,
  projectCount,
  winnerCount: 0,
});

it("lists events with projects, the latest first, those without a date by size after them", () => {
  const events = [
    event("small", "", 2),
    event("old", "2023-01-05"),
    event("empty", "2025-06-01", 0),
    event("large", "", 9),
    event("unaffiliated", "", 40),
    event("new", "2025-03-01"),
  ];
  expect(heldHackathons(events).map(({ slug }) => slug)).toEqual(["new", "old", "large", "small"]);
});

it("reads only what it knows from the address", () => {
  expect(homeSearch({ hackathons: "all" })).toEqual({ hackathons: "all" });
  expect(homeSearch({ hackathons: "some", other: "1" })).toEqual({ hackathons: undefined });
});
