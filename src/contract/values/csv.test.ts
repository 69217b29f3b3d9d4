import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRow } from "./csv.ts";

it("any texts are read back as they were, but for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 6 }), (cells) => {
      const read = parse(csvRow(cells), { relax_column_count: true }) as string[][];
      expect(read).toEqual([cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))]);
    }),
  );
});

it("numbers, flags and nulls need no quotes", () => {
  expect(csvRow([1, -0.5, true, null, "a"])).toBe("1,-0.5,true,,a\r\n");
});
