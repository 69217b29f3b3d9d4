import { expect, it } from "vitest";
import type { FiltersResponse } from "../../../../src/contract/api/filters.ts";
import { valueName } from "./names.ts";
import { unknownValues } from "./unknown-values.ts";

const filters = {
  hackathons: [{ slug: "breakout", name: "Breakout", startDate: "", projectCount: 3, winnerCount: 1 }],
  tracks: [],
  labels: [],
  acceleratorBatches: [],
  clusters: [],
  prizePlacements: [1, 2],
  prizeTypes: ["PLACEMENT_PRIZE"],
} as unknown as FiltersResponse;
const vocabulary = { filters, categories: undefined };

it("names unknown values with the nearest known one", () => {
  const search = {
    hackathons: ["breakuot", "breakout"],
    prizePlacements: ["77777777"],
    techStack: ["anything"],
  };
  expect(unknownValues(search, vocabulary)).toEqual([
    { field: "hackathons", value: "breakuot", nearest: { key: "breakout", label: "Breakout" } },
    { field: "prizePlacements", value: "77777777", nearest: null },
  ]);
});

it("names nothing while the values are not known", () => {
  expect(unknownValues({ hackathons: ["x"] }, { filters: undefined, categories: undefined })).toEqual([]);
});

it("shows names instead of keys", () => {
  expect(valueName("hackathons", "breakout", vocabulary)).toBe("Breakout");
  expect(valueName("prizeTypes", "PLACEMENT_PRIZE", vocabulary)).toBe("Placement prize");
  expect(valueName("techStack", "rust", vocabulary)).toBe("rust");
  expect(
    [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map((place) =>
      valueName("prizePlacements", String(place), {
        filters: { ...filters, prizePlacements: [place] },
        categories: undefined,
      }),
    ),
  ).toEqual(
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"].map(
      (name) => `${name} place`,
    ),
  );
});
