import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ImportUsageError } from "../types.ts";
import { type Input, resolveInputs } from "./inputs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-inputs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content = "x"): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const resolve = (paths: string[], options: { markdown?: boolean; format?: "csv" | "jsonl" } = {}) =>
  resolveInputs(paths, { markdown: false, ...options });
const stateOf = (input: Input | undefined) => (input as { state: string }).state;

it.each([
  ["a.jsonl", "jsonl"],
  ["a.NDJSON", "jsonl"],
  ["a.json", "jsonl"],
  ["a.csv", "csv"],
  ["a.tsv.GZ", "csv"],
  ["a.jsonl.gz", "jsonl"],
  ["a.txt", null],
  ["csv", null],
  ["a.csv.bak", null],
])("%s has the format %s, unless another is asked for", async (name, format) => {
  const file = write(name, "abc");
  expect(await resolve([file])).toEqual([
    { type: "records", file, format, bytes: 3, state: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(await resolve([file], { format: "csv" })).toMatchObject([{ format: "csv" }]);
});

it("standard input is read once, and some input is needed", async () => {
  expect(await resolve(["-"])).toEqual([{ type: "stdin", file: "-", format: null, bytes: null }]);
  expect(await resolve(["-"], { format: "jsonl" })).toMatchObject([{ format: "jsonl" }]);
  await expect(resolve(["-", "-"])).rejects.toThrow("standard input (-) can be read once");
  await expect(resolve([])).rejects.toThrow("name at least one file to import");
});

it("a Markdown file is a document where documents are imported, else a file of records", async () => {
  for (const name of ["a.md", "b.MARKDOWN"]) {
    const file = write(name);
    expect(await resolve([file], { markdown: true })).toMatchObject([
      { type: "markdown", file, root: folder, files: [file], bytes: 1 },
    ]);
    expect(await resolve([file])).toMatchObject([{ type: "records", format: null }]);
  }
});

it("a folder stands for the files in it at any depth, by name; hidden and other files are left out", async () => {
  for (const name of [
    "b.jsonl",
    "a.csv.gz",
    "z/c.ndjson",
    "z/d.md",
    "e.markdown",
    "f.json",
    "g.txt",
    ".h.csv",
    ".i/j.csv",
  ])
    write(name, "12");
  const at = (name: string) => join(folder, name);
  expect((await resolve([folder])).map(({ file }) => file)).toEqual([
    at("a.csv.gz"),
    at("b.jsonl"),
    at("z/c.ndjson"),
  ]);
  const [markdown, ...records] = await resolve([folder], { markdown: true });
  expect(markdown).toMatchObject({
    type: "markdown",
    file: folder,
    root: folder,
    files: [at("e.markdown"), at("z/d.md")],
    bytes: 4,
  });
  expect(records).toHaveLength(3);
});

it("what cannot be read is named, before anything is read", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  await expect(resolve([write("a.csv"), join(folder, "gone")])).rejects.toThrow(
    "gone cannot be read: there is no such file",
  );
  await expect(resolve([join(write("b.csv"), "c")])).rejects.toThrow(ImportUsageError);
  await expect(resolve([empty])).rejects.toThrow("holds no .jsonl or .csv files");
  await expect(resolve([empty], { markdown: true })).rejects.toThrow("holds no .md, .jsonl or .csv files");
});

it("the state changes with a file's size, time or place, and only then", async () => {
  const file = write("docs/a.md", "one");
  const time = new Date("2026-01-01");
  utimesSync(file, time, time);
  const state = async (path = join(folder, "docs")) =>
    stateOf((await resolve([path], { markdown: true }))[0]);
  const first = await state();
  expect(await state()).toBe(first);
  expect(await state(file)).not.toBe(first);
  writeFileSync(file, "longer");
  utimesSync(file, time, time);
  const longer = await state();
  expect(longer).not.toBe(first);
  utimesSync(file, time, new Date("2026-01-02"));
  const later = await state();
  expect(later).not.toBe(longer);
  write("docs/b.md");
  expect(await state()).not.toBe(later);
});

it("hundreds of files are counted once each", async () => {
  for (let n = 0; n < 300; n++) write(`docs/${n}.md`, "abc");
  const [input] = await resolve([join(folder, "docs")], { markdown: true });
  expect(input).toMatchObject({ bytes: 900 });
  expect((input as { files: string[] }).files).toHaveLength(300);
});
