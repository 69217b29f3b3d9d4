import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openAccountTables } from "../accounts/open-tables.ts";
import { takeLock } from "../locks/lock.ts";
import {
  documentsOf,
  found,
  openWorkbench,
  projectsOf,
  publishedFiles,
  type Workbench,
} from "../publish/workbench.case.ts";
import { backUp, countsOf, entriesOf, restoreTo, tarOf } from "./backup.case.ts";
import { finishRestore } from "./interrupted-restore.ts";

let workbench: Workbench;
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.put(...documentsOf(0, 30));
  await workbench.putProjects(...projectsOf(0, 10));
  await workbench.publish();
  await (await openAccountTables(join(workbench.dataDir, "accounts.db"))).destroy();
  await writeFile(join(workbench.dataDir, "secret"), "s".repeat(40));
});
afterAll(() => workbench.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-backup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a backup", () => {
  it.each(["plain.tar", "compressed.tar.gz", "compressed.TGZ"])(
    "restores to an equal data directory: %s",
    async (name) => {
      const report = await backUp(workbench.dataDir, at(name));
      expect(report).toMatchObject({ version: "1.2.3", snapshot: "000001", snapshotProblem: null });
      expect((await stat(at(name))).size).toBe(report.bytes);
      const restored = await restoreTo(at("new"), at(name));
      expect(restored).toMatchObject({ createdAt: report.createdAt, files: report.files, replaced: null });
      expect(publishedFiles(at("new"))).toEqual(publishedFiles(workbench.dataDir));
      expect(await readFile(at("new", "secret"), "utf8")).toBe("s".repeat(40));
      expect(await countsOf(at("new"))).toEqual({ catalog: 30, snapshot: 30 });
      const copy = await openWorkbench(at("new"));
      expect(await found(copy, ["farm soil"])).toEqual(await found(workbench, ["farm soil"]));
      expect(await copy.publish()).toMatchObject({ changed: false });
      await copy.close();
    },
  );

  it("of an archive in several segments is restored", async () => {
    const large = await openWorkbench();
    onTestFinished(() => large.close());
    await large.put(...documentsOf(0, 30));
    await large.publish({ segmentPassages: 20 });
    expect(large.manifest().archive.segments.length).toBeGreaterThan(1);
    await backUp(large.dataDir, at("b.tar"));
    await restoreTo(at("new"), at("b.tar"));
    expect(publishedFiles(at("new"))).toEqual(publishedFiles(large.dataDir));
  });

  it("and what is restored are readable by their owner only; nothing else is left", async () => {
    await backUp(workbench.dataDir, at("b.tar"));
    expect(readdirSync(folder)).toEqual(["b.tar"]);
    await restoreTo(at("new"), at("b.tar"));
    expect(readdirSync(folder).sort()).toEqual(["b.tar", "new"]);
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await modeOf(at("b.tar"))).toBe(0o600);
    for (const name of ["", "snapshots", "segments"]) expect(await modeOf(at("new", name))).toBe(0o700);
    for (const name of ["secret", "catalog.db", "accounts.db", "snapshots/CURRENT"])
      expect(await modeOf(at("new", name))).toBe(0o600);
  });

  it("replaces an older one only when it is complete", async () => {
    await backUp(workbench.dataDir, at("b.tar"), { snapshot: false });
    const older = await readFile(at("b.tar"));
    const controller = new AbortController();
    const options = { dataDir: workbench.dataDir, file: at("b.tar"), snapshot: true, version: "1.2.3" };
    const { backup } = await import("./backup.ts");
    const stopped = backup({
      ...options,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error("interrupted")),
    });
    await expect(stopped).rejects.toThrow("interrupted");
    expect(await readFile(at("b.tar"))).toEqual(older);
    expect(readdirSync(folder)).toEqual(["b.tar"]);
    await backUp(workbench.dataDir, at("b.tar"));
    expect([...(await entriesOf(at("b.tar"))).keys()].at(-1)).toBe("checksums.json");
  });

  it("replaces no file but an older backup, compressed or not, even one cut short", async () => {
    const database = join(workbench.dataDir, "catalog.db");
    const catalog = await readFile(database);
    await writeFile(at("notes.txt"), "mine");
    await writeFile(at("other.tar"), await tarOf(new Map([["a.txt", Buffer.from("a")]])));
    await symlink(database, at("link"));
    for (const file of [database, at("link"), at("notes.txt"), at("other.tar")])
      await expect(backUp(workbench.dataDir, file)).rejects.toThrow(
        expect.objectContaining({
          name: "BackupUsageError",
          message: expect.stringMatching(/is not a backup.*give the name of a new file/),
        }),
      );
    expect(await readFile(database)).toEqual(catalog);
    expect(await readFile(at("notes.txt"), "utf8")).toBe("mine");
    await backUp(workbench.dataDir, at("b.tgz"));
    await writeFile(
      at("b.tar"),
      (await readFile((await backUp(workbench.dataDir, at("b.tar"))).file)).subarray(0, 20_000),
    );
    await writeFile(at("empty.tar"), "");
    for (const name of ["b.tgz", "b.tar", "empty.tar"])
      expect((await backUp(workbench.dataDir, at(name))).snapshot).toBe("000001");
  });

  it("without a snapshot holds what cannot be created again", async () => {
    expect(await backUp(workbench.dataDir, at("b.tar"), { snapshot: false })).toMatchObject({
      snapshot: null,
    });
    await restoreTo(at("new"), at("b.tar"));
    expect(readdirSync(at("new")).sort()).toEqual(["accounts.db", "catalog.db", "secret", "server-lock.db"]);
    const copy = await openWorkbench(at("new"));
    expect(await copy.publish()).toMatchObject({ documents: 30, projects: 10 });
    await copy.close();
  });

  it("is written without a snapshot that cannot be read, and says so", async () => {
    await restoreTo(at("damaged"), (await backUp(workbench.dataDir, at("b.tar"))).file);
    await writeFile(at("damaged", "snapshots", "000001.json"), "{");
    expect(await backUp(at("damaged"), at("c.tar"))).toMatchObject({
      snapshot: null,
      snapshotProblem: expect.stringContaining("000001.json"),
    });
  });

  it("of nothing, or to a folder, or beside a missing folder is refused and creates nothing", async () => {
    await mkdir(at("empty"));
    await expect(backUp(at("empty"), at("b.tar"))).rejects.toThrow(/empty contains no records/);
    expect(readdirSync(at("empty"))).toEqual([]);
    await expect(backUp(workbench.dataDir, at("empty"))).rejects.toMatchObject({
      name: "BackupUsageError",
      message: expect.stringContaining("is a folder"),
    });
    await expect(backUp(workbench.dataDir, at("no", "b.tar"))).rejects.toThrow(
      /cannot be created \(ENOENT\)/,
    );
    expect(readdirSync(folder)).toEqual(["empty"]);
  });

  it("to a file that another backup is writing is refused; what a killed one left is removed", async () => {
    await mkdir(at("b.tar.partial"));
    await writeFile(at("b.tar.partial", "catalog.db"), "a part");
    const release = takeLock(at("b.tar.partial", "lock.db"))!;
    await expect(backUp(workbench.dataDir, at("b.tar"))).rejects.toThrow(/another backup/);
    expect(await readFile(at("b.tar.partial", "catalog.db"), "utf8")).toBe("a part");
    release();
    await backUp(workbench.dataDir, at("b.tar"));
    expect(readdirSync(folder)).toEqual(["b.tar"]);
  });
});

