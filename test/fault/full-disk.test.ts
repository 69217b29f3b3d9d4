/** A disk that fills up during a publish or an import. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot } from "../../src/corpus/manifest.ts";
import { importProjects } from "../../src/ingest/projects.ts";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  publishedFiles,
} from "../../src/publish/workbench.case.ts";
import { openServing } from "../../src/serving/serving.ts";
import { fillDisk, mountSmallDisk } from "./small-disk.ts";

it("a full disk ends a publish with a clear error, an intact old snapshot, and nothing to clean up by hand", async ({
  skip,
}) => {
  const folder = mountSmallDisk(24);
  if (!folder) return skip("a small file system can be mounted by root only");
  const at = await openWorkbench(folder);
  onTestFinished(() => at.close());
  await at.put(...documentsOf(0, 40));
  await at.publish();
  const before = publishedFiles(folder);
  await at.put(...documentsOf(40, 160));
  const serving = await openServing({ dataDir: folder, catalog: at.catalog, workers: 0 });
  onTestFinished(() => serving.close());

  // From no free space, through every step that writes, to enough space.
  const failures = new Set<string>();
  let free = 0;
  for (; ; free += 300_000) {
    const filler = fillDisk(folder, free);
    const failure = await at.publish().then(
      () => null,
      (error: Error) => error.message,
    );
    rmSync(filler);
    if (failure === null) break;
    expect(failure).toMatch(/^\/.* cannot be written: the disk is full; free some space and run this again$/);
    failures.add(/(catalog|archive|embedder|projects|\.json|CURRENT)/.exec(failure)![1]!);
    expect(currentSnapshot(dataDirectory(folder))).toBe("000001");
    for (const [name, bytes] of before)
      expect(publishedFiles(folder).get(name)?.equals(bytes), name).toBe(true);
    expect(await serving.execute("getFilters", {})).toBeTruthy();
    // A publish keeps the steps that it finished: start from a fresh copy for the next amount.
    for (const name of publishedFiles(folder).keys())
      if (!before.has(name)) rmSync(join(dataDirectory(folder).segments, name), { force: true });
  }
  expect(free).toBeGreaterThan(0);
  expect(failures.size).toBeGreaterThan(1);
  expect(at.manifest().archive.segments).toHaveLength(1);
  const left = [...publishedFiles(folder).keys()].filter((name) => name.endsWith(".tmp"));
  expect(left).toEqual([]);
  await serving.refresh();
  expect(serving.snapshot()).toMatchObject({ id: "000002", documents: 160 });
});

it("resumes after a full disk from the finished steps, and removes unused files", async ({ skip }) => {
  const folder = mountSmallDisk(24);
  if (!folder) return skip("a small file system can be mounted by root only");
  const at = await openWorkbench(folder);
  onTestFinished(() => at.close());
  await at.put(...documentsOf(0, 100));
  let free = 600_000;
  for (; ; free += 200_000) {
    const filler = fillDisk(folder, free);
    const failed = await at.publish().then(
      () => false,
      () => true,
    );
    rmSync(filler);
    const left = readdirSync(dataDirectory(folder).segments);
    if (!failed || left.some((name) => name.startsWith("embedder-") && name.endsWith(".seg"))) break;
  }
  await at.put(documentOf(100));
  await at.publish();
  const needed = JSON.stringify(at.manifest());
  for (const name of readdirSync(dataDirectory(folder).segments))
    expect(needed).toContain(name.replace(/\.(seg|txt)$/, ""));
});

it("a full disk ends an import with a clear error; acknowledged records are kept, and the rest is imported later", async ({
  skip,
}) => {
  const folder = mountSmallDisk(64);
  if (!folder) return skip("a small file system can be mounted by root only");
  const at = await openWorkbench(folder);
  onTestFinished(() => at.close());
  const filling = "text that takes room ".repeat(1_000);
  const records = projectsOf(0, 400).map((project) => ({ ...project, description: filling + project.slug }));
  const file = join(folder, "projects.jsonl");
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const filler = fillDisk(folder, 4_000_000);
  const failure = await importProjects(at.catalog, [file], { dataDir: folder }).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(failure).toMatch(/^\/.* cannot be written: the disk is full; free some space and run this again$/);
  const kept = (await at.catalog.counts()).projects;
  expect(kept).toBeLessThan(400);
  rmSync(filler);
  rmSync(join(folder, "rejects"), { recursive: true, force: true });
  const report = await importProjects(at.catalog, [file], { dataDir: folder });
  expect(report.rejected).toBe(0);
  expect((await at.catalog.counts()).projects).toBe(400);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(401);
});
