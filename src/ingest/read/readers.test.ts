import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "node:querystring";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBytes } from "./bytes.ts";
import { readCsv } from "./csv.ts";
import type { Entry } from "./entry.ts";
import { readJsonLines } from "./json-lines.ts";
import { type Line, splitLines } from "./lines.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-read-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* chunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function all<T>(groups: AsyncIterable<T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const group of groups) found.push(...group);
  return found;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const linesOf = (text: string, chunkSizes = [7], maxBytes?: number) =>
  splitLines(chunks(Buffer.from(text), chunkSizes), maxBytes);
const csvOf = (text: string, chunkSizes = [7], after = 0) =>
  all(readCsv(linesOf(text, chunkSizes), { file: "f", after }));
const jsonOf = (text: string, after = 0) => all(readJsonLines(linesOf(text), { file: "f", after }));
const outline = (entries: Entry[]) =>
  entries.map(({ line, value, fault }) => (fault === null ? value : [line, fault.rule]));

describe("splitLines", () => {
  it("equals a naive split, for any chunks", async () => {
    const text = fc.array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", " "), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, sizes, async (parts, chunkSizes) => {
        const whole = parts.join("");
        const naive = whole.split("\n");
        if (naive.at(-1) === "") naive.pop();
        const found = await all(linesOf(whole, chunkSizes));
        expect(found.map((line) => line.bytes.toString())).toEqual(
          naive.map((line) => line.replace(/\r$/, "")),
        );
        expect(found.map((line) => line.number)).toEqual(naive.map((_, index) => index + 1));
      }),
    );
  });

  it("removes a byte order mark", async () => {
    expect((await all(linesOf("\uFEFFone\ntwo"))).map((line) => line.bytes.toString())).toEqual([
      "one",
      "two",
    ]);
  });

  it("yields a line that is too long as a fault, with the lines around it complete", async () => {
    const found = await all(linesOf(`ab\n${"x".repeat(11)}\n${"y".repeat(10)}\n${"z".repeat(11)}`, [3], 10));
    const rules = found.map((line: Line) => line.fault?.rule ?? line.bytes.toString());
    expect(rules).toEqual(["ab", "line-length", "y".repeat(10), "line-length"]);
  });

  it("does not keep a line of 100 MB in memory", async () => {
    const mebibyte = Buffer.alloc(1 << 20, 0x78);
    async function* huge(): AsyncGenerator<Buffer> {
      for (let turn = 0; turn < 100; turn++) yield mebibyte;
      yield Buffer.from("\nshort\n");
    }
    const before = process.memoryUsage.rss();
    const found = await all(splitLines(huge(), 4 << 20));
    expect(found.map((line) => line.fault?.rule ?? line.bytes.toString())).toEqual(["line-length", "short"]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 << 20);
  });
});

describe("readBytes", () => {
  const text = Array.from(
    { length: 20_000 },
    (_, index) => `line ${index} ${stringify({ index: index * 7919 })}`,
  ).join("\n");

  async function read(bytes: Buffer): Promise<Line[]> {
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    return all(splitLines(readBytes({ path }, { bytes: 0 })));
  }

  it("reads plain and gzip by content, not by name, with one member or several", async () => {
    const lines = text.split("\n");
    const half = text.length >> 1;
    for (const bytes of [
      Buffer.from(text),
      gzipSync(text),
      Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]),
    ]) {
      expect((await read(bytes)).map((line) => line.bytes.toString())).toEqual(lines);
    }
    expect(await read(Buffer.alloc(0))).toEqual([]);
    expect(await read(gzipSync(""))).toEqual([]);
  });

  it("reads everything before the point where a gzip file is cut or changed, then reports it", async () => {
    const whole = gzipSync(text);
    const lines = text.split("\n");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: whole.length - 1 }), async (cut) => {
        const found = await read(whole.subarray(0, cut));
        expect(found.at(-1)!.fault?.rule).toBe("gzip-damaged");
        expect(found.slice(0, -1).map((line) => line.bytes.toString())).toEqual(
          lines.slice(0, found.length - 1),
        );
      }),
      { numRuns: 25 },
    );
    const nearEnd = await read(whole.subarray(0, whole.length - 1));
    expect(nearEnd.length).toBeGreaterThanOrEqual(lines.length);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1]! ^= 0x10;
    expect((await read(flipped)).at(-1)!.fault?.rule).toBe("gzip-damaged");
  });

  it("reads a stream and counts its bytes", async () => {
    const meter = { bytes: 0 };
    const stream = Readable.from([Buffer.from([0x1f]), gzipSync("a\nb").subarray(1)]);
    const found = await all(splitLines(readBytes({ stream }, meter)));
    expect(found.map((line) => line.bytes.toString())).toEqual(["a", "b"]);
    expect(meter.bytes).toBe(gzipSync("a\nb").length);
  });
});

