import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, listSnapshots } from "../corpus/manifest.ts";
import { flipBit, tempFolder } from "../search/segment/temp-folder.case.ts";
import { openServing } from "../serving/serving.ts";
import { type PublishStep, publish, rollback } from "./publish.ts";
import {
  differingFiles,
  documentOf,
  documentsOf,
  openWorkbench,
  projectOf,
  projectsOf,
  publishedFiles,
  type Workbench,
} from "./workbench.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

async function another(): Promise<Workbench> {
  const workbench = await openWorkbench();
  onTestFinished(() => workbench.close());
  return workbench;
}

const segmentsOf = (workbench: Workbench) => readdirSync(dataDirectory(workbench.dataDir).segments).sort();

/** Documents found per query, in a serving over the current snapshot. */
async function found(workbench: Workbench, queries: readonly string[]): Promise<string[][]> {
  const serving = await openServing({ dataDir: workbench.dataDir, catalog: workbench.catalog, workers: 0 });
  try {
    const lists: string[][] = [];
    for (const query of queries) {
      const request = {
        query,
        limit: 10,
        offset: 0,
        maxChunksPerDoc: 1,
        maxDocsPerSource: 0,
        intent: "docs",
      };
      const { results } = (await serving.execute("searchArchives", { ...request, minSimilarity: 0.2 })) as {
        results: { documentId: string }[];
      };
      lists.push(results.map(({ documentId }) => documentId).sort());
    }
    return lists;
  } finally {
    await serving.close();
  }
}

describe("publish from nothing", () => {
  it("gives the same bytes in every file for the same catalog", async () => {
    const other = await another();
    await at.put(...documentsOf(0, 40));
    await at.putProjects(...projectsOf(0, 20));
    // Another order of import, and imports in several steps.
    await other.putProjects(...projectsOf(0, 20).reverse());
    await other.put(...documentsOf(20, 40).reverse());
    await other.put(...documentsOf(0, 20));
    const report = await at.publish();
    await other.publish();
    expect(report).toMatchObject({
      snapshot: "000001",
      changed: true,
      projects: 20,
      documents: 40,
      missingVectors: 0,
    });
    const files = publishedFiles(at.dataDir);
    expect(files.size).toBe(2 + 1 + 2 + 2);
    expect(differingFiles(files, publishedFiles(other.dataDir))).toEqual([]);
  });

  it("gives the same bytes when it was stopped at any step before, and has no snapshot until then", async () => {
    const fill = async (workbench: Workbench) => {
      await workbench.put(...documentsOf(0, 15));
      await workbench.putProjects(...projectsOf(0, 5));
    };
    await fill(at);
    await at.publish();
    for (const stopAt of ["read", "chunk", "fit", "embed", "index", "projects"] satisfies PublishStep[]) {
      const stopped = await another();
      await fill(stopped);
      const controller = new AbortController();
      const publishing = stopped.publish({
        signal: controller.signal,
        onProgress: ({ step }) => {
          if (step === stopAt) controller.abort(new Error(`stopped at ${stopAt}`));
        },
      });
      await expect(publishing).rejects.toThrow(`stopped at ${stopAt}`);
      expect(currentSnapshot(dataDirectory(stopped.dataDir))).toBeNull();
      expect(segmentsOf(stopped).filter((name) => name.endsWith(".tmp"))).toEqual([]);
      await stopped.publish();
      expect(differingFiles(publishedFiles(stopped.dataDir), publishedFiles(at.dataDir))).toEqual([]);
    }
  });

  it("works on a catalog that holds nothing, only projects, or only documents", async () => {
    expect(await at.publish()).toMatchObject({ changed: true, projects: 0, documents: 0, chunks: 0 });
    expect(await found(at, ["payment"])).toEqual([[]]);
    await at.putProjects(...projectsOf(0, 3));
    expect(await at.publish()).toMatchObject({ projects: 3, documents: 0 });
    const documentsOnly = await another();
    await documentsOnly.put(documentOf(0));
    expect(await documentsOnly.publish()).toMatchObject({ projects: 0, documents: 1 });
    expect(await found(documentsOnly, [documentOf(0).title])).toEqual([[documentOf(0).documentId]]);
  });

  it("takes documents of no, one and five million characters", async () => {
    const long = "The remittance question — 支付系统 — is simple. ".repeat(110_000);
    await at.put(
      documentOf(0, { content: "" }),
      documentOf(1, { content: "x" }),
      documentOf(2, { content: long.slice(0, 5_000_000), title: "Remittance at length" }),
      documentOf(3, { content: "支".repeat(100_000) }),
    );
    const report = await at.publish();
    expect(report).toMatchObject({ documents: 4, missingVectors: 0 });
    expect(report.chunks).toBeGreaterThan(5_000);
    const [hits] = await found(at, ["remittance at length"]);
    expect(hits).toContain(documentOf(2).documentId);
  });

  it("reports its steps in order, each from its start to its end", async () => {
    await at.put(...documentsOf(0, 5));
    await at.putProjects(projectOf(1));
    const steps: string[] = [];
    await at.publish({
      onProgress: ({ step, done, total }) => {
        if (steps.at(-1) !== step) steps.push(step);
        if (total !== null) expect(done).toBeLessThanOrEqual(total);
      },
    });
    expect(steps).toEqual(["read", "chunk", "fit", "embed", "index", "projects", "swap"]);
  });
});

