/** Both sides of every bound of every request field, and the messages of refusals. */
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
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

const kinds = ["languages", "frameworks", "chains", "protocols", "services", "tooling", "standards"];

const table: RequestBounds[] = [
  {
    id: "searchProjects",
    part: "body",
    base: {},
    rows: [
      [
        "query",
        ["", text(500), emoji(500), ` ${text(500)}\n`],
        [
          [text(501), "query: at most 500 characters, got 501"],
          [emoji(501), "query: at most 500 characters, got 501"],
          [null, "query: must be a string, got null"],
          [5, "query: must be a string, got 5"],
        ],
      ],
      strings("hackathons"),
      ["hackathons", [["x"]], [[[""], "hackathons[0]: at least 1 characters, got 0"]]],
      keys("trackKeys", "some-event/track-1", ["some-event", "Some/track", "a/b/c", "/b", "a/", "a/b\n"]),
      keys("labelKeys", "label:event/choice", ["event/choice", "label:event", "label:a/B", "Label:a/b"]),
      integer("limit", 1, 25),
      integer("offset", 0),
      boolean("diversify"),
      boolean("includeFacets"),
      boolean("includeDiagnostics"),
      boolean("explain"),
      [
        "facets",
        [["categories"], ["techStack", "techStack"]],
        [
          [[], "facets: at least 1 items, got 0"],
          [["targetUsers"], "facets[0]: must be one of categories, hackathons"],
        ],
      ],
      integer("facetTopK", 1, 20)
        .slice(0, 2)
        .concat([
          [
            [0, "facetTopK: at least 1, got 0"],
            [21, "facetTopK: at most 20, got 21"],
            [44, "facetTopK: at most 43, got 44"],
          ],
        ]) as Row,
      [
        "filters",
        [{}],
        [
          [[], "filters: must be an object, got an array"],
          [null, "filters: must be an object"],
        ],
      ],
      [
        "filters.categoryKeys",
        [["other-emerging"], ["insufficient-information"], many(10)],
        [
          [[], "filters.categoryKeys: at least 1 items, got 0"],
          [many(11), "filters.categoryKeys: at most 10 items, got 11"],
          [["Not A Key"], "filters.categoryKeys[0]: must look like a category key"],
        ],
      ],
      boolean("filters.includeSecondaryCategories"),
      boolean("filters.winnersOnly"),
      boolean("filters.acceleratorOnly"),
      keys("filters.acceleratorBatchKeys", "accelerator/batch-1", [
        "batch-1",
        "accelerator/",
        "accelerator/A",
      ]),
      [
        "filters.prizePlacements",
        [[], [1], many(10, (index) => index)],
        [
          [many(11, (index) => index), "filters.prizePlacements: at most 10 items, got 11"],
          [[1.5], "filters.prizePlacements[0]: must be a whole number, got 1.5"],
          [["1"], "filters.prizePlacements[0]: must be a number, got a string"],
        ],
      ],
      strings("filters.prizeTypes"),
      boolean("filters.isUniversityProject"),
      boolean("filters.isSolanaMobile"),
      boolean("filters.isChainMobile"),
      strings("filters.techStack"),
      strings("filters.primitives"),
      strings("filters.problemTags"),
      strings("filters.solutionTags"),
      strings("filters.targetUsers"),
      keys("filters.clusterKeys", "v1-c12", ["v1", "1-2", "v1-c", "V1-C1", "v1-c1 ", "v١-c١"]),
      ...kinds.flatMap((kind): Row[] => [
        strings(`filters.builtWith.${kind}`, 20),
        [
          `filters.builtWith.${kind}`,
          [["x"], [text(100)], [` ${emoji(100)} `]],
          [
            [["  "], `filters.builtWith.${kind}[0]: at least 1 characters, got 0`],
            [[text(101)], `filters.builtWith.${kind}[0]: at most 100 characters, got 101`],
          ],
        ],
      ]),
    ],
  },
  {
    id: "searchArchives",
    part: "body",
    base: { query: "x" },
    rows: [
      [
        "query",
        ["x", text(500), emoji(500), ` ${text(500)} `],
        [
          ["", "query: at least 1 characters, got 0"],
          [" \n\t", "query: at least 1 characters, got 0"],
          [text(501), "query: at most 500 characters, got 501"],
          [undefined, "query: is required"],
          [["x"], "query: must be a string, got an array"],
        ],
      ],
      strings("sources", 20),
      integer("limit", 1, 10),
      integer("offset", 0, 50),
      integer("maxChunksPerDoc", 1, 4),
      integer("maxDocsPerSource", 0, 10),
      ["intent", ["docs", "ideation"], [["other", "intent: must be one of docs, ideation"]]],
      [
        "minSimilarity",
        [0, 0.5, 1],
        [
          [-0.01, "minSimilarity: at least 0, got -0.01"],
          [1.01, "minSimilarity: at most 1, got 1.01"],
          ["0.5", "minSimilarity: must be a number, got a string"],
        ],
      ],
      boolean("explain"),
    ],
  },
  {
    id: "readDocument",
    part: "query",
    base: {},
    rows: [
      [
        "offset",
        ["0", "7", "1000000"],
        [
          ["-1", "offset: must be a whole number in digits only"],
          ["1.5", "offset: must be a whole number in digits only"],
          ["1e3", "offset: must be a whole number in digits only"],
          ["", "offset: must be a whole number in digits only"],
          [" 1", "offset: must be a whole number in digits only"],
          ["٣", "offset: must be a whole number in digits only"],
          [["1", "2"], "offset: must be a whole number in digits only, given once"],
          ["9007199254740993", "offset: at most 9007199254740991"],
        ],
      ],
      [
        "maxChars",
        ["200", "20000"],
        [
          ["199", "maxChars: at least 200, got 199"],
          ["20001", "maxChars: at most 20000, got 20001"],
        ],
      ],
    ],
  },
  {
    id: "readDocument",
    part: "params",
    base: {},
    rows: [
      [
        "documentId",
        ["0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11"],
        [
          ["0b9f5a0e", "documentId: must be a UUID"],
          ["0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a1g", "documentId: must be a UUID"],
        ],
      ],
    ],
  },
  {
    id: "getProject",
    part: "params",
    base: {},
    rows: [["slug", ["x", ". ~ ' ! : ( ) _", "é/😀"], [["", "slug: at least 1 characters, got 0"]]]],
  },
];