describe("readJsonLines", () => {
  it("returns any JSON values, with anything between them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
        const text = values.map((value) => JSON.stringify(value)).join("\r\n \n");
        expect((await jsonOf(text)).map((entry) => JSON.stringify(entry.value))).toEqual(
          values.map((value) => JSON.stringify(value)),
        );
      }),
    );
  });

  it("names the line of invalid JSON or UTF-8, and quotes nothing of it", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":1}\nsecret words\n'),
      Buffer.from([0x7b, 0xff, 0x7d]),
      Buffer.from("\n3\n"),
    ]);
    const entries = await all(readJsonLines(splitLines(chunks(bytes, [5])), { file: "f", after: 0 }));
    expect(outline(entries)).toEqual([{ a: 1 }, [2, "json"], [3, "utf-8"], 3]);
    expect(entries[1]!.fault!.message).not.toContain("secret");
  });

  it("skips committed lines", async () => {
    expect(outline(await jsonOf("1\nnot json\n3\n4", 2))).toEqual([3, 4]);
  });
});

describe("readCsv", () => {
  const quote = (cell: string) =>
    /[",\r\n]/.test(cell) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell;

  it("returns the written cells, with commas, quotes and line breaks", async () => {
    const cell = fc
      .array(fc.constantFrom("a", '"', ",", "\n", " ", "é", "😀", ";", "x"), { maxLength: 8 })
      .map((p) => p.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), sizes, async (rows, chunkSizes) => {
        const filled = rows.map(([a, b]) => [`k${a}`, b] as const);
        const text = [["first", "second"], ...filled].map((row) => row.map(quote).join(",")).join("\n");
        const entries = await csvOf(text, chunkSizes);
        expect(outline(entries)).toEqual(filled.map(([first, second]) => ({ first, second })));
      }),
    );
  });

  it("loses one line to a stray quotation mark, not the rest of the file", async () => {
    const entries = await csvOf('a,b\n1,"two\n3,4\n5,6\n7,"eight\nand a half"\n');
    expect(outline(entries)).toEqual([
      [2, "csv"],
      { a: "3", b: "4" },
      { a: "5", b: "6" },
      { a: "7", b: "eight\nand a half" },
    ]);
    expect(outline(await csvOf('a,b\n1,2\n3,"four\n5,6\n'))).toEqual([
      { a: "1", b: "2" },
      [3, "csv-quote"],
      { a: "5", b: "6" },
    ]);
  });

  it("rejects rows of another width and invalid UTF-8, by line", async () => {
    expect(outline(await csvOf("a,b\n1\n1,2\n1,2,3\n"))).toEqual([
      [2, "csv-cells"],
      { a: "1", b: "2" },
      [4, "csv-cells"],
    ]);
    const bytes = Buffer.concat([Buffer.from("a\n"), Buffer.from([0xe9, 0x0a]), Buffer.from("ok\n")]);
    const entries = await all(readCsv(splitLines(chunks(bytes, [2])), { file: "f", after: 0 }));
    expect(outline(entries)).toEqual([[2, "utf-8"], { a: "ok" }]);
  });

  it("reads tabs and semicolons, and never uses a later line as header when the header is broken", async () => {
    expect(outline(await csvOf("a\tb\n1\t2\n"))).toEqual([{ a: "1", b: "2" }]);
    expect(outline(await csvOf("a;b\n1;2\n"))).toEqual([{ a: "1", b: "2" }]);
    expect(outline(await csvOf('a,"b"x\n1,2\n')).map((entry) => Array.isArray(entry))).toEqual([true, true]);
  });

  it("takes the most frequent delimiter of the header outside quotation marks, of equal ones the first", async () => {
    const rows: [string, Record<string, string>][] = [
      ['"last, first";b\n1;2\n', { "last, first": "1", b: "2" }],
      ["a;b, c;d\n1;2;3\n", { a: "1", "b, c": "2", d: "3" }],
      ['"a ""x;y;z"" ",b\n1,2\n', { 'a "x;y;z"': "1", b: "2" }],
      ["a,b\tc\n1,2\n", { a: "1", "b\tc": "2" }],
      ["a\tb;c\n1\t2\n", { a: "1", "b;c": "2" }],
      ["a\n1\n", { a: "1" }],
    ];
    for (const [text, row] of rows) expect(outline(await csvOf(text))).toEqual([row]);
  });

  it("skips committed records, with or without line breaks in cells", async () => {
    expect(outline(await csvOf('a\n"1\n1"\n2\n3\n', [4], 3))).toEqual([{ a: "2" }, { a: "3" }]);
  });
});
