import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { editDistance } from "./near-miss.ts";
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

/** Computed by definition. */
function naiveDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return naiveDistance(x, y);
  return 1 + Math.min(naiveDistance(x, y), naiveDistance(a, y), naiveDistance(x, b));
}

describe("editDistance", () => {
  it("is the Levenshtein distance up to 2, and more than 2 for anything greater", () => {
    const word = fc.stringMatching(/^[abc]{0,6}$/);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(Math.min(editDistance(a, b), 3)).toBe(Math.min(naiveDistance(a, b), 3));
      }),
    );
  });
});

describe("an unknown field", () => {
  const refusal = (id: "searchProjects" | "analyze" | "countTechnology", body: unknown) => {
    try {
      parseRequest(operations[id].request.body, body);
    } catch (error) {
      return (error as ApiError).message;
    }
    return null;
  };

  it.each([
    ["filter", "filters"],
    ["fitlers", "filters"],
    ["Filters", "filters"],
    ["querry", "query"],
    ["hackathon", "hackathons"],
    ["includeFacet", "includeFacets"],
  ])("%s suggests %s", (key, meant) => {
    expect(refusal("searchProjects", { [key]: 1 })).toBe(`${key}: unknown field; did you mean "${meant}"?`);
  });

  it("within an object is compared with the fields of that object only", () => {
    expect(refusal("searchProjects", { filters: { winnerOnly: true } })).toBe(
      'filters.winnerOnly: unknown field; did you mean "winnersOnly"?',
    );
    expect(refusal("searchProjects", { filters: { querry: "x" } })).toBe(
      "filters.querry: unknown field, remove it",
    );
    expect(refusal("searchProjects", { filters: { builtWith: { chain: [] } } })).toBe(
      'filters.builtWith.chain: unknown field; did you mean "chains"?',
    );
    expect(
      refusal("countTechnology", {
        technology: { category: "chains", name: "x" },
        cohort: { winnerOnly: true },
      }),
    ).toBe('cohort.winnerOnly: unknown field; did you mean "winnersOnly"?');
  });

  it("without a near match is to be removed, at any length", () => {
    expect(refusal("searchProjects", { sort: 1 })).toBe("sort: unknown field, remove it");
    const long = refusal("searchProjects", { ["filters".repeat(1_000)]: 1 });
    expect(long).toMatch(/^(filters){8}filt…: unknown field, remove it$/);
  });

  it("gets the nearest of two candidates", () => {
    expect(refusal("analyze", { cohort: {}, dimensions: ["tracks"], topk: 3 })).toBe(
      'topk: unknown field; did you mean "topK"?',
    );
  });

  it("is explained at most five times; the rest are counted", () => {
    const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`filter${i}`, 1]));
    const message = refusal("searchProjects", body)!;
    expect(message.split("; ").filter((point) => point.includes("unknown field"))).toHaveLength(5);
    expect(message).toMatch(/; and 49995 more$/);
    expect(() => parseRequest(operations.searchProjects.request.body, body)).toThrow(ApiError);
  });
});
