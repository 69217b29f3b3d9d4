/** Imports that are stopped end like an undisturbed one. */
import { getEventListeners } from "node:events";
import { mkdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importLocksIn } from "./import-holder.ts";
import { importProjects } from "./projects.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const records = Array.from({ length: 6_000 }, (_, index) =>
  index % 500 === 7
    ? { slug: `bad-${index}` }
    : {
        slug: `p-${index % 5_500}`,
        name: `Name ${index}`,
        hackathon: { slug: `jam-${index % 5}` },
        tracks: [`T${index % 9}`],
      },
);

function run(input: string, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importProjects(at.catalog, [input], { dataDir: at.folder, ...options });
}

function stopAfter(count: number): Partial<ImportOptions> {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    onProgress: ({ records: read }) => {
      if (read >= count) controller.abort();
    },
  };
}

describe("an interrupted import", () => {
  it("is waited for by the input that is read, not by those before it", async () => {
    const { signal } = new AbortController();
    const listening: number[] = [];
    const inputs = Array.from({ length: 12 }, (_, i) =>
      at.write(`${i}.jsonl`, toJsonLines([{ slug: `p-${i}`, name: `Name ${i}` }])),
    );
    const report = await importProjects(at.catalog, inputs, {
      dataDir: at.folder,
      signal,
      onProgress: () => listening.push(getEventListeners(signal, "abort").length),
    });
    expect(report.read).toBe(12);
    expect(Math.max(...listening)).toBeLessThanOrEqual(2);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("says so, and resumes where it left off: one rejects file lists the rejects of both parts", async () => {
    const undisturbed = await openFixture();
    const file = at.write("p.jsonl", toJsonLines(records));
    await importProjects(undisturbed.catalog, [file], { dataDir: undisturbed.folder });

    const first = await run(file, stopAfter(1));
    expect(first.interrupted).toBe(true);
    expect(first.read).toBeLessThan(records.length);
    expect((await at.catalog.counts()).projects).toBeGreaterThan(0);
    const second = await run(file);
    expect(second).toMatchObject({
      interrupted: false,
      resumed: first.read,
      rejected: 12,
      rejectsFile: first.rejectsFile,
    });
    expect(second.read).toBe(records.length - first.read);
    expect(second.warnings[0]).toContain(`resumed after line ${first.read}`);
    expect(new Set(at.rejects(second).map((reject) => reject.record)).size).toBe(12);
    expect(at.rejects(second)).toHaveLength(12);

    expect(await at.projects()).toEqual(await undisturbed.projects());
    expect(await at.catalog.hackathons()).toEqual(await undisturbed.catalog.hackathons());
    await undisturbed.close();
    const counter = await at.catalog.changeCounter();
    expect(await run(file)).toMatchObject({ inserted: 0, updated: 0, resumed: 0, read: records.length });
    expect(await at.catalog.changeCounter()).toBe(counter);
  });

  it("of several files resumes in each; no reject is lost or listed twice", async () => {
    const files = ["a", "b", "c"].map((name) =>
      at.write(
        `${name}.jsonl`,
        toJsonLines(records.slice(0, 5_500).map((record) => ({ ...record, slug: `${name}-${record.slug}` }))),
      ),
    );
    const both = (options: Partial<ImportOptions> = {}) =>
      importProjects(at.catalog, files, { dataDir: at.folder, ...options });
    const first = await both(stopAfter(5_501));
    expect(first).toMatchObject({ interrupted: true });
    const second = await both();
    expect(second).toMatchObject({ interrupted: false, rejected: 33, rejectsFile: first.rejectsFile });
    expect(second.read + first.read).toBe(3 * 5_500);
    const places = at.rejects(second).map((reject) => `${reject.file} ${reject.line}`);
    expect(new Set(places).size).toBe(33);
    expect(places).toHaveLength(33);
  });

  it("of a folder of Markdown resumes after the last file, and starts over when one of them changed", async () => {
    const folder = join(at.folder, "essays");
    mkdirSync(folder);
    const pathOf = (index: number) => join(folder, `${String(index).padStart(3, "0")}.md`);
    for (let index = 0; index < 900; index++)
      writeFileSync(
        pathOf(index),
        index % 100 === 7 ? "---\n- a\n---\n" : `# Title ${index}\n\nText ${index}.`,
      );
    const importFolder = (options: Partial<ImportOptions> = {}) =>
      importArchive(at.catalog, [folder], { dataDir: at.folder, ...options });
    const first = await importFolder(stopAfter(120));
    expect(first.interrupted).toBe(true);
    expect(first.read).toBeLessThan(900);
    const second = await importFolder();
    expect(second).toMatchObject({ interrupted: false, resumed: first.read, read: 900 - first.read });
    expect(first.inserted + second.inserted).toBe(891);
    expect(second.warnings[0]).toContain(`${folder}: resumed after file ${first.read}`);
    const rejected = at.rejects(second).map(({ file }) => file);
    expect(rejected).toEqual(Array.from({ length: 9 }, (_, i) => pathOf(i * 100 + 7)));

    await importFolder(stopAfter(50));
    writeFileSync(pathOf(250), "# Title 250\n\nAnother text.");
    expect(await importFolder()).toMatchObject({ resumed: 0, read: 900, updated: 1 });
  });

  it("starts over when the file changed, when asked to, and under another map", async () => {
    const file = at.write("p.jsonl", toJsonLines(records));
    const map = at.write("m.jsonata", "$");
    await run(file, stopAfter(1));
    expect(await run(file, { ...stopAfter(1), resume: false })).toMatchObject({ resumed: 0 });
    expect(await run(file, { ...stopAfter(1), map })).toMatchObject({ resumed: 0 });
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect(await run(file)).toMatchObject({ resumed: 0, read: records.length });
  });

  it("starts over while the process that began it still runs, and resumes once it has ended", async () => {
    const file = at.write("p.jsonl", toJsonLines(records));
    const first = await run(file, stopAfter(1));
    const [begun] = await at.catalog.importRuns(1);
    const held = await importLocksIn(at.folder)(begun!.holder);
    const second = await run(file, stopAfter(1));
    expect(second).toMatchObject({ resumed: 0, warnings: [] });
    expect(second.rejectsFile).not.toBe(first.rejectsFile);
    await held!.release();
    expect((await run(file)).resumed).toBeGreaterThan(0);
  });

  it("loses no rejected record when the end of the rejects file was lost", async () => {
    const file = at.write("p.jsonl", toJsonLines(records));
    const first = await run(file, stopAfter(1));
    truncateSync(first.rejectsFile!, 0);
    const second = await run(file);
    expect(second.rejected).toBe(12);
    expect(at.rejects(second).length).toBeGreaterThan(0);
  });
});
