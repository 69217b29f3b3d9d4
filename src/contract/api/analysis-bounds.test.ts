/** Both sides of every bound of the analysis operations, and the rules across several of their fields. */
import { describe, expect, it } from "vitest";
import {
  boolean,
  describeBounds,
  emoji,
  integer,
  keys,
  many,
  type RequestBounds,
  type Row,
  refusal,
  strings,
  text,
} from "./bounds.case.ts";
import { builtWithKinds } from "./built-with.ts";
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

const cohortRows = (cohort: string): Row[] => [
  [
    cohort,
    [{}],
    [
      [null, `${cohort}: must be an object, got null`],
      [[], `${cohort}: must be an object, got an array`],
      ["all", `${cohort}: must be an object, got a string`],
    ],
  ],
  strings(`${cohort}.hackathons`),
  [
    `${cohort}.hackathons`,
    [["x"], ["x", "x"]],
    [[["x", ""], `${cohort}.hackathons[1]: at least 1 characters, got 0`]],
  ],
  keys(`${cohort}.trackKeys`, "some-event/track-1", ["some-event", "Some/track", "a/b/c", "label:a/b", ""]),
  boolean(`${cohort}.winnersOnly`),
  boolean(`${cohort}.acceleratorOnly`),
  keys(`${cohort}.acceleratorBatchKeys`, "accelerator/batch-1", ["batch-1", "accelerator/", "accelerator/A"]),
  [
    `${cohort}.prizePlacements`,
    [[], [1], [-1, 0], [1, 1], many(10, (index) => index)],
    [
      [many(11, (index) => index), `${cohort}.prizePlacements: at most 10 items, got 11`],
      [[1, 1.5], `${cohort}.prizePlacements[1]: must be a whole number, got 1.5`],
      [["1"], `${cohort}.prizePlacements[0]: must be a number, got a string`],
      [[null], `${cohort}.prizePlacements[0]: must be a number, got null`],
      [1, `${cohort}.prizePlacements: must be an array, got 1`],
    ],
  ],
  keys(`${cohort}.clusterKeys`, "v1-c12", ["v1", "1-2", "v1-c", "V1-C1", "v1-c1 "]),
];

const categoryRows = (cohort: string): Row[] => [
  [
    `${cohort}.categoryKeys`,
    [["other-emerging"], ["insufficient-information"], ["a", "a"], many(10)],
    [
      [[], `${cohort}.categoryKeys: at least 1 items, got 0`],
      [many(11), `${cohort}.categoryKeys: at most 10 items, got 11`],
      [["Not A Key"], `${cohort}.categoryKeys[0]: must look like a category key`],
      [[""], `${cohort}.categoryKeys[0]: must look like a category key`],
      ["gaming", `${cohort}.categoryKeys: must be an array, got a string`],
    ],
  ],
  boolean(`${cohort}.includeSecondaryCategories`),
];

const compareDimensions = [
  "clusters",
  "tracks",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
  "targetUsers",
];

const dimensionsRow = (allowed: readonly string[], refused: string): Row => [
  "dimensions",
  [...allowed.map((dimension) => [dimension]), allowed, many(500, () => allowed[0])],
  [
    [undefined, "dimensions: is required"],
    [[], "dimensions: at least 1 items, got 0"],
    [[allowed[0], refused], `dimensions[1]: must be one of ${allowed[0]}, `],
    [[null], "dimensions[0]: must be one of"],
    [allowed[0], "dimensions: must be an array, got a string"],
    [null, "dimensions: must be an array, got null"],
  ],
];

const technologyRows: Row[] = [
  [
    "technology",
    [{ category: "chains", name: "x" }],
    [
      [undefined, "technology: is required"],
      ["rust", "technology: must be an object, got a string"],
      [null, "technology: must be an object, got null"],
    ],
  ],
  [
    "technology.category",
    [...builtWithKinds],
    [
      [undefined, "technology.category: is required, and must be one of languages, frameworks"],
      ["databases", "technology.category: must be one of languages, frameworks"],
      [null, "technology.category: must be one of"],
    ],
  ],
  [
    "technology.name",
    ["x", " x ", text(100), emoji(100), ` ${emoji(100)}\n`, "@scope/package"],
    [
      [undefined, "technology.name: is required"],
      ["", "technology.name: at least 1 characters, got 0"],
      [" \t\n", "technology.name: at least 1 characters, got 0"],
      [text(101), "technology.name: at most 100 characters, got 101"],
      [emoji(101), "technology.name: at most 100 characters, got 101"],
      [7, "technology.name: must be a string, got 7"],
    ],
  ],
];

