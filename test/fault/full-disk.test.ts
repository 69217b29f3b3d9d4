/** A disk that fills up during a publish: a small file system of its own, where the tests may mount one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot } from "../../src/corpus/manifest.ts";
import { documentOf, documentsOf, openWorkbench, publishedFiles } from "../../src/publish/workbench.case.ts";
import { openServing } from "../../src/serving/serving.ts";

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** A file system of so many megabytes, or null where mounting is not allowed. */
function mountSmallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), "priorart-disk-"));
  const mounted = run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  const release = () => {
    if (mounted) run("umount", "-l", folder);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!mounted) {
    release();
    return null;
  }
  onTestFinished(release);
  return folder;
}

/** Leaves so many bytes free. */
function fillDisk(folder: string, free: number): string {
  const { bavail, bsize } = statfsSync(folder);
  const path = join(folder, "filler");
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - free)));
  return path;
}

it("a full disk ends a publish with a clear error, the old snapshot whole, and leaves nothing to clear up by hand", async ({
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

  // From no room at all, through every step that writes, to room enough.
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
    failures.add(/(archive|embedder|projects|publish\.lock|\.json|CURRENT)/.exec(failure)![1]!);
    expect(currentSnapshot(dataDirectory(folder))).toBe("000001");
    for (const [name, bytes] of before)
      expect(publishedFiles(folder).get(name)?.equals(bytes), name).toBe(true);
    expect(await serving.execute("getFilters", {})).toBeTruthy();
    expect(readdirSync(folder)).not.toContain("publish.lock");
    // What a publish with little room has finished is not given up: start afresh for the next amount.
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

it("goes on after a full disk with what it had finished, and clears away what nobody needs", async ({
  skip,
}) => {
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
