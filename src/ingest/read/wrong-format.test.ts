/** Files that are refused as a whole, and files without a record. */
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importArchive } from "../archive.ts";
import { importSources } from "../declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "../import-fixture.case.ts";
import { previewImport } from "../preview.ts";
import { importProjects } from "../projects.ts";
import { ImportUsageError } from "../types.ts";

let at: ImportFixture;
beforeAll(async () => {
  at = await openFixture();
});
afterAll(() => at.close());

const good = { slug: "a", name: "A" };
const other = { slug: "b", name: "B" };
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

const refused: [string, string | Buffer, RegExp][] = [
  ["one.json", JSON.stringify([good, other]), /is a JSON array; .*: jq -c '\.\[\]' \S*one\.json$/],
  ["lines.json", `\n[\n${JSON.stringify(good)},\n${JSON.stringify(other)}\n]\n`, /is a JSON array/],
  ["none.jsonl", "[]", /is a JSON array/],
  ["unnamed", `[${JSON.stringify(good)}]`, /is a JSON array/],
  ["packed.json", gzipSync(`[\n${JSON.stringify(good)}]`), /is a JSON array/],
  ["twice.csv", "slug,name, slug\na,A,b\n", /has the column "slug" twice in its header/],
  ["mac.csv", "slug,name\ra,A\rb,B\r", /has line ends of CR alone; .*: tr '\\r' '\\n' < \S*mac\.csv$/],
  ["mac.jsonl", `${JSON.stringify(good)}\r${JSON.stringify(other)}\r`, /has line ends of CR alone/],
  ["le.csv", Buffer.from("\uFEFFslug,name\na,A\n", "utf16le"), /is UTF-16; .*: iconv -f UTF-16 -t UTF-8$/],
  ["be.csv", bigEndian("\uFEFFslug,name\na,A\n"), /is UTF-16; convert it: iconv -f UTF-16 -t/],
  ["le.jsonl", Buffer.from(toJsonLines([good]), "utf16le"), /is UTF-16; convert it: iconv -f UTF-16LE -t/],
  ["be.jsonl", bigEndian(toJsonLines([good])), /is UTF-16; convert it: iconv -f UTF-16BE -t/],
];

describe("a file that no reader can use", () => {
  it.each(refused)(
    "%s is refused in one line, before any file is imported",
    async (...[name, bytes, problem]) => {
      const first = at.write("first.jsonl", toJsonLines([good]));
      const run = importProjects(at.catalog, [first, at.write(name, bytes)], { dataDir: at.folder });
      const error = await run.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ImportUsageError);
      expect((error as Error).message).toMatch(problem);
      expect((error as Error).message).not.toContain("\n");
      expect(await at.projects()).toEqual([]);
    },
  );

  it("is refused on standard input, and by a preview", async () => {
    const stdin = Readable.from([Buffer.from("[\n"), Buffer.from(`${JSON.stringify(good)}]\n`)]);
    await expect(importProjects(at.catalog, ["-"], { dataDir: at.folder, stdin })).rejects.toThrow(
      "standard input is a JSON array; write one object on each line: jq -c '.[]' FILE",
    );
    const twice = at.write("twice.csv", "slug,slug\na,b\n");
    await expect(previewImport("projects", twice, {})).rejects.toThrow(/the column "slug" twice/);
  });

  it("a list in UTF-16 is refused, and a Markdown file in UTF-16 is one rejected document", async () => {
    const list = at.write("sources.yaml", Buffer.from("- key: a\n  label: A\n", "utf16le"));
    await expect(importSources(at.catalog, [list], { dataDir: at.folder })).rejects.toThrow(
      /is UTF-16; convert it: iconv -f UTF-16LE -t UTF-8/,
    );
    const note = at.write("note.md", Buffer.from("\uFEFF# Note\n", "utf16le"));
    const report = await importArchive(at.catalog, [note], { dataDir: at.folder, source: "notes" });
    expect(at.rejects(report)).toMatchObject([
      { rule: "utf-8", message: expect.stringMatching(/^is UTF-16;/) },
    ]);
  });

  it("arrays of texts are records, and text with other characters is no UTF-16", async () => {
    const map = { text: "$[0].{'slug': $, 'name': $}" };
    const rows = at.write("rows.jsonl", '["r1", "R"]\n["r2", "R"]\n');
    const options = { dataDir: at.folder, map, dryRun: true };
    expect(await importProjects(at.catalog, [rows], options)).toMatchObject({
      read: 2,
      inserted: 2,
      empty: 0,
    });
    const wide = at.write("wide.csv", "slug,name\né,ÿþ\n\u0100,Ā\n");
    expect(await importProjects(at.catalog, [wide], { dataDir: at.folder, dryRun: true })).toMatchObject({
      inserted: 2,
    });
  });
});

describe("a file without any record", () => {
  const empty: [string, string, RegExp][] = [
    ["header.csv", "slug,name\n", /header\.csv has only the header row of a CSV file: no record was read$/],
    [
      "essay.txt",
      "All of this is prose, on a line.\n",
      /essay\.txt has only the header row .*; rename it if/,
    ],
    ["blank.jsonl", "\n \n", /blank\.jsonl is empty: no record was read$/],
    ["nothing.csv", "", /nothing\.csv is empty/],
  ];

  it.each(empty)("%s is counted and named", async (...[name, text, warning]) => {
    const file = at.write(name, text);
    const report = await importArchive(at.catalog, [file], { dataDir: at.folder });
    expect(report).toMatchObject({ read: 0, empty: 1, warnings: [expect.stringMatching(warning)] });
    expect((await previewImport("archive", file, {})).warnings).toEqual(report.warnings);
  });

  it("is named among lists, too", async () => {
    const report = await importSources(at.catalog, [at.write("s.yaml", "sources: []\n")], {
      dataDir: at.folder,
    });
    expect(report).toMatchObject({ empty: 1, warnings: [expect.stringMatching(/s\.yaml is empty/)] });
  });

  it("a file whose records were rejected is not empty", async () => {
    const file = at.write("bad.jsonl", "nothing\n");
    expect(await importProjects(at.catalog, [file], { dataDir: at.folder })).toMatchObject({
      rejected: 1,
      empty: 0,
      warnings: [],
    });
  });
});