describe("publish again", () => {
  it("does nothing when nothing changed, and says so", async () => {
    await at.put(...documentsOf(0, 10));
    await at.putProjects(...projectsOf(0, 5));
    await at.publish();
    const before = publishedFiles(at.dataDir);
    expect(await at.publish()).toMatchObject({
      snapshot: "000001",
      changed: false,
      projects: 5,
      documents: 10,
    });
    expect(differingFiles(before, publishedFiles(at.dataDir))).toEqual([]);
  });

  it("writes a small segment for what was added, changed and removed, and finds what a full publish finds", async () => {
    await at.put(...documentsOf(0, 60));
    await at.publish();
    const { embedder } = at.manifest();
    await at.put(
      documentOf(60),
      documentOf(61),
      documentOf(5, { title: "Moth census", content: "Counting moths." }),
    );
    await at.catalog.withdrawDocument(documentOf(7).documentId);
    await at.publish();
    const manifest = at.manifest();
    expect(manifest.archive.segments.map(({ documents }) => documents)).toEqual([60, 3]);
    expect(manifest.archive.segments[0]!.superseded).toHaveLength(2);
    expect(manifest.embedder).toEqual(embedder);

    const fresh = await another();
    await fresh.put(
      ...documentsOf(0, 62),
      documentOf(5, { title: "Moth census", content: "Counting moths." }),
    );
    await fresh.catalog.withdrawDocument(documentOf(7).documentId);
    await fresh.publish();
    const queries = ["counting moths", documentOf(60).title, documentOf(61).title, "Title of nothing 7"];
    const [moths, sixty, sixtyOne] = await found(at, queries);
    expect(moths).toContain(documentOf(5).documentId);
    expect(sixty).toContain(documentOf(60).documentId);
    expect(sixtyOne).toContain(documentOf(61).documentId);
    const again = await found(fresh, queries);
    for (const [i, list] of (await found(at, queries)).entries()) {
      const shared = list.filter((id) => again[i]!.includes(id));
      expect(shared.length).toBeGreaterThanOrEqual(Math.floor(again[i]!.length * 0.7));
      expect(list).not.toContain(documentOf(7).documentId);
    }
  });

  it("puts projects that changed into a new segment and keeps the archive's as it is", async () => {
    await at.put(...documentsOf(0, 10));
    await at.putProjects(...projectsOf(0, 10));
    await at.publish();
    const before = at.manifest();
    await at.putProjects({ ...projectOf(3), name: "Renamed" });
    await at.catalog.withdrawProject("project-4");
    expect(await at.publish()).toMatchObject({ changed: true, projects: 9 });
    const after = at.manifest();
    expect(after.archive).toEqual(before.archive);
    expect(after.projects.file).not.toBe(before.projects.file);
    expect(after.corpusRevision).not.toBe(before.corpusRevision);
  });

  it("merges small segments once there are many", async () => {
    await at.put(...documentsOf(0, 200));
    await at.publish();
    const counts: number[] = [];
    for (let i = 0; i < 9; i++) {
      await at.put(documentOf(200 + i));
      await at.publish();
      counts.push(at.manifest().archive.segments.length);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(8);
    expect(counts.at(-1)).toBeLessThan(Math.max(...counts));
    const total = at
      .manifest()
      .archive.segments.reduce((sum, s) => sum + s.documents - s.superseded.length, 0);
    expect(total).toBe(209);
    const [hits] = await found(at, [documentOf(201).title]);
    expect(hits).toContain(documentOf(201).documentId);
  });

  it("rebuilds everything when a quarter of the documents changed, and keeps the embedder", async () => {
    await at.put(...documentsOf(0, 40));
    await at.publish();
    const before = at.manifest();
    await at.put(...Array.from({ length: 12 }, (_, i) => documentOf(i, { content: `All new text ${i}.` })));
    await at.publish();
    expect(at.manifest().archive.segments).toMatchObject([{ documents: 40, superseded: [] }]);
    expect(at.manifest().embedder).toEqual(before.embedder);
  });

  it("fits the embedder anew when documents and projects have grown by a quarter, not before", async () => {
    await at.put(...documentsOf(0, 30));
    await at.putProjects(...projectsOf(0, 10));
    await at.publish();
    const { version } = at.manifest().embedder;
    await at.put(...documentsOf(30, 40));
    await at.publish();
    expect(at.manifest().embedder.version).toBe(version);
    await at.put(documentOf(40));
    await at.publish();
    expect(at.manifest().embedder.version).not.toBe(version);
    expect(at.manifest().freshness.embeddingsVersion).toBe(at.manifest().embedder.version);
  });

  it("fits an embedder for the first documents of a catalog that was published empty", async () => {
    await at.publish();
    await at.put(documentOf(0));
    expect(await at.publish()).toMatchObject({ documents: 1 });
    expect(at.manifest().embedder.texts).toBe(1);
    expect(await found(at, ["payment"])).toEqual([[documentOf(0).documentId]]);
  });

  it("fits and builds everything anew when asked to, and says the same as from nothing", async () => {
    await at.put(...documentsOf(0, 30));
    await at.publish();
    await at.put(...documentsOf(30, 34));
    await at.publish();
    expect(at.manifest().archive.segments).toHaveLength(2);
    expect(await at.publish({ refit: true })).toMatchObject({ changed: true, snapshot: "000003" });
    const fresh = await another();
    await fresh.put(...documentsOf(0, 34));
    await fresh.publish();
    const withoutId = ({ id: _, ...manifest }: ReturnType<Workbench["manifest"]>) => manifest;
    expect(withoutId(at.manifest())).toEqual(withoutId(fresh.manifest()));
  });

  it("goes down to nothing when everything was withdrawn", async () => {
    await at.put(...documentsOf(0, 5));
    await at.publish();
    for (const { documentId } of documentsOf(0, 5)) await at.catalog.withdrawDocument(documentId);
    expect(await at.publish()).toMatchObject({ changed: true, documents: 0, chunks: 0 });
    expect(at.manifest().archive.segments).toEqual([]);
    await at.put(...documentsOf(0, 5));
    expect(await at.publish()).toMatchObject({ documents: 5 });
  });

  it("publishes a source that was declared otherwise", async () => {
    await at.put(documentOf(0));
    await at.publish();
    await at.putSource({
      key: "essays",
      access: "excerpt",
      label: "Essays",
      licenceNote: "Short parts only.",
    });
    expect(await at.publish()).toMatchObject({ changed: true });
    expect(at.manifest().sources).toEqual([
      { key: "essays", label: "Essays", kind: "essays", access: "excerpt", licenceNote: "Short parts only." },
    ]);
  });
});

describe("snapshots", () => {
  it("keeps two before the current one, and the files that any of them needs, no others", async () => {
    for (let i = 0; i < 5; i++) {
      await at.put(documentOf(i));
      await at.publish();
    }
    const directory = dataDirectory(at.dataDir);
    expect(listSnapshots(directory)).toEqual(["000003", "000004", "000005"]);
    const needed = new Set<string>();
    for (const [name, bytes] of publishedFiles(at.dataDir)) {
      if (!/^\d{6}\.json$/.test(name)) continue;
      const { embedder, projects, archive } = JSON.parse(bytes.toString());
      for (const file of [
        embedder.file,
        projects.file,
        ...archive.segments.map((s: { file: string }) => s.file),
      ])
        needed.add(file);
    }
    expect(new Set(segmentsOf(at).map((name) => name.replace(/\.(seg|txt)$/, "")))).toEqual(needed);
  });

  it("keeps as many as asked for", async () => {
    for (let i = 0; i < 3; i++) {
      await at.put(documentOf(i));
      await at.publish({ keep: 0 });
    }
    expect(listSnapshots(dataDirectory(at.dataDir))).toEqual(["000003"]);
  });

  it("clears away what an unfinished publish left, also when nothing is new", async () => {
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

  it("returns to the one before, step by step, and says when there is none", async () => {
    for (let i = 0; i < 3; i++) {
      await at.put(documentOf(i));
      await at.publish();
    }
    expect(await rollback(at.dataDir)).toEqual({ snapshot: "000002" });
    expect(at.manifest().archive.segments.reduce((sum, { documents }) => sum + documents, 0)).toBe(2);
    expect(await rollback(at.dataDir)).toEqual({ snapshot: "000001" });
    await expect(rollback(at.dataDir)).rejects.toThrow(
      "there is no snapshot before the current one to return to",
    );
    expect(currentSnapshot(dataDirectory(at.dataDir))).toBe("000001");
    await expect(rollback(tempFolder())).rejects.toThrow("there is no snapshot before");
  });

  it("publishes forward from a snapshot that was returned to, under a new number", async () => {
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
  };
  const flipMiddle = (path: string) => flipBit(path, statSync(path).size * 4);
  const fileOf = (workbench: Workbench, name: RegExp) =>
    join(dataDirectory(workbench.dataDir).segments, segmentsOf(workbench).find((file) => name.test(file))!);
  for (const [name, harm] of Object.entries(damage))
    it(`is found and mended by the next publish: ${name}`, async () => {
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
  const lock = () => join(at.dataDir, "publish.lock");

  it("refuses a second publish of the same data directory while one is at work, and frees itself", async () => {
    await at.put(...documentsOf(0, 5));
    const running = at.publish();
    await expect(publish({ dataDir: at.dataDir, catalog: at.catalog })).rejects.toThrow(
      `another publish (process ${process.pid}) is at work on this data directory; wait for it, or delete ${lock()} if it is not`,
    );
    await running;
    expect(existsSync(lock())).toBe(false);
    await at.publish();
  });

  it("is freed when a publish fails", async () => {
    const controller = new AbortController();
    controller.abort(new Error("stop"));
    await expect(at.publish({ signal: controller.signal })).rejects.toThrow("stop");
    expect(existsSync(lock())).toBe(false);
  });

  it("is taken over from a process that is gone, or whose number another process has now", async () => {
    mkdirSync(at.dataDir, { recursive: true });
    for (const holder of ["999999999 123", "999999999", `${process.pid} 1`]) {
      writeFileSync(lock(), holder);
      await at.publish();
      expect(existsSync(lock())).toBe(false);
    }
  });

  it("counts as held while its owner has not yet written its name", async () => {
    writeFileSync(lock(), "");
    await expect(at.publish()).rejects.toThrow("another publish (process unknown)");
    rmSync(lock());
  });
});
