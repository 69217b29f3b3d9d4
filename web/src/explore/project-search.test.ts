import { describe, expect, it } from "vitest";
import { searchProjectsRequestSchema } from "../../../src/contract/api/search-projects.ts";
import { parseSearch, stringifySearch } from "../router/search-params.ts";
import {
  chosenFilters,
  type ProjectSearch,
  readProjectSearch,
  requestOf,
  toggled,
  withField,
  withoutFilters,
} from "./project-search.ts";

const everything: ProjectSearch = {
  query: "wallet, for farmers",
  hackathons: ["a", "b"],
  trackKeys: ["a/defi"],
  categoryKeys: ["gaming"],
  includeSecondaryCategories: true,
  winnersOnly: true,
  acceleratorOnly: true,
  acceleratorBatchKeys: ["accelerator/one"],
  prizePlacements: ["1", "2"],
  prizeTypes: ["PLACEMENT_PRIZE"],
  isUniversityProject: true,
  isSolanaMobile: true,
  techStack: ["Node.js, Express", "react"],
  primitives: ["amm"],
  problemTags: ["high fees"],
  solutionTags: ["swap"],
  targetUsers: ["traders"],
  clusterKeys: ["v1-c2"],
  "builtWith.languages": ["rust", "c++"],
  "builtWith.standards": ["erc-20"],
  diversify: true,
  offset: 40,
};

const through = (search: ProjectSearch) => readProjectSearch(parseSearch(stringifySearch({ ...search })));

describe("a project search", () => {
  it("survives its address, whole", () => {
    expect(through(everything)).toEqual(everything);
    expect(through({})).toEqual({});
  });

  it("becomes a request that the API accepts, with every filter in its place", () => {
    const request = searchProjectsRequestSchema.parse(requestOf(everything));
    expect(request).toMatchObject({
      query: "wallet, for farmers",
      hackathons: ["a", "b"],
      offset: 40,
      limit: 20,
      diversify: true,
      filters: {
        prizePlacements: [1, 2],
        techStack: ["Node.js, Express", "react"],
        builtWith: { languages: ["rust", "c++"], standards: ["erc-20"] },
        winnersOnly: true,
      },
    });
    expect(Object.keys(request.filters!)).toHaveLength(16);
    expect(searchProjectsRequestSchema.safeParse(requestOf({})).success).toBe(true);
    expect(requestOf({})).not.toHaveProperty("filters");
  });

  it("leaves out what is no value of a field", () => {
    const raw = parseSearch("?offset=-5&winnersOnly=maybe&hackathons=&other=1&prizePlacements=1,first");
    const search = readProjectSearch(raw);
    expect(search).toEqual({ prizePlacements: ["1", "first"] });
    expect(requestOf(search).filters).toEqual({ prizePlacements: [1] });
    expect(readProjectSearch({ isChainMobile: "true" })).toEqual({ isSolanaMobile: true });
  });

  it("leaves out what the API refuses: long lists, labels beside tracks", () => {
    const keys = Array.from({ length: 12 }, (_, at) => `k${at}`);
    const raw = {
      hackathons: keys,
      techStack: keys,
      prizePlacements: ["1"],
      trackKeys: "a/x",
      labelKeys: "label:a/y",
    };
    const search = readProjectSearch(raw);
    expect(search.labelKeys).toBeUndefined();
    expect([search.hackathons, search.techStack]).toEqual([keys.slice(0, 10), keys.slice(0, 10)]);
    expect(searchProjectsRequestSchema.safeParse(requestOf(search)).success).toBe(true);
  });

  it("starts at the first page when a filter changes", () => {
    const search: ProjectSearch = { query: "x", hackathons: ["a"], offset: 20 };
    expect(toggled(search, "hackathons", "b")).toEqual({ query: "x", hackathons: ["a", "b"] });
    expect(toggled(search, "hackathons", "a")).toEqual({ query: "x" });
    expect(withField(search, "winnersOnly", true)).toEqual({
      query: "x",
      hackathons: ["a"],
      winnersOnly: true,
    });
    expect(withoutFilters(everything)).toEqual({ query: everything.query, diversify: true });
  });

  it("lists each chosen filter once", () => {
    expect(chosenFilters({ hackathons: ["a", "b"], winnersOnly: true })).toEqual([
      { field: "hackathons", value: "a" },
      { field: "hackathons", value: "b" },
      { field: "winnersOnly", value: null },
    ]);
  });
});
