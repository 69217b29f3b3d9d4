import { describe, expect, it } from "vitest";
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { distinctColours, groupsOf } from "./groups.ts";

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

  it("are different for the eight greatest, grey for all others", () => {
    const sizes = [3, 12, 5, 11, 4, 10, 9, 1, 8, 7, 2, 6];
    const many: LandscapeResponse = {
      ...map,
      cluster: sizes.flatMap((size, at) => Array.from({ length: size }, () => at)),
      clusters: {
        keys: sizes.map((size) => `v1-c${size}`),
        labels: sizes.map((size) => `Cluster ${size}`),
        x: sizes.map(() => 0.5),
        y: sizes.map(() => 0.5),
      },
    };
    const { groups } = groupsOf(many, "cluster");
    expect(groups.map(({ count }) => count)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(groups.slice(0, 8).map(({ colour }) => colour)).size).toBe(8);
    expect(groups.map(({ isPlain }) => isPlain)).toEqual(groups.map((_, at) => at >= 8));
    expect(new Set(groups.slice(8).map(({ colour }) => colour))).toEqual(new Set(["var(--series-none)"]));
  });

  it("belong to the groups that are shown alone, and the greatest keep theirs", () => {
    const keys = Array.from({ length: 12 }, (_, at) => `c${at}`);
    const colours = (...only: string[]) => distinctColours(keys, only);
    const usual = colours();
    const alone = colours("c2", "c11");
    expect(alone[2]).toBe(usual[2]);
    expect(usual.slice(0, 8)).toContain(alone[11]);
    expect(alone[11]).not.toBe(alone[2]);
    const all = colours(...keys);
    expect(new Set(all.filter((colour) => colour !== usual[11])).size).toBe(8);
  });
});
