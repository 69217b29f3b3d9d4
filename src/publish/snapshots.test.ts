import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, listSnapshots, writeManifest } from "../corpus/manifest.ts";
import { flipBit, tempFolder } from "../search/segment/temp-folder.case.ts";
import { publish, rollback } from "./publish.ts";
import {
  documentOf,
  documentsOf,
  found,
  openWorkbench,
  projectsOf,
  publishedFiles,
  segmentsOf,
  type Workbench,
} from "./workbench.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

describe("snapshots", () => {
  it("keeps two snapshots before the current one, with the files that they need, and no others", async () => {
    for (let i = 0; i < 5; i++) {
      await at.put(documentOf(i));
      await at.publish();
    }
    const directory = dataDirectory(at.dataDir);
    expect(listSnapshots(directory)).toEqual(["000003", "000004", "000005"]);
    const needed = new Set<string>();
    for (const [name, bytes] of publishedFiles(at.dataDir)) {
      if (!/^\d{6}\.json$/.test(name)) continue;
      const { embedder, projects, clusters, landscape, archive } = JSON.parse(bytes.toString());
      if (clusters) needed.add(clusters.file);
      for (const file of [
        embedder.file,
        projects.file,
        landscape.file,
        ...archive.segments.map((s: { file: string }) => s.file),
      ])
        needed.add(file);
    }
    expect(new Set(segmentsOf(at).map((name) => name.replace(/\.(seg|txt)$/, "")))).toEqual(needed);
  });

  it("keeps as many as requested", async () => {
    for (let i = 0; i < 3; i++) {
      await at.put(documentOf(i));
      await at.publish({ keep: 0 });
    }
    expect(listSnapshots(dataDirectory(at.dataDir))).toEqual(["000003"]);
  });

  it("deletes leftovers of an unfinished publish, also when nothing is new", async () => {
    await at.put(documentOf(0));
    await at.publish();
    const { segments, snapshots } = dataDirectory(at.dataDir);
    const before = [...publishedFiles(at.dataDir).keys()];
    writeFileSync(join(segments, "archive-x.txt.1.tmp"), "half");
    writeFileSync(join(segments, "archive-0123456789abcdef.txt"), "nobody's");
    writeFileSync(join(snapshots, "000002.json.1.tmp"), "half");
    expect(await at.publish()).toMatchObject({ changed: false });
    expect([...publishedFiles(at.dataDir).keys()]).toEqual(before);
  });

  it("rolls back step by step, and reports when there is no earlier one", async () => {
    for (let i = 0; i < 3; i++) {
      await at.put(documentOf(i));
      await at.publish();
    }
    expect(await rollback(at.dataDir)).toEqual({ snapshot: "000002" });
    expect(at.manifest().archive.segments.reduce((sum, { documents }) => sum + documents, 0)).toBe(2);
    expect(await rollback(at.dataDir)).toEqual({ snapshot: "000001" });
    await expect(rollback(at.dataDir)).rejects.toThrow("there is no previous snapshot to return to");
    expect(currentSnapshot(dataDirectory(at.dataDir))).toBe("000001");
    await expect(rollback(tempFolder())).rejects.toThrow("there is no previous snapshot");
  });

  it("after a rollback the next publish keeps what it returned to, and deletes what it left", async () => {
    for (let i = 0; i < 3; i++) {
      await at.put(documentOf(i));
      await at.publish();
    }
    await rollback(at.dataDir);
    expect(at.manifest().id).toBe("000002");
    await at.put(documentOf(50));
    await at.publish();
    expect(at.manifest().id).toBe("000004");
    expect(listSnapshots(dataDirectory(at.dataDir))).toEqual(["000001", "000002", "000004"]);
    expect(await rollback(at.dataDir)).toEqual({ snapshot: "000002" });
  });

  it("does not roll back to a snapshot of an earlier release", async () => {
    await at.publish();
    writeManifest(dataDirectory(at.dataDir), { ...at.manifest(), format: 2 });
    await at.put(documentOf(50));
    await at.publish();
    const { id } = at.manifest();
    await expect(rollback(at.dataDir)).rejects.toThrow("written in format 2");
    expect(at.manifest().id).toBe(id);
  });

  it("publishes from a rolled-back snapshot under a new number", async () => {
    await at.put(documentOf(0));
    await at.publish();
    await at.put(documentOf(1));
    await at.publish();
    await rollback(at.dataDir);
    expect(await at.publish()).toMatchObject({ changed: true, snapshot: "000003", documents: 2 });
    expect(await found(at, [documentOf(1).title])).toEqual([
      expect.arrayContaining([documentOf(1).documentId]),
    ]);
  });
});

describe("damage in the current snapshot", () => {
  const damage: Record<string, (workbench: Workbench) => void> = {
    "a bit of the archive segment": (w) => flipMiddle(fileOf(w, /^archive-.*seg$/)),
    "a bit of the archive's texts": (w) => flipMiddle(fileOf(w, /^archive-.*txt$/)),
    "a bit of the projects": (w) => flipMiddle(fileOf(w, /^projects-.*seg$/)),
    "a bit of the projects' texts": (w) => flipMiddle(fileOf(w, /^projects-.*txt$/)),
    "a bit of the embedder": (w) => flipMiddle(fileOf(w, /^embedder-/)),
    "a missing file": (w) => rmSync(fileOf(w, /^archive-.*txt$/)),
    "an unreadable manifest": (w) =>
      writeFileSync(join(dataDirectory(w.dataDir).snapshots, "000001.json"), "{"),
    "a missing manifest": (w) => rmSync(join(dataDirectory(w.dataDir).snapshots, "000001.json")),
  };
  const flipMiddle = (path: string) => flipBit(path, statSync(path).size * 4);
  const fileOf = (workbench: Workbench, name: RegExp) =>
    join(dataDirectory(workbench.dataDir).segments, segmentsOf(workbench).find((file) => name.test(file))!);
  for (const [name, harm] of Object.entries(damage))
    it(`is detected and repaired by the next publish: ${name}`, async () => {
      await at.put(...documentsOf(0, 12));
      await at.putProjects(...projectsOf(0, 6));
      await at.publish();
      const whole = publishedFiles(at.dataDir);
      harm(at);
      expect(await at.publish()).toMatchObject({
        changed: true,
        snapshot: "000002",
        documents: 12,
        projects: 6,
      });
      for (const [file, bytes] of publishedFiles(at.dataDir))
        if (/\.(seg|txt)$/.test(file)) expect(whole.get(file)?.equals(bytes), file).toBe(true);
      expect(await found(at, [documentOf(3).title])).toEqual([
        expect.arrayContaining([documentOf(3).documentId]),
      ]);
    });
});

describe("the lock", () => {
  it("refuses a second publish of the same data directory while one runs, and is released after it", async () => {
    await at.put(...documentsOf(0, 5));
    const running = at.publish();
    await expect(publish({ dataDir: at.dataDir, catalog: at.catalog })).rejects.toThrow(
      `another publish is running on ${at.dataDir}; wait until it has ended, then publish again`,
    );
    await running;
    await at.publish();
  });

  it("is released when a publish fails", async () => {
    const controller = new AbortController();
    controller.abort(new Error("stop"));
    await expect(at.publish({ signal: controller.signal })).rejects.toThrow("stop");
    await at.publish();
  });
});
