/** How an import divides its records into transactions, and what of it a later import resumes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { UNAFFILIATED } from "../catalog/hackathons.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import type { ImportKind } from "./import-kind.ts";
import { runImport } from "./run.ts";
import type { ImportOptions, ImportProgress } from "./types.ts";

const schema = z.object({ slug: z.string(), name: z.string() });
type Named = z.output<typeof schema>;

let at: ImportFixture;
/** The slugs of each transaction. */
let saved: string[][];
let onSave: (slugs: string[]) => void;
beforeEach(async () => {
  at = await openFixture();
  saved = [];
  onSave = () => {};
});
afterEach(async () => {
  vi.restoreAllMocks();
  await at.close();
});

const saveProjects = (writer: CatalogWriter, records: readonly Named[]) =>
  writer.saveProjects(
    records.map((record) => ({
      record: record as never,
      hackathonSlug: UNAFFILIATED.slug,
      contentHash: record.name,
    })),
  );

const kindOf = (batch: { records: number; bytes: number }): ImportKind<typeof schema, Named> => ({
  name: "projects",
  recordKind: "project",
  keyName: "slug",
  schema,
  batch,
  markdown: false,
  identify: (raw) => (raw as { slug?: string }).slug ?? null,
  prepare: (record) => ({ key: record.slug, contentHash: record.name, value: record }),
  async save(writer, records) {
    const slugs = records.map(({ slug }) => slug);
    onSave(slugs);
    await writer.mentionHackathon({ ...UNAFFILIATED, startDate: null, projects: [] });
    await saveProjects(writer, records);
    saved.push(slugs);
  },
});

const run = (
  inputs: string | string[],
  options: Partial<ImportOptions> = {},
  batch: Partial<{ records: number; bytes: number }> = {},
) =>
  runImport(at.catalog, kindOf({ records: 2, bytes: 10_000, ...batch }), {
    inputs: [inputs].flat(),
    options: { dataDir: at.folder, ...options },
  });

const named = (slugs: string, name = "1"): Named[] => [...slugs].map((slug) => ({ slug, name }));
const write = (name: string, records: readonly unknown[]) => at.write(name, toJsonLines(records));
const names = async () => (await at.projects()).map(({ slug, record }) => `${slug}${record.name}`).join(" ");
const failAt = (slug: string) => {
  onSave = (slugs) => {
    if (slugs.includes(slug)) throw new Error("power cut");
  };
};

describe("a transaction", () => {
  it("holds as many records as its bound, of new records and of changes", async () => {
    await run(write("a.jsonl", named("abcde")));
    expect(saved).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    saved = [];
    await run(write("b.jsonl", named("abcde", "2")));
    expect(saved).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(await names()).toBe("a2 b2 c2 d2 e2");
  });

  it("ends with the record that reaches its bound of bytes", async () => {
    const bytes = 2 * JSON.stringify(named("a")[0]).length;
    const bound = { records: 100, bytes };
    await run(write("a.jsonl", named("abcde")), {}, bound);
    expect(saved).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    saved = [];
    await run(write("b.jsonl", named("abcde", "2")), {}, bound);
    expect(saved).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    saved = [];
    await run(write("c.jsonl", named("abcde", "3")), {}, { records: 100, bytes: bytes + 1 });
    expect(saved).toEqual([
      ["a", "b", "c"],
      ["d", "e"],
    ]);
  });

  it("holds no more records where one entry is mapped to several", async () => {
    const file = write("a.jsonl", [{ slugs: ["a", "b", "c"] }, { slugs: ["d", "e"] }]);
    const map = { text: 'slugs.{"slug": $, "name": "1"}' };
    expect(await run(file, { map })).toMatchObject({ read: 2, inserted: 5 });
    expect(saved).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });

  it("ends when as many rejects wait, so that their lines are not read again", async () => {
    const file = write("a.jsonl", [...named("a"), {}, {}, ...named("b")]);
    failAt("b");
    await expect(run(file, {}, { records: 2 })).rejects.toThrow("power cut");
    expect(saved).toEqual([["a"]]);
    onSave = () => {};
    const report = await run(file);
    expect(report).toMatchObject({ resumed: 3, read: 1, rejected: 2, inserted: 1 });
    expect(report.warnings).toEqual([
      expect.stringMatching(
        /a\.jsonl: resumed after line 3, where the import that began at 20\d\d-.+Z was interrupted$/,
      ),
    ]);
    expect(at.rejects(report).map(({ line }) => line)).toEqual([2, 3]);
  });

  it("inserts nothing that another import inserted meanwhile", async () => {
    const file = write("a.jsonl", named("ab"));
    const write1 = at.catalog.write.bind(at.catalog);
    vi.spyOn(at.catalog, "write").mockImplementationOnce(async (work) => {
      await write1(async (writer) => {
        await writer.mentionHackathon({ ...UNAFFILIATED, startDate: null, projects: [] });
        await saveProjects(writer, named("a"));
      });
      return write1(work);
    });
    expect(await run(file)).toMatchObject({ inserted: 1, unchanged: 1 });
    expect(saved).toEqual([["b"]]);
  });
});

