import { describe, expect, it } from "vitest";
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { groupsOf, spacedColours } from "./groups.ts";

const map: LandscapeResponse = {
  revision: "r1",
  count: 4,
  total: 4,
  slugs: ["a", "b", "c", "d"],
  names: ["A", "B", "C", "D"],
  x: [0, 0.1, 0.9, 1],
  y: [0, 0.1, 0.9, 1],
  cluster: [1, 1, 0, -1],
  category: [0, -1, 1, 1],
  year: [2024, null, 2025, 2024],
  award: [0, 1, 2, 0],
  clusters: { keys: ["v1-c1", "v1-c2"], labels: ["Wallets", "Games"], x: [0.9, 0], y: [0.9, 0] },
  categories: [
    { key: "payments", label: "Payments" },
    { key: "gaming", label: "Gaming" },
  ],
};
const legend = (colouring: Parameters<typeof groupsOf>[1]) => {
  const { groups, of } = groupsOf(map, colouring);
  return {
    groups: groups.map(({ key, count }) => `${key} ${count}`),
    of: [...of].map((at) => groups[at]!.key),
  };
};

describe("the colours of the map", () => {
  it("group every project, by the greatest group first and those without one last", () => {
    expect(legend("cluster")).toEqual({
      groups: ["v1-c2 2", "v1-c1 1", "none 1"],
      of: ["v1-c2", "v1-c2", "v1-c1", "none"],
    });
    expect(legend("category").groups).toEqual(["gaming 2", "payments 1", "none 1"]);
  });

  it("keep the order of years and awards", () => {
    expect(legend("year")).toEqual({
      groups: ["2025 1", "2024 2", "none 1"],
      of: ["2024", "none", "2025", "2024"],
    });
    expect(legend("award")).toEqual({
      groups: ["winner 1", "honorable_mention 1", "none 2"],
      of: ["none", "winner", "honorable_mention", "none"],
    });
  });

  it("of an empty corpus are none", () => {
    const empty: LandscapeResponse = {
      ...map,
      count: 0,
      total: 0,
      cluster: [],
      category: [],
      year: [],
      award: [],
      clusters: { keys: [], labels: [], x: [], y: [] },
      categories: [],
    };
    expect(groupsOf(empty, "cluster").groups).toEqual([]);
    expect(groupsOf(empty, "year").groups).toEqual([]);
  });

  it("repeat as far apart as possible", () => {
    const places = Array.from({ length: 12 }, (_, at) => at / 12);
    const colours = spacedColours(places, places);
    expect(new Set(colours.slice(0, 8)).size).toBe(8);
    expect(colours[8]).toBe(colours[0]);
    expect(colours.some((colour, at) => colour === colours[at + 1])).toBe(false);
  });
});
