/** Errors and bounds of POST /search/projects; its results are tested in the files beside it. */
import { describe, expect, it } from "vitest";
import { demoProjects } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();

describeRefusals({ service, id: "searchProjects", valid: { json: { query: "medication", limit: 2 } } });

const strings = (count: number, make = (i: number) => `value ${i}`) =>
  Array.from({ length: count }, (_, i) => make(i));
const filter = (name: string, value: unknown) => ({ filters: { [name]: value } });
const tool = (value: unknown) => ({ filters: { builtWith: { languages: value } } });

/** Both sides of each bound: the accepted value, the refused value, and the field that the error names. */
const bounds: [field: string, accepted: object[], refused: object[]][] = [
  [
    "query",
    [
      { query: "" },
      { query: "x".repeat(500) },
      { query: "🦀".repeat(500) },
      { query: ` ${"x".repeat(500)} ` },
    ],
    [
      { query: "x".repeat(501) },
      { query: "🦀".repeat(501) },
      { query: null },
      { query: 1 },
      { query: ["x"] },
    ],
  ],
  [
    "hackathons",
    [{ hackathons: [] }, { hackathons: strings(10) }, { hackathons: ["x"] }],
    [{ hackathons: strings(11) }, { hackathons: [""] }, { hackathons: "commons-2024" }, { hackathons: [1] }],
  ],
  [
    "trackKeys",
    [{ trackKeys: [] }, { trackKeys: strings(10, (i) => `a-${i}/b`) }],
    [
      { trackKeys: strings(11, (i) => `a-${i}/b`) },
      { trackKeys: ["payments"] },
      { trackKeys: ["Meridian-2023/payments"] },
      { trackKeys: ["a/b/c"] },
      { trackKeys: ["label:a/b"] },
    ],
  ],
  [
    "labelKeys",
    [
      { labelKeys: [] },
      { labelKeys: strings(10, (i) => `label:a/b-${i}`) },
      { labelKeys: [], trackKeys: ["a/b"] },
    ],
    [
      { labelKeys: strings(11, (i) => `label:a/b-${i}`) },
      { labelKeys: ["a/b"] },
      { labelKeys: ["label:a"] },
      { labelKeys: ["label:a/b"], trackKeys: ["a/b"] },
    ],
  ],
  [
    "limit",
    [{ limit: 1 }, { limit: 25 }],
    [{ limit: 0 }, { limit: 26 }, { limit: 1.5 }, { limit: "5" }, { limit: null }],
  ],
  [
    "offset",
    [{ offset: 0 }, { offset: 1_000_000_000 }],
    [{ offset: -1 }, { offset: 0.5 }, { offset: "0" }, { offset: 1e30 }],
  ],
  [
    "diversify",
    [{ diversify: true }, { diversify: false }],
    [{ diversify: "true" }, { diversify: 1 }, { diversify: null }],
  ],
  ["includeFacets", [{ includeFacets: true }], [{ includeFacets: 1 }]],
  ["includeDiagnostics", [{ includeDiagnostics: true }], [{ includeDiagnostics: "yes" }]],
  [
    "facets",
    [{ facets: ["tracks"] }, { facets: ["tracks", "tracks"], includeFacets: true }],
    [{ facets: [] }, { facets: ["targetUsers"] }, { facets: "tracks" }, { facets: ["tracks", 1] }],
  ],
  [
    "facetTopK",
    [
      { facetTopK: 1 },
      { facetTopK: 20 },
      { facetTopK: 43, includeFacets: true },
      { facetTopK: 43, includeFacets: true, facets: ["tracks", "categories"] },
      { facetTopK: 20, includeFacets: true, facets: ["tracks"] },
    ],
    [
      { facetTopK: 0 },
      { facetTopK: 21 },
      { facetTopK: 44, includeFacets: true },
      { facetTopK: 21, includeFacets: true, facets: ["tracks"] },
      { facetTopK: 21, includeFacets: false, facets: ["categories"] },
      { facetTopK: 2.5 },
    ],
  ],
  ["filters", [{ filters: {} }], [{ filters: null }, { filters: [] }, { filters: "winnersOnly" }]],
  [
    "filters.categoryKeys",
    [
      filter("categoryKeys", ["stablecoin-rails"]),
      filter("categoryKeys", ["other-emerging", "insufficient-information"]),
      filter(
        "categoryKeys",
        strings(10, () => "gaming"),
      ),
    ],
    [
      filter("categoryKeys", []),
      filter(
        "categoryKeys",
        strings(11, () => "gaming"),
      ),
      filter("categoryKeys", ["no-such-category"]),
      filter("categoryKeys", ["Gaming"]),
      filter("categoryKeys", "gaming"),
    ],
  ],
  [
    "filters.includeSecondaryCategories",
    [filter("includeSecondaryCategories", true)],
    [filter("includeSecondaryCategories", "x")],
  ],
  [
    "filters.winnersOnly",
    [filter("winnersOnly", false)],
    [filter("winnersOnly", null), filter("winnersOnly", "true")],
  ],
  ["filters.acceleratorOnly", [filter("acceleratorOnly", false)], [filter("acceleratorOnly", 0)]],
  [
    "filters.acceleratorBatchKeys",
    [
      filter(
        "acceleratorBatchKeys",
        strings(10, (i) => `accelerator/c-${i}`),
      ),
    ],
    [
      filter(
        "acceleratorBatchKeys",
        strings(11, (i) => `accelerator/c-${i}`),
      ),
      filter("acceleratorBatchKeys", ["cohort-1"]),
      filter("acceleratorBatchKeys", ["accelerator/"]),
    ],
  ],
  [
    "filters.prizePlacements",
    [filter("prizePlacements", [1, 2, -3]), filter("prizePlacements", [])],
    [filter("prizePlacements", ["1"]), filter("prizePlacements", [1.5]), filter("prizePlacements", 1)],
  ],
  [
    "filters.prizeTypes",
    [filter("prizeTypes", strings(10))],
    [filter("prizeTypes", strings(11)), filter("prizeTypes", [null])],
  ],
  [
    "filters.isUniversityProject",
    [filter("isUniversityProject", true)],
    [filter("isUniversityProject", "no")],
  ],
  ["filters.isSolanaMobile", [filter("isSolanaMobile", false)], [filter("isSolanaMobile", 1)]],
  [
    "filters.isChainMobile",
    [filter("isChainMobile", true)],
    [filter("isChainMobile", 1), { filters: { isChainMobile: true, isSolanaMobile: true } }],
  ],
  ...["techStack", "primitives", "problemTags", "solutionTags", "targetUsers"].map(
    (name): [string, object[], object[]] => [
      `filters.${name}`,
      [filter(name, []), filter(name, strings(10)), filter(name, ["🦀 مرحبا 中文"])],
      [filter(name, strings(11)), filter(name, "rust"), filter(name, [7])],
    ],
  ),
  [
    "filters.clusterKeys",
    [
      filter(
        "clusterKeys",
        strings(10, (i) => `v1-c${i}`),
      ),
    ],
    [
      filter(
        "clusterKeys",
        strings(11, (i) => `v1-c${i}`),
      ),
      filter("clusterKeys", ["c1"]),
      filter("clusterKeys", ["v1-cx"]),
    ],
  ],
  [
    "filters.builtWith.languages",
    [tool(strings(20)), tool([]), tool(["x".repeat(100)]), tool([` ${"x".repeat(100)} `])],
    [tool(strings(21)), tool(["x".repeat(101)]), tool([""]), tool(["  "]), tool("rust"), tool([1])],
  ],
];