describe("a restore", () => {
  beforeEach(async () => {
    await backUp(workbench.dataDir, at("b.tar"), { snapshot: false });
  });

  it("into a directory that is not empty is refused; with replace the former one is kept beside it", async () => {
    await mkdir(at("data"));
    await restoreTo(at("data"), at("b.tar"));
    await expect(restoreTo(at("data"), at("b.tar"))).rejects.toThrow(/not empty.*--replace/);
    await writeFile(at("data", "secret"), "another");
    const { replaced } = await restoreTo(at("data"), at("b.tar"), { replace: true });
    expect(replaced).toMatch(/data\.replaced-\d{4}-\d{2}-\d{2}T[\d-]+Z$/);
    expect(await readFile(join(replaced!, "secret"), "utf8")).toBe("another");
    expect(await readFile(at("data", "secret"), "utf8")).toBe("s".repeat(40));
  });

  it("that was killed between its two renames is finished by the next process that opens the directory", async () => {
    await restoreTo(at("data"), at("b.tar"));
    await rename(at("data"), at("data.restored"));
    await mkdir(at("data"));
    finishRestore(at("data"));
    expect(readdirSync(at("data"))).toEqual([]);
    await rename(at("data"), at("data.replaced-2026-01-01T00-00-00Z"));
    finishRestore(at("data"));
    finishRestore(at("data"));
    expect(await readFile(at("data", "secret"), "utf8")).toBe("s".repeat(40));
    expect(existsSync(at("data.restored"))).toBe(false);
  });

  it("interrupted between its renames is finished through a link to the data directory", async () => {
    await backUp(workbench.dataDir, at("b.tar"), { snapshot: false });
    await mkdir(at("disk"));
    await restoreTo(at("disk", "data"), at("b.tar"));
    await symlink(join("disk", "data"), at("link"));
    await rename(at("disk", "data"), at("disk", "data.restored"));
    finishRestore(at("link"));
    expect(await readFile(at("link", "secret"), "utf8")).toBe("s".repeat(40));
  });

  it("into a directory that is in use is refused, and changes nothing", async () => {
    await restoreTo(at("data"), at("b.tar"));
    await writeFile(at("data", "secret"), "another");
    const uses: [() => Promise<() => unknown>, RegExp][] = [
      [async () => takeLock(at("data", "server-lock.db"))!, /a server is running/],
      [async () => takeLock(at("data", "publish-lock.db"))!, /a publish is running/],
    ];
    for (const [use, message] of uses) {
      const release = await use();
      await expect(restoreTo(at("data"), at("b.tar"), { replace: true })).rejects.toThrow(message);
      await release();
    }
    expect(await readFile(at("data", "secret"), "utf8")).toBe("another");
    expect(existsSync(at("data.restoring"))).toBe(false);
  });

  it("follows a link to the data directory", async () => {
    await mkdir(at("real"));
    await symlink(at("real"), at("link"));
    await restoreTo(at("link"), at("b.tar"));
    expect(readdirSync(at("real"))).toContain("catalog.db");
  });

  it("removes what a killed one left, and refuses to run twice", async () => {
    await mkdir(at("data.restoring"));
    await writeFile(at("data.restoring", "catalog.db"), "a part");
    const release = takeLock(at("data.restoring", "server-lock.db"))!;
    await expect(restoreTo(at("data"), at("b.tar"))).rejects.toThrow(/another restore/);
    release();
    await restoreTo(at("data"), at("b.tar"));
    expect(readdirSync(folder).sort()).toEqual(["b.tar", "data"]);
  });
});