const technologyCohortRows: Row[] = [
  [
    "cohort",
    [undefined, {}],
    [
      [null, "cohort: must be an object, got null"],
      [[], "cohort: must be an object, got an array"],
    ],
  ],
  [
    "cohort.hackathonSlugs",
    [["x"], ["a-1", "a-1"], many(20)],
    [
      [[], "cohort.hackathonSlugs: at least 1 items, got 0"],
      [many(21), "cohort.hackathonSlugs: at most 20 items, got 21"],
      [[""], "cohort.hackathonSlugs[0]: at least 1 characters, got 0"],
      [["x", "Some Event"], "cohort.hackathonSlugs[1]: must be lower-case letters, digits and hyphens"],
      [[3], "cohort.hackathonSlugs[0]: must be a string, got 3"],
      ["x", "cohort.hackathonSlugs: must be an array, got a string"],
    ],
  ],
  boolean("cohort.winnersOnly"),
  [
    "cohort.includeHonorableMentions",
    [false],
    [
      [true, "cohort.includeHonorableMentions: requires winnersOnly"],
      ["true", "cohort.includeHonorableMentions: must be true or false, got a string"],
      [null, "cohort.includeHonorableMentions: must be true or false, got null"],
    ],
  ],
  ...categoryRows("cohort"),
];

const technology = { category: "languages", name: "rust" };
const tables: RequestBounds[] = [
  {
    id: "analyze",
    part: "body",
    base: { cohort: {}, dimensions: ["clusters"] },
    rows: [
      ...cohortRows("cohort"),
      ["cohort", [], [[undefined, "cohort: is required"]]],
      ...categoryRows("cohort"),
      dimensionsRow(["categories", ...compareDimensions], "labels"),
      integer("topK", 1, 20),
      integer("samplePerBucket", 0, 5),
    ],
  },
  {
    id: "analyze",
    part: "body",
    base: { cohort: {}, dimensions: ["clusters", "categories"] },
    rows: [integer("topK", 1, 43)],
  },
  {
    id: "compare",
    part: "body",
    base: { cohortA: {}, cohortB: {}, dimensions: ["clusters"] },
    rows: [
      ...cohortRows("cohortA"),
      ...cohortRows("cohortB"),
      ["cohortA", [], [[undefined, "cohortA: is required"]]],
      ["cohortB", [], [[undefined, "cohortB: is required"]]],
      dimensionsRow(compareDimensions, "categories"),
      integer("topK", 1, 20),
    ],
  },
  {
    id: "getCluster",
    part: "params",
    base: {},
    rows: [
      [
        "key",
        ["v1-c1", "v0-c0", "v12-c345"],
        ["", "v1", "v1-c", "1-1", "V1-c1", "v1-c1 ", " v1-c1", "v1-c1\n", "v1-c-1", "v١-c١"].map((key) => [
          key,
          "key: must look like v<digits>-c<digits>",
        ]),
      ],
    ],
  },
  ...(["countTechnology", "trendTechnology"] as const).map(
    (id): RequestBounds => ({
      id,
      part: "body",
      base: { technology },
      rows: [...technologyRows, ...technologyCohortRows],
    }),
  ),
  {
    id: "findCoUsage",
    part: "body",
    base: { technology },
    rows: [...technologyRows, ...technologyCohortRows, integer("topK", 1, 50)],
  },
  {
    id: "listTopTechnologies",
    part: "body",
    base: {},
    rows: [
      ...technologyCohortRows,
      integer("topK", 1, 50),
      [
        "technologyCategory",
        [undefined, ...builtWithKinds],
        [
          ["databases", "technologyCategory: must be one of languages, frameworks"],
          [null, "technologyCategory: must be one of"],
          [["languages"], "technologyCategory: must be one of"],
        ],
      ],
    ],
  },
];

for (const requests of tables) describeBounds(requests);

const analyze = (body: unknown) => parseRequest(operations.analyze.request.body, body);