describe("bounds", () => {
  it.each(bounds)("of %s, on both sides", async (field, accepted, refused) => {
    for (const json of accepted) await service().searchProjects(json);
    for (const json of refused) {
      const refusal = await service().refusal("searchProjects", { json });
      expect([JSON.stringify(json), ...outcome(refusal)]).toEqual([
        JSON.stringify(json),
        400,
        "INVALID_QUERY",
      ]);
      expect(refusal.error).toContain(field);
    }
  });
});

describe("unknown fields", () => {
  const unknown: [object, string][] = [
    [{ quer: "x" }, "quer"],
    [{ Query: "x" }, "Query"],
    [{ filters: { winners: true } }, "filters.winners"],
    [{ filters: { hackathons: ["x"] } }, "filters.hackathons"],
    [{ filters: { builtWith: { language: ["rust"] } } }, "filters.builtWith.language"],
    [JSON.parse('{"__proto__": {"limit": 3}}'), "__proto__"],
    [JSON.parse('{"filters": {"constructor": 1}}'), "filters.constructor"],
  ];

  it.each(unknown)("are refused and named: %j", async (json, field) => {
    const refusal = await service().refusal("searchProjects", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(field);
  });

  it.each([
    [{ filter: {} }, 'filter: unknown field; did you mean "filters"?'],
    [{ include_facets: true }, 'include_facets: unknown field; did you mean "includeFacets"?'],
    [{ filters: { winnerOnly: true } }, 'filters.winnerOnly: unknown field; did you mean "winnersOnly"?'],
  ])("close to a known one are refused with its name: %j", async (json, message) => {
    const refusal = await service().refusal("searchProjects", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(message);
  });

  it("are ignored in the query string", async () => {
    await service().searchProjects({ limit: 1 }, { search: "limit=7&x=%zz&offset=oops" });
  });
});

describe("values that only the corpus can refuse", () => {
  it("tracks of a hackathon without tracks; unknown ones match nothing", async () => {
    const refusal = await service().refusal("searchProjects", {
      json: { trackKeys: ["commons-2024/health"] },
    });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain("commons-2024");
    for (const key of ["meridian-2023/no-such-track", "no-such-hackathon/payments"])
      expect(await service().searchProjects({ trackKeys: [key] })).toMatchObject({
        results: [],
        totalFound: 0,
      });
  });
});

describe("several simultaneous faults", () => {
  it("are all named", async () => {
    const { error } = await service().refusal("searchProjects", { json: { limit: 0, offset: -1, wrong: 1 } });
    for (const field of ["limit", "offset", "wrong"]) expect(error).toContain(field);
  });

  it("in great number get a short response", async () => {
    const json = Object.fromEntries(strings(5_000, (i) => `unknown-${i}`).map((name) => [name, 1]));
    const { error } = await service().refusal("searchProjects", { json });
    expect(error.length).toBeLessThan(1_000);
  });

  it("at great depth are not a server error", async () => {
    const depth = 100_000;
    const raw = `{"filters":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const headers = { "Content-Type": "application/json" };
    expect(outcome(await service().refusal("searchProjects", { raw, headers }))).toEqual([
      400,
      "INVALID_QUERY",
    ]);
  });
});

it("answers {} with the first ten of all projects", async () => {
  const { results, totalFound, hasMore, filtersApplied } = await service().searchProjects({});
  expect([results.length, totalFound, hasMore, filtersApplied]).toEqual([10, demoProjects.length, true, {}]);
});