for (const requests of table) describeBounds(requests);

describe("project search as a whole", () => {
  const parse = (body: unknown) => parseRequest(operations.searchProjects.request.body, body);

  it("applies defaults", () => {
    expect(parse({})).toEqual({
      query: "",
      limit: 10,
      offset: 0,
      diversify: false,
      includeFacets: false,
      facets: [],
      facetTopK: 8,
      includeDiagnostics: false,
      explain: false,
    });
  });

  it("refuses unknown fields at every level, including __proto__", () => {
    for (const [body, name] of [
      ['{"foo":1}', "foo: unknown field, remove it"],
      ['{"filters":{"foo":1}}', "filters.foo: unknown field"],
      ['{"filters":{"builtWith":{"foo":[]}}}', "filters.builtWith.foo: unknown field"],
      ['{"__proto__":{}}', "__proto__: unknown field"],
    ] as const) {
      expect(refusal("searchProjects", "body", JSON.parse(body)).message).toContain(name);
    }
  });

  it("refuses a body that is not an object", () => {
    for (const [body, got] of [
      [null, "null"],
      [[], "an array"],
      ["x", "a string"],
      [1, "1"],
      [true, "true"],
    ]) {
      expect(refusal("searchProjects", "body", body).message).toBe(
        `The request must be an object, got ${got}`,
      );
    }
  });

  it("allows 43 buckets only with categories among the facets, requested or by default", () => {
    expect(parse({ includeFacets: true, facetTopK: 43 }).facets).toHaveLength(10);
    expect(parse({ includeFacets: true, facets: ["categories"], facetTopK: 43 }).facetTopK).toBe(43);
    expect(parse({ includeFacets: true, facets: ["tracks"], facetTopK: 20 }).facetTopK).toBe(20);
    for (const body of [
      { includeFacets: true, facetTopK: 44 },
      { includeFacets: true, facets: ["tracks"], facetTopK: 21 },
      { facets: ["categories"], facetTopK: 21 },
      { facetTopK: 21 },
    ]) {
      expect(refusal("searchProjects", "body", body).message).toContain("facetTopK: at most");
    }
  });

  it("refuses labelKeys together with trackKeys, unless one is empty", () => {
    const both = { trackKeys: ["a/b"], labelKeys: ["label:a/b"] };
    expect(refusal("searchProjects", "body", both).message).toContain(
      "labelKeys: cannot be combined with trackKeys",
    );
    expect(parse({ ...both, trackKeys: [] }).labelKeys).toEqual(["label:a/b"]);
  });

  it("accepts isChainMobile as an alias of isSolanaMobile, and refuses both together", () => {
    expect(parse({ filters: { isChainMobile: true } }).filters).toEqual({ isSolanaMobile: true });
    expect(parse({ filters: { isChainMobile: false } }).filters).toEqual({ isSolanaMobile: false });
    const both = { filters: { isChainMobile: true, isSolanaMobile: true } };
    expect(refusal("searchProjects", "body", both).message).toContain("filters.isChainMobile");
  });

  it("removes duplicates and empty filters", () => {
    const request = parse({
      hackathons: ["a", "a"],
      trackKeys: [],
      filters: { techStack: [], prizePlacements: [1, 1], builtWith: { chains: [" x", "x "], languages: [] } },
    });
    expect(request.hackathons).toEqual(["a"]);
    expect(request.trackKeys).toBeUndefined();
    expect(JSON.parse(JSON.stringify(request.filters))).toEqual({
      prizePlacements: [1],
      builtWith: { chains: ["x"] },
    });
    expect(parse({ filters: { techStack: [], builtWith: {} } }).filters).toBeUndefined();
  });
});

describe("archive search as a whole", () => {
  const parse = (body: unknown) => parseRequest(operations.searchArchives.request.body, body);

  it("applies defaults; ideation reads three chunks of a document by default", () => {
    expect(parse({ query: " x " })).toEqual({
      query: "x",
      limit: 5,
      offset: 0,
      maxChunksPerDoc: 2,
      maxDocsPerSource: 3,
      intent: "docs",
      minSimilarity: 0.2,
      explain: false,
    });
    expect(parse({ query: "x", intent: "ideation" }).maxChunksPerDoc).toBe(3);
    expect(parse({ query: "x", intent: "ideation", maxChunksPerDoc: 1 }).maxChunksPerDoc).toBe(1);
  });

  it("ignores unknown fields", () => {
    expect(parse({ query: "x", foo: 1 })).not.toHaveProperty("foo");
  });
});

it("lists at most five faults of a request with many", () => {
  const body = { query: 1, limit: 0, offset: -1, diversify: 1, includeFacets: 1, facetTopK: 0, foo: 1 };
  expect(refusal("searchProjects", "body", body).message).toMatch(/; and 2 more$/);
});
