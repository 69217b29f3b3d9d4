import { expect, it } from "vitest";
import { hasFewDates, sharesOf } from "./trend.ts";

const dated = [
  { year: 2024, projects: 4, winners: 2 },
  { year: 2025, projects: 6, winners: 0 },
];
const undated = (projects: number) => ({ year: null, projects, winners: 3 });

it("is drawn where at least half of the projects have a date", () => {
  expect(sharesOf([...dated, undated(10)])).toEqual([0.5, 0]);
  expect(hasFewDates([...dated, undated(10)])).toBe(false);
  expect(sharesOf([...dated, undated(11)])).toEqual([]);
  expect(hasFewDates([...dated, undated(11)])).toBe(true);
  expect([hasFewDates([]), sharesOf([])]).toEqual([false, []]);
});
