/** Both sides of every bound of the operations that find what is near. */
import { expect, it } from "vitest";
import {
  boolean,
  describeBounds,
  emoji,
  integer,
  keys,
  type Row,
  refusal,
  strings,
  text,
} from "./bounds.case.ts";
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

const limit: Row = [
  "limit",
  ["1", "25"],
  [
    ["0", "limit: at least 1, got 0"],
    ["26", "limit: at most 25, got 26"],
    ["-1", "limit: must be a whole number in digits only"],
    ["1.5", "limit: must be a whole number in digits only"],
    ["", "limit: must be a whole number in digits only"],
    [["1", "2"], "limit: must be a whole number in digits only"],
  ],
];

for (const id of ["similarProjects", "similarDocuments"] as const) {
  describeBounds({ id, part: "query", base: {}, rows: [limit] });
  it(`${id} lists ten by default`, () => {
    expect(parseRequest(operations[id].request.query, {})).toEqual({ limit: 10 });
  });
}

describeBounds({
  id: "similarProjects",
  part: "params",
  base: {},
  rows: [["slug", ["x", "é/😀"], [["", "slug: at least 1 characters, got 0"]]]],
});
describeBounds({
  id: "similarDocuments",
  part: "params",
  base: {},
  rows: [
    [
      "documentId",
      ["00000000-0000-0000-0000-000000000000"],
      [
        ["", "documentId: must be a UUID"],
        ["00000000-0000-0000-0000-00000000000g", "documentId: must be a UUID"],
      ],
    ],
  ],
});

describeBounds({
  id: "neighborhood",
  part: "body",
  base: { query: "x" },
  rows: [
    [
      "query",
      ["x", text(500), emoji(500), ` ${text(500)}\n`],
      [
        ["", "query: at least 1 characters, got 0"],
        ["  ", "query: at least 1 characters, got 0"],
        [text(501), "query: at most 500 characters, got 501"],
        [emoji(501), "query: at most 500 characters, got 501"],
        [undefined, "query: is required"],
        [null, "query: must be a string, got null"],
      ],
    ],
    strings("hackathons"),
    ["hackathons", [["x"]], [[[""], "hackathons[0]: at least 1 characters, got 0"]]],
    keys("trackKeys", "some-event/track-1", ["some-event", "a/b/c"]),
    keys("labelKeys", "label:event/choice", ["event/choice"]),
    integer("limit", 1, 50),
    boolean("filters.winnersOnly"),
    ["offset", [], [[0, "offset: unknown field, remove it"]]],
  ],
});

it("neighborhood lists 25 by default, drops empty filters, and takes tracks or labels", () => {
  const { body } = operations.neighborhood.request;
  const given = { query: " x ", hackathons: [], filters: { techStack: [] } };
  expect(JSON.parse(JSON.stringify(parseRequest(body, given)))).toEqual({ query: "x", limit: 25 });
  const both = { query: "x", trackKeys: ["a/b"], labelKeys: ["label:a/b"] };
  expect(refusal("neighborhood", "body", both).message).toContain("cannot be combined with trackKeys");
});
