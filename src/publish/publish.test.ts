import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, writeManifest } from "../corpus/manifest.ts";
import { archiveVersion } from "./plan.ts";
import type { PublishStep } from "./publish.ts";
import {
  differingFiles,
  documentOf,
  documentsOf,
  found,
  openWorkbench,
  projectOf,
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

async function another(): Promise<Workbench> {
  const workbench = await openWorkbench();
  onTestFinished(() => workbench.close());
  return workbench;
}

describe("full publish", () => {
  it("is byte-for-byte reproducible in every file", async () => {
    const other = await another();
    await at.put(...documentsOf(0, 40));
    await at.putProjects(...projectsOf(0, 20));
    // Imported in another order and in several steps.
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
    expect(files.size).toBe(2 + 1 + 1 + 2 + 2 + 1);
    expect(differingFiles(files, publishedFiles(other.dataDir))).toEqual([]);
  });

  it("produces the same bytes after an interruption at any step, and no snapshot before", async () => {
    const fill = async (workbench: Workbench) => {
      await workbench.put(...documentsOf(0, 15));
      await workbench.putProjects(...projectsOf(0, 5));
    };
    await fill(at);
    await at.publish();
    for (const stopAt of [
      "read",
      "sample",
      "fit",
      "embed",
      "index",
      "categorise",
      "cluster",
      "projects",
    ] satisfies PublishStep[]) {
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

  it("works on a catalog that is empty, or has only projects or only documents", async () => {
    expect(await at.publish()).toMatchObject({ changed: true, projects: 0, documents: 0, chunks: 0 });
    expect(await found(at, ["payment"])).toEqual([[]]);
    await at.putProjects(...projectsOf(0, 3));
    expect(await at.publish()).toMatchObject({ projects: 3, documents: 0 });
    const documentsOnly = await another();
    await documentsOnly.put(documentOf(0));
    expect(await documentsOnly.publish()).toMatchObject({ projects: 0, documents: 1 });
    expect(await found(documentsOnly, [documentOf(0).title])).toEqual([[documentOf(0).documentId]]);
  });

  it("accepts documents of zero, one and five million characters", async () => {
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
    expect(steps).toEqual(["read", "sample", "fit", "embed", "index", "categorise", "projects", "swap"]);
  });
});

describe("incremental publish", () => {
  it("does nothing when nothing changed, and reports it", async () => {
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

  it("writes a small segment for added, changed and removed documents, and finds the same as a full publish", async () => {
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

  it("writes changed projects to a new segment and keeps the archive segments", async () => {
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

  it("merges the previous small segment into the next", async () => {
    await at.put(...documentsOf(0, 200));
    await at.publish();
    for (let i = 0; i < 4; i++) {
      await at.put(documentOf(200 + i));
      await at.publish();
      expect(at.manifest().archive.segments.map(({ documents }) => documents)).toEqual([200, i + 1]);
    }
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

  it("rebuilds everything that another version made of the documents, and keeps the embedder", async () => {
    await at.put(...documentsOf(0, 40));
    await at.publish();
    const before = at.manifest();
    expect(before.archive.version).toBe(archiveVersion);
    const { version: _, ...archive } = before.archive;
    writeManifest(dataDirectory(at.dataDir), { ...before, archive });
    await at.put(documentOf(40));
    await at.publish();
    expect(at.manifest().archive).toMatchObject({
      version: archiveVersion,
      segments: [{ documents: 41, superseded: [] }],
    });
    expect(at.manifest().embedder).toEqual(before.embedder);
    await at.put(documentOf(41));
    await at.publish();
    expect(at.manifest().archive).toMatchObject({
      version: archiveVersion,
      segments: [{ documents: 41 }, { documents: 1 }],
    });
  });

  it("fits the embedder again when documents and projects have grown by a quarter, not before", async () => {
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

  it("refits and rebuilds everything on request, with the same result as a full publish", async () => {
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

  it("publishes an empty snapshot when everything was withdrawn", async () => {
    await at.put(...documentsOf(0, 5));
    await at.publish();
    for (const { documentId } of documentsOf(0, 5)) await at.catalog.withdrawDocument(documentId);
    expect(await at.publish()).toMatchObject({ changed: true, documents: 0, chunks: 0 });
    expect(at.manifest().archive.segments).toEqual([]);
    await at.put(...documentsOf(0, 5));
    expect(await at.publish()).toMatchObject({ documents: 5 });
  });

  it("publishes a source whose declaration changed", async () => {
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
