import { describe, expect, it } from "vitest";
import { type CompareRow, compareRequestSchema } from "../../../../src/contract/api/analysis.ts";
import { parseSearch, stringifySearch } from "../../router/search-params.ts";
import { cohortName, compareRequest, ordered, readComparison, writeComparison } from "./state.ts";

describe("the address of a comparison", () => {
  it("holds both cohorts, and gives them back", () => {
    const comparison = {
      a: { winnersOnly: true as const, clusterKeys: ["v1-c2"] },
      b: { clusterKeys: ["v1-c2"] },
      dimensions: ["tracks" as const],
      sort: "common" as const,
    };
    const read = readComparison(parseSearch(stringifySearch(writeComparison(comparison))));
    expect(read).toEqual(comparison);
    expect(compareRequestSchema.parse(compareRequest(read))).toMatchObject({
      cohortA: { winnersOnly: true },
      cohortB: { clusterKeys: ["v1-c2"] },
    });
  });

  it("compares winners with all projects at first, and everything with everything on request", () => {
    expect(readComparison({})).toMatchObject({ a: { winnersOnly: true }, b: {} });
    const everything = { ...readComparison({}), a: {}, b: {} };
    expect(readComparison(parseSearch(stringifySearch(writeComparison(everything))))).toEqual(everything);
  });
});

it("orders rows by the difference of shares, or as the service does", () => {
  const row = (key: string, delta: number, countA = 3) =>
    ({ key, delta, countA, shareA: 0.5 + delta, countB: 9, shareB: 0.5 }) as CompareRow;
  const rows = [row("a", 0.1), row("b", -0.4), row("c", 0.2), row("one project", 0.5, 1)];
  expect(ordered(rows, "difference").map(({ key }) => key)).toEqual(["b", "c", "a", "one project"]);
  expect(ordered(rows, "common").map(({ key }) => key)).toEqual(["a", "b", "c", "one project"]);
});

it("names cohorts in a few words", () => {
  const names = { hackathons: [{ slug: "s", name: "Spring 2024" }], clusters: [] };
  expect(cohortName({}, names)).toBe("all projects");
  expect(cohortName({ winnersOnly: true, hackathons: ["s"] }, names)).toBe("winners, Spring 2024");
  expect(cohortName({ hackathons: ["s", "t"], clusterKeys: ["v1-c9"], acceleratorOnly: true }, names)).toBe(
    "2 hackathons, v1-c9, in an accelerator",
  );
});
