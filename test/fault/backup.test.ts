/** Backups while others write and publish; kill -9 of a backup and of a restore at any moment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp, countsOf, restoreTo } from "../../src/backup/backup.case.ts";
import { documentsOf, openWorkbench, type Workbench } from "../../src/publish/workbench.case.ts";
import { fillDisk, mountSmallDisk } from "./small-disk.ts";

let folder: string;
let workbench: Workbench;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-backup-fault-"));
  workbench = await openWorkbench(at("source"));
  await workbench.put(...documentsOf(0, 20));
  await workbench.publish();
});
afterEach(async () => {
  await workbench.close();
  await rm(folder, { recursive: true, force: true });
});

const startChild = (file: URL, ...args: string[]) =>
  spawn(process.execPath, ["--import", "tsx", fileURLToPath(file), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });

async function killAt(step: number, ...args: string[]): Promise<void> {
  const child = startChild(new URL("backup-child.ts", import.meta.url), ...args, String(step));
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

it("a backup during writes and publishes holds whole transactions, and a catalog not older than its snapshot", async () => {
  const child = startChild(new URL("publish-child.ts", import.meta.url), at("source"));
  child.stdout.resume();
  let publishing = true;
  const published = once(child, "exit").finally(() => {
    publishing = false;
  });
  let next = 20;
  const write = async () => {
    while (publishing && next < 500) {
      await workbench.put(...documentsOf(next, next + 5));
      next += 5;
      await new Promise(setImmediate);
    }
  };
  const writing = write();
  const seen: number[] = [];
  do {
    expect(await backUp(at("source"), at("b.tar"))).toMatchObject({ snapshotProblem: null });
    await rm(at("new"), { recursive: true, force: true });
    await restoreTo(at("new"), at("b.tar"));
    const counts = await countsOf(at("new"));
    expect(counts.catalog % 5).toBe(0);
    expect(counts.catalog).toBeGreaterThanOrEqual(counts.snapshot!);
    seen.push(counts.catalog);
  } while (publishing);
  await writing;
  expect(await published).toEqual([0, null]);
  expect(new Set(seen).size).toBeGreaterThan(1);
  const copy = await openWorkbench(at("new"));
  // Verifies every file of the snapshot, and adds what it does not have yet.
  expect(await copy.publish()).toMatchObject({ documents: seen.at(-1) });
  await copy.close();
});

it("a backup that is killed leaves the file before it, and the next one cleans up", async () => {
  await backUp(at("source"), at("b.tar"), { snapshot: false });
  const before = await readFile(at("b.tar"));
  for (const step of [0, 9]) {
    await killAt(step, "backup", at("source"), at("b.tar"));
    expect(before.equals(await readFile(at("b.tar")))).toBe(true);
  }
  await backUp(at("source"), at("b.tar"));
  expect(readdirSync(folder).sort()).toEqual(["b.tar", "source"]);
  await restoreTo(at("new"), at("b.tar"));
  expect(await countsOf(at("new"))).toEqual({ catalog: 20, snapshot: 20 });
});

it("a restore that is killed leaves the former data or none, and the next one completes", async () => {
  await backUp(at("source"), at("b.tar"));
  await restoreTo(at("data"), at("b.tar"));
  await writeFile(at("data", "secret"), "former");
  const former = await readFile(at("data", "catalog.db"));
  for (const step of [0, 7]) {
    await killAt(step, "restore", at("none"), at("b.tar"));
    expect(existsSync(at("none"))).toBe(false);
    await killAt(step, "restore", at("data"), at("b.tar"));
    expect(await readFile(at("data", "secret"), "utf8")).toBe("former");
    expect(former.equals(await readFile(at("data", "catalog.db")))).toBe(true);
  }
  await restoreTo(at("none"), at("b.tar"));
  await restoreTo(at("data"), at("b.tar"), { replace: true });
  for (const name of ["none", "data"])
    expect(await countsOf(at(name))).toEqual({ catalog: 20, snapshot: 20 });
  expect(readdirSync(folder).filter((name) => name.endsWith(".restoring"))).toEqual([]);
});

it("a full disk ends a backup and a restore with a clear error, and leaves nothing behind", async ({
  skip,
}) => {
  const disk = mountSmallDisk(16);
  if (!disk) return skip("a small file system can be mounted by root only");
  const failures = new Set<string>();
  const untilItWorks = async (name: string, work: () => Promise<unknown>) => {
    for (let free = 0; ; free += 1_500_000) {
      const filler = fillDisk(disk, free);
      const failure = await work().then(
        () => null,
        (error: Error) => error.message,
      );
      rmSync(filler);
      if (failure === null) break;
      failures.add(failure);
      expect(readdirSync(disk)).not.toContain(name);
      expect(readdirSync(disk).filter((one) => /partial|restoring/.test(one))).toEqual([]);
    }
    expect(readdirSync(disk)).toContain(name);
  };
  await untilItWorks("b.tar", () => backUp(at("source"), join(disk, "b.tar")));
  const smaller = await backUp(at("source"), at("b.tar"));
  rmSync(join(disk, "b.tar"));
  await untilItWorks("data", () => restoreTo(join(disk, "data"), smaller.file));
  expect(failures.size).toBeGreaterThan(1);
  for (const failure of failures) expect(failure).toMatch(/disk.* is full|database or disk is full/);

  // The root of a file system cannot be renamed.
  await rm(join(disk, "data"), { recursive: true });
  await expect(restoreTo(disk, smaller.file)).rejects.toThrow(/is a mount point.*use a folder inside it/);
});
