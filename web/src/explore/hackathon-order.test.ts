import { expect, it } from "vitest";
import { newestFirst } from "./hackathon-order.ts";

it("lists dated hackathons newest first, then the others by projects and name", () => {
  const hackathons = [
    { name: "Zeta", startDate: "", projectCount: 4 },
    { name: "Old", startDate: "2022-05-01", projectCount: 1 },
    { name: "Alpha", startDate: "", projectCount: 4 },
    { name: "Many", startDate: "", projectCount: 90 },
    { name: "New", startDate: "2024-01-01", projectCount: 2 },
    { name: "Also new", startDate: "2024-01-01", projectCount: 1 },
  ];
  expect(newestFirst(hackathons).map(({ name }) => name)).toEqual([
    "Also new",
    "New",
    "Old",
    "Many",
    "Alpha",
    "Zeta",
  ]);
});
