/** Both sides of every bound of the operations that find what is near. */
import { expect, it } from "vitest";
import { describeBounds, type Row } from "./bounds.case.ts";
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
