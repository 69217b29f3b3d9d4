/** Both sides of the bounds of what exports take; their other fields are those of searches and analyses. */
import { expect, it } from "vitest";
import { boolean, describeBounds, emoji, integer, type Row, refusal, strings, text } from "./bounds.case.ts";
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

const format: Row = [
  "format",
  ["csv", "jsonl"],
  [
    ["xlsx", "format: must be one of csv, jsonl"],
    ["CSV", "format: must be one of csv, jsonl"],
    [null, "format: must be one of csv, jsonl"],
  ],
];

describeBounds({
  id: "exportProjects",
  part: "body",
  base: {},
  rows: [
    format,
    [
      "query",
      ["", text(500), emoji(500)],
      [
        [text(501), "query: at most 500 characters, got 501"],
        [emoji(501), "query: at most 500 characters, got 501"],
      ],
    ],
    strings("hackathons"),
    boolean("filters.winnersOnly"),
    boolean("diversify"),
    ["limit", [], [[10, "limit: unknown field, remove it"]]],
    ["offset", [], [[0, "offset: unknown field, remove it"]]],
    ["rest", [], [[[], "rest: unknown field, remove it"]]],
  ],
});

describeBounds({
  id: "exportAnalysis",
  part: "body",
  base: { cohort: {}, dimensions: ["tracks"] },
  rows: [format, integer("topK", 1, 20), integer("samplePerBucket", 0, 5)],
});

it("exports are CSV by default, and accept what a search or an analysis does", () => {
  const search = { includeFacets: true, includeDiagnostics: true, explain: true };
  expect(parseRequest(operations.exportProjects.request.body, search).format).toBe("csv");
  const analysis = { cohort: {}, dimensions: ["categories"], topK: 43 };
  expect(parseRequest(operations.exportAnalysis.request.body, analysis).format).toBe("csv");
  const both = { trackKeys: ["a/b"], labelKeys: ["label:a/b"] };
  expect(refusal("exportProjects", "body", both).message).toContain("cannot be combined with trackKeys");
});
