import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf, jsonLinesOf } from "./csv.ts";

const cell = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constantFrom('a"b', "x,y", "1\r\n2"));

describe("tables as files", () => {
  it("read back as they were", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const read = parse(csvOf({ columns: ["a", "b"], rows }), { record_delimiter: "\r\n" }) as string[][];
        const plain = rows.map((row) =>
          row.map((one) =>
            typeof one === "string" && /^[=+\-@\t\r]/.test(one) ? `'${one}` : String(one ?? ""),
          ),
        );
        expect(read).toEqual([["a", "b"], ...plain]);
        const lines = jsonLinesOf({ columns: ["a", "b"], rows })
          .trimEnd()
          .split("\n");
        expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(rows);
      }),
    );
  });

  it("hold no text that a spreadsheet would run as a formula", () => {
    expect(csvOf({ columns: ["name"], rows: [["=HYPERLINK(1)"], ["@x"], [-3], ["-3"]] })).toBe(
      "name\r\n'=HYPERLINK(1)\r\n'@x\r\n-3\r\n'-3\r\n",
    );
  });
});
