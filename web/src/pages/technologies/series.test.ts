import { expect, it } from "vitest";
import { hasFewDates } from "./series.ts";

const event = (startDate: string | null, projects = 3) => ({
  hackathon: { slug: "one", name: "One", startDate },
  projects,
  projectsWithRepositoryTags: 0,
  count: 1,
  share: 1 / 3,
});

it("events have no order in time when most of those with projects have no date", () => {
  expect(hasFewDates([event("2024-01-01"), event(null)])).toBe(false);
  expect(hasFewDates([event("2024-01-01"), event(null), event(null)])).toBe(true);
  expect(hasFewDates([event("2024-01-01"), event(null), event(null, 0)])).toBe(false);
  expect(hasFewDates([])).toBe(false);
});
