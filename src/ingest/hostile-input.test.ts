/** A hostile or damaged file costs a reject at most: never the import, the disk or unbounded time. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { importHackathons } from "./declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importMembers } from "./members.ts";
import { importProjects } from "./projects.ts";
import { readBytes } from "./read/bytes.ts";
import { MAX_REJECTS_BYTES } from "./rejects.ts";
import type { ImportOptions } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const runProjects = (file: string, options: Partial<ImportOptions> = {}) =>
  importProjects(at.catalog, [file], { dataDir: at.folder, ...options });
const project = (slug: string) => ({ slug, name: slug });
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("a line nested thousands of levels deep", () => {
  it.each([
    ["in a list of the schema", 1_000, (levels: number) => `"tracks":${nested(levels)}`],
    ["beyond the bound", 5_000, (levels: number) => `"tracks":${nested(levels)}`],
    ["in an unknown field, beyond the bound", 100_000, (levels: number) => `"other":${nested(levels)}`],
  ])("%s is a reject with its line, and the others are imported", async (_, levels, field) => {
    const lines = [`{"slug":"deep","name":"D",${field(levels)}}`, JSON.stringify(project("b"))];
    const report = await runProjects(
      at.write("p.jsonl", `${JSON.stringify(project("a"))}\n${lines.join("\n")}\n`),
    );
    expect(report).toMatchObject({ read: 3, inserted: 2, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([{ line: 2, rule: "nesting" }]);
  });

  it("is read up to 5,000 levels if no recursive code reads it", async () => {
    const report = await runProjects(at.write("p.jsonl", `{"slug":"a","name":"A","other":${nested(4_999)}}`));
    expect(report).toMatchObject({ inserted: 1, rejected: 0 });
    const deeper = await runProjects(at.write("q.jsonl", `{"slug":"b","name":"B","other":${nested(5_000)}}`));
    expect(deeper).toMatchObject({ inserted: 0, rejected: 1 });
  });

  it("is a reject in a field of any JSON, in a CSV cell, and before a map", async () => {
    const survey = `{"email":"a@example.org","entries":[{"id":"e","name":"E","program":{"slug":"jam"},"status":"draft","submission":{"surveyAnswers":${nested(4_000)}}}]}`;
    const members = await importMembers(at.catalog, [at.write("m.jsonl", survey)], { dataDir: at.folder });
    expect(at.rejects(members)).toMatchObject([{ record: "a@example.org", rule: "nesting" }]);
    const cells = await runProjects(at.write("p.csv", `slug,name,tracks\na,A,"${nested(20_000)}"\n`));
    expect(at.rejects(cells)).toMatchObject([{ line: 2, record: "a", rule: "nesting" }]);
    const map = at.write("m.jsonata", "$");
    const lines = `{"slug":"a","name":"A","other":${nested(4_900)}}\n${JSON.stringify(project("b"))}`;
    const mapped = await runProjects(at.write("q.jsonl", lines), { map });
    expect(mapped).toMatchObject({ inserted: 1, rejected: 1 });
    expect(at.rejects(mapped)).toMatchObject([{ line: 1, record: "a", rule: "nesting" }]);
  });

  it("is refused by name in a YAML list, whose parser is recursive", async () => {
    const file = at.write("h.yaml", `- slug: ${nested(20_000)}\n`);
    await expect(importHackathons(at.catalog, [file], { dataDir: at.folder })).rejects.toThrow(
      /h\.yaml .*nested/,
    );
  });
});

it("a record with millions of wrong list items is one reject with ten faults", async () => {
  const few = await runProjects(
    at.write("p.jsonl", JSON.stringify({ ...project("a"), tracks: Array(50).fill(1) })),
  );
  expect(at.rejects(few)[0]!.also).toHaveLength(9);
  const many = `{"slug":"b","name":"B","tracks":[${"1,".repeat(3_000_000)}1]}`;
  const report = await runProjects(at.write("q.jsonl", many));
  expect(at.rejects(report)).toMatchObject([{ line: 1, record: "b", rule: "too-many" }]);
});

describe("a Markdown file", () => {
  const read = async (content: string) => {
    const folder = join(at.folder, "notes");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "note.md"), content);
    const startedAt = performance.now();
    const report = await importArchive(at.catalog, [folder], { dataDir: at.folder });
    return { report, seconds: (performance.now() - startedAt) / 1_000 };
  };

  it.each([
    ["a heading of blanks", `# a${" \t".repeat(200_000)}b`],
    ["a heading of marks", `# ${"# ".repeat(200_000)}b`],
    ["many open headings", "# \t".repeat(100_000)],
    ["blank lines before the text", `${" \n".repeat(200_000)}x`],
    ["front matter that is never closed", `---\n${"--- \n--".repeat(100_000)}`],
  ])("is read in linear time: %s", async (_, content) => {
    const { seconds } = await read(content);
    expect(seconds).toBeLessThan(30);
  });

  it("with front matter of more than 64 KB is a reject", async () => {
    const { report } = await read(`---\ntitle: x\nlist: [${"1,".repeat(40_000)}1]\n---\ntext`);
    expect(at.rejects(report)).toMatchObject([
      { rule: "front-matter", message: expect.stringContaining("65536") },
    ]);
  });
});

describe("a map that loops", () => {
  const looping = '(slug = "loop" ? ($f := function($n) { $f($n + 1) }; $f(1)) : $)';

  it("loses the record that it loops on, after the time limit", async () => {
    const map = at.write("m.jsonata", looping);
    const file = at.write("p.jsonl", toJsonLines(["a", "loop", "b", "c"].map(project)));
    const report = await runProjects(file, { map, mapTimeLimitMs: 1_500 });
    expect(report).toMatchObject({ read: 4, inserted: 3, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([
      { line: 2, record: "loop", rule: "mapping", message: expect.stringContaining("longer than 1.5 s") },
    ]);
  });

  it("ends on the signal, keeping the records before it", async () => {
    const map = at.write("m.jsonata", looping);
    const file = at.write("p.jsonl", toJsonLines(["a", "loop", "b"].map(project)));
    const controller = new AbortController();
    const running = runProjects(file, { map, mapTimeLimitMs: 600_000, signal: controller.signal });
    setTimeout(() => controller.abort(), 1_000);
    const startedAt = performance.now();
    const report = await running;
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(report).toMatchObject({ interrupted: true, rejected: 0 });
    expect(report.read).toBeLessThan(2);
  });

  it("or fills the memory loses only that record", async () => {
    const map = at.write(
      "m.jsonata",
      '(slug = "fill" ? ($f := function($n) { $count($f([$n, $n])) + 1 }; $f([1])) : $)',
    );
    const file = at.write("p.jsonl", toJsonLines(["fill", "b"].map(project)));
    const report = await runProjects(file, { map, mapTimeLimitMs: 20_000 });
    expect(report).toMatchObject({ inserted: 1, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([{ line: 1, record: "fill", rule: "mapping" }]);
  });
});

describe("a gzip file that expands a thousandfold", () => {
  const part = gzipSync(Buffer.alloc(16 * 1024 * 1024, " "));
  const bomb = (parts: number) => Buffer.concat(Array<Buffer>(parts).fill(part));

  it("is read only up to the ratio limit, and the records before are imported", async () => {
    const file = at.write("p.jsonl.gz", Buffer.concat([gzipSync(toJsonLines([project("a")])), bomb(4)]));
    const report = await runProjects(file);
    expect(report).toMatchObject({ inserted: 1, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([
      { rule: "gzip-ratio", message: expect.stringContaining("decompress the file") },
    ]);
  });

  it("stops expanding on the signal", async () => {
    const path = at.write("bomb.gz", bomb(4));
    const controller = new AbortController();
    let pieces = 0;
    const reading = (async () => {
      for await (const _ of readBytes({ path }, { bytes: 0 }, controller.signal)) {
        pieces++;
        controller.abort(new Error("stopped"));
      }
    })();
    await expect(reading).rejects.toThrow("stopped");
    expect(pieces).toBe(1);
  });
});

it("a small file of many bad lines does not fill the disk: the rejects file has a limit, the count does not", async () => {
  const lines = 100_000;
  const report = await runProjects(at.write("p.jsonl.gz", gzipSync("x\n".repeat(lines))));
  expect(report).toMatchObject({ read: lines, rejected: lines });
  expect(report.warnings.join()).toContain("rejects file is full");
  expect(statSync(report.rejectsFile!).size).toBeLessThan(MAX_REJECTS_BYTES + 2_000);
  expect(at.rejects(report).at(-1)).toMatchObject({ rule: "rejects-full" });
});