describe("progress", () => {
  it("is stored every two seconds while nothing is written", async () => {
    await run(write("a.jsonl", named("abcd")));
    for (const [step, resumed] of [
      [2_000, 0],
      [2_001, 2],
    ] as const) {
      const file = write(`b${step}.jsonl`, named("abcdx"));
      let time = 0;
      vi.spyOn(performance, "now").mockImplementation(() => time);
      vi.spyOn(at.catalog, "hashes").mockImplementation(async function (this: never, ...given) {
        time = step;
        vi.mocked(at.catalog.hashes).mockRestore();
        return at.catalog.hashes(...given);
      });
      failAt("x");
      await expect(run(file)).rejects.toThrow("power cut");
      vi.restoreAllMocks();
      const stored = (await at.catalog.importRuns(10)).find((one) => one.file === file);
      expect([step, stored?.committedLine ?? 0]).toEqual([step, resumed]);
    }
  });

  it("is reported with the length of all files, unknown where one is standard input", async () => {
    const seen: ImportProgress[] = [];
    const onProgress = (progress: ImportProgress) => seen.push(progress);
    const [a, b] = [write("a.jsonl", named("ab")), write("b.jsonl", named("c"))];
    const bytes = readFileSync(a).length + readFileSync(b).length;
    await run([a, b], { onProgress });
    expect(seen[0]).toMatchObject({ file: a, records: 2, totalBytes: bytes });
    expect(seen.at(-1)).toMatchObject({ file: b, records: 3, bytes, totalBytes: bytes, secondsLeft: 0 });
    seen.length = 0;
    await run([a, "-"], { onProgress, stdin: Readable.from([toJsonLines(named("d"))]) });
    expect(seen.at(-1)).toMatchObject({ file: "-", records: 3, totalBytes: null, secondsLeft: null });
  });

  it("of a dry run is not stored", async () => {
    const file = write("a.jsonl", [...named("abc"), {}]);
    expect(await run(file, { dryRun: true })).toMatchObject({ inserted: 3, rejected: 1 });
    expect(await at.catalog.importRuns(10)).toEqual([]);
    expect(existsSync(join(at.folder, "importing"))).toBe(false);
  });
});

describe("changes of records", () => {
  it("that a later record takes back no longer hold up the progress of any file", async () => {
    await run(write("a.jsonl", named("a")));
    const files = [
      write("b.jsonl", [...named("a", "2"), ...named("mn")]),
      write("c.jsonl", named("ao")),
      write("d.jsonl", named("x")),
    ];
    failAt("x");
    await expect(run(files)).rejects.toThrow("power cut");
    onSave = () => {};
    expect(await run(files)).toMatchObject({ resumed: 5, read: 1, inserted: 1, updated: 0 });
    expect(await names()).toBe("a1 m1 n1 o1 x1");
  });

  it("are written in a second pass, which ends with the last of them", async () => {
    await run(write("a.jsonl", named("ab")));
    const [first, second] = [write("b.jsonl", named("ab", "2")), write("c.jsonl", named("cd"))];
    saved = [];
    const seen: ImportProgress[] = [];
    await run([first, second], { onProgress: (progress) => seen.push(progress) });
    expect(saved).toEqual([
      ["c", "d"],
      ["a", "b"],
    ]);
    const [one, two] = [readFileSync(first).length, readFileSync(second).length];
    expect(seen.at(-1)).toMatchObject({ file: second, records: 4, bytes: 2 * one + two });
  });

  it("are named where the files changed before the second pass", async () => {
    await run(write("a.jsonl", named("abc")));
    const file = write("b.jsonl", [...named("abc", "2"), ...named("x")]);
    onSave = (slugs) => {
      if (slugs.includes("x")) writeFileSync(file, toJsonLines(named("a", "2")));
    };
    const report = await run(file);
    expect(report).toMatchObject({ inserted: 1, updated: 1, unchanged: 2 });
    expect(report.warnings).toEqual([
      "the files changed while they were read; records that were not updated: 2. Run the import again",
    ]);
    expect(await names()).toBe("a2 b1 c1 x1");
  });

  it("that a signal stopped are written by the next import", async () => {
    await run(write("a.jsonl", named("abcd")));
    const files = [write("b.jsonl", named("ab", "2")), write("c.jsonl", named("cd", "2"))];
    const controller = new AbortController();
    onSave = () => controller.abort();
    const stopped = await run(files, { signal: controller.signal });
    expect(stopped).toMatchObject({ interrupted: true, updated: 2, unchanged: 2, warnings: [] });
    expect(await names()).toBe("a2 b2 c1 d1");
    onSave = () => {};
    const report = await run(files);
    expect(report).toMatchObject({ interrupted: false, resumed: 0, updated: 2, unchanged: 2 });
    expect(await names()).toBe("a2 b2 c2 d2");
  });
});