describe("unknown fields", () => {
  it.each([
    ["analyze", { cohort: {}, dimensions: ["clusters"], foo: 1 }, "foo"],
    ["analyze", { cohort: { foo: 1 }, dimensions: ["clusters"] }, "cohort.foo"],
    ["analyze", { cohort: { labelKeys: [] }, dimensions: ["clusters"] }, "cohort.labelKeys"],
    [
      "compare",
      { cohortA: {}, cohortB: {}, dimensions: ["clusters"], samplePerBucket: 1 },
      "samplePerBucket",
    ],
    [
      "compare",
      { cohortA: { categoryKeys: ["a"] }, cohortB: {}, dimensions: ["tracks"] },
      "cohortA.categoryKeys",
    ],
    ["compare", { cohortA: {}, cohortB: { foo: 1 }, dimensions: ["tracks"] }, "cohortB.foo"],
    ["countTechnology", { technology, topK: 5 }, "topK"],
    ["countTechnology", { technology: { ...technology, version: "1" } }, "technology.version"],
    ["trendTechnology", { technology, cohort: { hackathons: ["x"] } }, "cohort.hackathons"],
    ["findCoUsage", { technology, technologyCategory: "chains" }, "technologyCategory"],
    ["listTopTechnologies", { technology }, "technology"],
    ["listTopTechnologies", { cohort: { trackKeys: [] } }, "cohort.trackKeys"],
  ] as const)("are refused: %s %j", (id, body, field) => {
    expect(refusal(id, "body", body).message).toBe(`${field}: unknown field, remove it`);
  });

  it("are refused even when named __proto__", () => {
    const body = JSON.parse('{"cohort":{"__proto__":{}},"dimensions":["clusters"]}');
    expect(refusal("analyze", "body", body).message).toContain("cohort.__proto__: unknown field");
  });
});

describe("defaults", () => {
  it("of analyze", () => {
    expect(analyze({ cohort: {}, dimensions: ["clusters"] })).toEqual({
      cohort: { includeSecondaryCategories: false },
      dimensions: ["clusters"],
      topK: 10,
      samplePerBucket: 2,
    });
  });

  it("of compare", () => {
    const body = { cohortA: {}, cohortB: {}, dimensions: ["clusters"] };
    expect(parseRequest(operations.compare.request.body, body)).toEqual({ ...body, topK: 10 });
  });

  it("of the technology operations", () => {
    expect(parseRequest(operations.findCoUsage.request.body, { technology, cohort: {} })).toEqual({
      technology,
      cohort: { winnersOnly: false, includeHonorableMentions: false, includeSecondaryCategories: false },
      topK: 10,
    });
    expect(parseRequest(operations.listTopTechnologies.request.body, {})).toEqual({ topK: 10 });
  });
});

describe("lists", () => {
  it("are deduplicated, and empty ones are not a filter", () => {
    const body = {
      cohort: { hackathons: ["a", "a"], trackKeys: [], prizePlacements: [1, 2, 1], categoryKeys: ["b", "b"] },
      dimensions: ["tracks", "clusters", "tracks"],
    };
    const { cohort, dimensions } = analyze(body);
    expect(cohort).toMatchObject({ hackathons: ["a"], prizePlacements: [1, 2], categoryKeys: ["b"] });
    expect(cohort.trackKeys).toBeUndefined();
    expect(dimensions).toEqual(["tracks", "clusters"]);
  });
});

describe("43 buckets", () => {
  it("are allowed only with categories among the dimensions; the refusal says so", () => {
    const body = (topK: number, dimensions: string[]) => ({ cohort: {}, topK, dimensions });
    expect(analyze(body(43, ["categories"])).topK).toBe(43);
    expect(analyze(body(43, ["tracks", "categories"])).topK).toBe(43);
    expect(analyze(body(20, ["tracks"])).topK).toBe(20);
    expect(refusal("analyze", "body", body(44, ["categories"])).message).toBe("topK: at most 43, got 44");
    for (const topK of [21, 43])
      expect(refusal("analyze", "body", body(topK, ["tracks"])).message).toBe(
        `topK: at most 20, got ${topK}; up to 43 only when dimensions include categories`,
      );
  });
});

describe("honorable mentions", () => {
  it.each(["countTechnology", "trendTechnology", "findCoUsage", "listTopTechnologies"] as const)(
    "are included in %s only together with winnersOnly",
    (id) => {
      const body = (cohort: object) => (id === "listTopTechnologies" ? { cohort } : { technology, cohort });
      const schema = operations[id].request.body;
      const together = { winnersOnly: true, includeHonorableMentions: true };
      expect(parseRequest(schema, body(together)).cohort).toMatchObject(together);
      for (const alone of [{}, { winnersOnly: false }])
        expect(refusal(id, "body", body({ ...alone, includeHonorableMentions: true })).message).toBe(
          "cohort.includeHonorableMentions: requires winnersOnly: send winnersOnly true as well, or leave it out",
        );
    },
  );
});
