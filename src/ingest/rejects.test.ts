import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Fault } from "./read/entry.ts";
import { RejectsFile } from "./rejects.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-rejects-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fault = (message = "is missing"): Fault => ({ field: "name", rule: "missing", message });
const place = (line: number) => ({ file: "p.jsonl", line, record: `r${line}` });
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

it("writes on flush, counts the bytes written, and creates no file without a reject", () => {
  const rejects = new RejectsFile(folder, "projects");
  rejects.flush();
  expect([rejects.path, rejects.bytes, rejects.waiting]).toEqual([null, 0, 0]);
  rejects.add(place(1), [fault(), { field: null, rule: "x", message: "é" }]);
  expect([rejects.path, rejects.bytes, rejects.waiting]).toEqual([null, 0, 1]);
  rejects.flush();
  expect(rejects.waiting).toBe(0);
  expect(rejects.bytes).toBe(statSync(rejects.path!).size);
  expect(statSync(rejects.path!).mode & 0o777).toBe(0o600);
  expect(linesOf(rejects.path!)).toEqual([
    { ...place(1), ...fault(), also: [{ field: null, rule: "x", message: "é" }] },
  ]);
});

it("continues a file at its committed length: the rest is truncated, and the length grows from there", () => {
  const first = new RejectsFile(folder, "projects");
  first.add(place(1), [fault()]);
  first.flush();
  const committed = first.bytes;
  first.add(place(2), [fault()]);
  first.flush();
  const second = new RejectsFile(folder, "projects");
  second.continue(first.path!, committed);
  expect([second.path, second.bytes]).toEqual([first.path, committed]);
  expect(statSync(first.path!).size).toBe(committed);
  second.add(place(3), [fault()]);
  second.flush();
  expect(linesOf(first.path!).map(({ line }) => line)).toEqual([1, 3]);
  expect(second.bytes).toBe(statSync(first.path!).size);
});

it("starts a new file when the old one is gone or shorter than its committed length", () => {
  const first = new RejectsFile(folder, "projects");
  first.add(place(1), [fault()]);
  first.flush();
  const second = new RejectsFile(folder, "projects");
  second.continue(first.path!, first.bytes + 1);
  second.continue(join(folder, "none.jsonl"), 0);
  expect(second.path).toBeNull();
  second.add(place(2), [fault()]);
  second.flush();
  expect(second.path).not.toBe(first.path);
  expect(linesOf(first.path!)).toHaveLength(1);
});

it("shortens parts that a record can make long", () => {
  const rejects = new RejectsFile(folder, "projects");
  const long = "x".repeat(10_000);
  rejects.add({ file: "f", line: 1, record: long }, [{ field: long, rule: "r", message: long }]);
  rejects.flush();
  const [line] = linesOf(rejects.path!);
  expect([line.record.length, line.field.length, line.message.length]).toEqual([202, 202, 502]);
  expect(line.message.endsWith(" …")).toBe(true);
});

it("stops listing once it is full, says so in its last line, and stays full when continued", () => {
  const limit = 1_000;
  const rejects = new RejectsFile(folder, "projects", limit);
  for (let line = 1; line <= 50; line++) rejects.add(place(line), [fault()]);
  expect(rejects.isFull).toBe(true);
  rejects.flush();
  const lines = linesOf(rejects.path!);
  const listed = lines.length - 1;
  expect(lines.map(({ line }) => line)).toEqual([...Array.from({ length: listed }, (_, i) => i + 1), listed]);
  expect(lines.at(-1)).toMatchObject({ rule: "rejects-full", record: null });
  expect(
    readFileSync(rejects.path!, "utf8")
      .split("\n")
      .slice(0, listed - 1)
      .join("\n").length,
  ).toBeLessThan(limit);
  const resumed = new RejectsFile(folder, "projects", limit);
  resumed.continue(rejects.path!, rejects.bytes);
  resumed.add(place(99), [fault()]);
  expect(resumed.waiting).toBe(0);
});

it("never writes into the file of another import, even one started in the same second", () => {
  const paths = [1, 2, 3].map((line) => {
    const rejects = new RejectsFile(folder, "projects");
    rejects.add(place(line), [fault()]);
    rejects.flush();
    expect(linesOf(rejects.path!).map((reject) => reject.line)).toEqual([line]);
    return rejects.path!;
  });
  expect(new Set(paths).size).toBe(3);
  for (const path of paths) expect(path).toMatch(/\/rejects\/\d{8}T\d{6}Z-projects(?:-[23])?\.jsonl$/);
});