describe("a signal", () => {
  it("ends the import after the current batch; the next one resumes there, in every file", async () => {
    const files = [
      write("a.jsonl", [...named("ab"), {}]),
      write("b.jsonl", [...named("cd"), {}, ...named("ef"), {}]),
      write("c.jsonl", [{}, ...named("g")]),
    ];
    const controller = new AbortController();
    onSave = (slugs) => {
      if (slugs.includes("c")) controller.abort();
    };
    const stopped = await run(files, { signal: controller.signal });
    expect(stopped).toMatchObject({ interrupted: true, read: 9, inserted: 6, rejected: 3, resumed: 0 });
    onSave = () => {};
    const report = await run(files);
    expect(report).toMatchObject({ interrupted: false, read: 2, inserted: 1, rejected: 4, resumed: 9 });
    expect(report.rejectsFile).toBe(stopped.rejectsFile);
    expect(at.rejects(report).map(({ file, line }) => [file, line])).toEqual([
      [files[0], 3],
      [files[1], 3],
      [files[1], 6],
      [files[2], 1],
    ]);
    expect(await run(files)).toMatchObject({ read: 11, unchanged: 7, resumed: 0, rejected: 4 });
  });

  it("given before the start reads nothing, and no file counts as imported", async () => {
    const file = write("a.jsonl", named("a"));
    const report = await run(file, { signal: AbortSignal.abort() });
    expect(report).toMatchObject({ interrupted: true, read: 0, inserted: 0 });
    expect(await at.catalog.importRuns(10)).toEqual([]);
    expect(await run(file)).toMatchObject({ interrupted: false, inserted: 1 });
  });

  it("leaves standard input open where it was not read", async () => {
    const controller = new AbortController();
    const stdin = new Readable({ read() {} });
    const onProgress = () => controller.abort();
    const report = await run(write("a.jsonl", named("a")), { stdin, signal: controller.signal, onProgress });
    expect(report.interrupted).toBe(true);
    expect(stdin.destroyed).toBe(false);
  });

  it("closes standard input, which else stays open", async () => {
    const controller = new AbortController();
    const stdin = new Readable({ read() {} });
    stdin.push(toJsonLines(named("a")));
    const file = write("b.jsonl", named("b"));
    const report = await run(["-", file], {
      stdin,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(report).toMatchObject({ interrupted: true, read: 1, inserted: 1 });
    expect(stdin.destroyed).toBe(true);
  });
});

it("resumes with the same map and source only, and not when told not to", async () => {
  const file = write("a.jsonl", named("abc"));
  const map = { text: "$" };
  failAt("c");
  for (const options of [{ map }, { source: "letters" }]) {
    await expect(run(file, options)).rejects.toThrow("power cut");
    await at.catalog.withdrawProject("a");
  }
  onSave = () => {};
  const resumed = async (options: Partial<ImportOptions>) => (await run(file, options)).resumed;
  expect(await resumed({ map: { text: "$$" } })).toBe(0);
  expect(await resumed({ source: "notes" })).toBe(0);
  expect(await resumed({})).toBe(0);
  expect(await resumed({ map })).toBe(2);
  expect(await resumed({ source: "letters", resume: false })).toBe(0);
});

it("releases its lock, when it ends and when it fails", async () => {
  const locks = () => readdirSync(join(at.folder, "importing"));
  await run(write("a.jsonl", named("a")));
  expect(locks()).toEqual([]);
  failAt("b");
  await expect(run(write("b.jsonl", named("b")))).rejects.toThrow("power cut");
  expect(locks()).toEqual([]);
});
