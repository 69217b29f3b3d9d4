/** The format of an input that neither its name nor an option states. */
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RecordFormat } from "../types.ts";
import { MAX_LINE_BYTES } from "./entry.ts";
import { readRecords } from "./records.ts";

async function read(pieces: readonly (string | Buffer)[], after = 0, format: RecordFormat | null = null) {
  const stdin = Readable.from(pieces, { objectMode: true });
  const input = { type: "stdin", file: "-", format, bytes: null } as const;
  const entries = [];
  for await (const group of readRecords(input, { after, meter: { bytes: 0 }, stdin })) entries.push(...group);
  return entries.map(({ line, value, fault }) => (fault === null ? value : [line, fault.rule]));
}

it.each([
  ["an object", ['{"a":1}\n{"a":2}'], [{ a: 1 }, { a: 2 }]],
  ["a list", ["[1]\n"], [[1]]],
  ["white space and an object", ['  \t{"a":1}\n'], [{ a: 1 }]],
  ["blank lines and an object", ["\n", " \r\n", '\n{"a":1}\n'], [{ a: 1 }]],
  ["blank lines and a header", ["\n", "\n\na,b\n", "1,2\n"], [{ a: "1", b: "2" }]],
  ["a header with a bracket inside", ["a[,b\n1,2\n"], [{ "a[": "1", b: "2" }]],
  ["nothing", [], []],
  ["blank lines", ["\n", "\n"], []],
  ["damaged gzip", [gzipSync("{}\n").subarray(0, 12)], [[1, "gzip-damaged"]]],
] as const)("that begins with %s", async (_, pieces, expected) => {
  expect(await read(pieces)).toEqual(expected);
});

it("is determined by the first line, whatever lines are skipped", async () => {
  expect(await read(["a,b\n1,2\n", "{},3\n"], 2)).toEqual([{ a: "{}", b: "3" }]);
  expect(await read(['{"a":1}\n', "2\n"], 1)).toEqual([2]);
});

describe.each(["jsonl", "csv", null] as const)("a fault of the format %s", (format) => {
  const good = format === "csv" ? ["a\n", "1\n"] : ["[1]\n", "[2]\n"];
  const one = format === "csv" ? { a: "1" } : [2];

  it("is listed with its line: where gzip is damaged, and where a line is too long", async () => {
    const stored = gzipSync(good.join(""));
    const damaged = await read([stored.subarray(0, stored.length - 8)], 0, format);
    expect(damaged.slice(-2)).toEqual([one, [3, "gzip-damaged"]]);
    const long = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
    expect((await read([...good, long, "\n", good[1]!], 0, format)).slice(-3)).toEqual([
      one,
      [3, "line-length"],
      one,
    ]);
  });

  it("is not listed again when its line is skipped", async () => {
    const long = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
    expect(await read([...good, long, "\n", good[1]!], 3, format)).toEqual([one]);
  });
});

it("a quotation mark that stays open for more than 64 MB costs one line of CSV", async () => {
  const half = Buffer.alloc(MAX_LINE_BYTES / 2 + 1, "x");
  // No UTF-8: found only where the line is read again.
  half[7] = 0xff;
  const found = await read(["a\n", '"', half, "\n", half, "\n", '"\n1\n'], 0, "csv");
  expect(found).toEqual([[2, "csv-quote"], [3, "utf-8"], [4, "csv-quote"], { a: "1" }]);
});

it("names of columns have no white space around them", async () => {
  expect(await read([" a , b\t\n1, 2\n"], 0, "csv")).toEqual([{ a: "1", b: " 2" }]);
});

it("a row of CSV may have 5,000 lines; a quotation mark open for longer costs one line", async () => {
  const rows = (lines: number) => `a\n"${"x\n".repeat(lines - 1)}y"\nlast\n`;
  const [long, last] = await read([rows(5_001)], 0, "csv");
  expect((long as { a: string }).a.split("\n")).toHaveLength(5_001);
  expect(last).toEqual({ a: "last" });
  const torn = await read([rows(5_002)], 0, "csv");
  expect(torn[0]).toEqual([2, "csv-quote"]);
  expect(torn[1]).toEqual({ a: "x" });
  expect(torn.slice(-2)).toEqual([[5_003, "csv-quote"], { a: "last" }]);
});
