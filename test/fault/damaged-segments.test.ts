/** Files of a snapshot that are cut, flipped or of a later release, before and while a server reads them. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { operations } from "../../src/contract/api/operations.ts";
import { parseRequest } from "../../src/contract/api/validation.ts";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { segmentFileNames, writeManifest } from "../../src/corpus/manifest.ts";
import { rememberVerified } from "../../src/corpus/verified-files.ts";
import { rollback } from "../../src/publish/publish.ts";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  type Workbench,
} from "../../src/publish/workbench.case.ts";
import { cutTo, flipBit, makeNewer } from "../../src/search/segment/temp-folder.case.ts";
import { openServing, type Serving } from "../../src/serving/serving.ts";

/** Published once; each test damages a copy. */
const template = mkdtempSync(join(tmpdir(), "priorart-template-"));
beforeAll(async () => {
  const at = await openWorkbench(template);
  // One long document, so that texts span several blocks.
  await at.put(
    documentOf(0, {
      source: "aaa",
      title: "The first of all",
      content: "Early words about tides. ".repeat(40),
    }),
    ...documentsOf(1, 40),
    documentOf(40, {
      source: "zzz",
      title: "The very last",
      content: "Late words about lanterns. ".repeat(9_000),
    }),
  );
  await at.putProjects(...projectsOf(0, 20));
  await at.publish();
  await at.close();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

let at: Workbench;
beforeEach(async () => {
  const copy = mkdtempSync(join(tmpdir(), "priorart-damaged-"));
  cpSync(template, copy, { recursive: true });
  at = await openWorkbench(copy);
});
afterEach(async () => {
  await at.close();
  rmSync(at.dataDir, { recursive: true, force: true });
});

const file = (name: RegExp) => {
  const { segments } = dataDirectory(at.dataDir);
  return join(segments, readdirSync(segments).find((found) => name.test(found))!);
};

async function serve(workers = 0): Promise<{ serving: Serving; problems: string[] }> {
  const problems: string[] = [];
  const serving = await openServing({
    dataDir: at.dataDir,
    catalog: at.catalog,
    workers,
    onProblem: ({ message }) => problems.push(message),
  });
  onTestFinished(() => serving.close());
  return { serving, problems };
}

const read = (serving: Serving, documentId: string, offset = 0) =>
  serving.execute("readDocument", { documentId, offset, maxChars: 20_000 });

const search = (serving: Serving, query: string) =>
  serving.execute("searchArchives", {
    query,
    limit: 5,
    offset: 0,
    maxChunksPerDoc: 1,
    maxDocsPerSource: 0,
    intent: "docs",
    minSimilarity: 0.2,
  });

const advice = 'Run "priorart publish" to build it again, or "priorart publish --rollback"';

describe("a server that starts on a damaged snapshot", () => {
  const middle = (path: string) => statSync(path).size * 4;
  const harms: [string, RegExp, (path: string) => void, string][] = [
    ["a cut archive segment", /^archive-.*seg$/, (path) => cutTo(path, 5_000), "cut short"],
    [
      "a flipped bit in the archive segment",
      /^archive-.*seg$/,
      (path) => flipBit(path, middle(path)),
      "does not match its checksum",
    ],
    ["an archive segment of a later release", /^archive-.*seg$/, makeNewer, "written in format 99"],
    ["cut projects", /^projects-.*seg$/, (path) => cutTo(path, 100), "cut short"],
    [
      "a flipped bit in the projects",
      /^projects-.*seg$/,
      (path) => flipBit(path, middle(path)),
      "does not match its checksum",
    ],
    ["an embedder of a later release", /^embedder-/, makeNewer, "written in format 99"],
    ["an empty embedder", /^embedder-/, (path) => cutTo(path, 0), "not a segment file, or cut short"],
    ["cut texts", /^archive-.*txt$/, (path) => cutTo(path, 5_000), "cut short"],
  ];
  for (const [name, which, harm, problem] of harms)
    it(`is not ready, names the file and the fix, and is ready once it is fixed: ${name}`, async () => {
      const path = file(which);
      harm(path);
      const { serving, problems } = await serve();
      expect(serving.ready()).toBe(false);
      expect(problems.join()).toContain(`${path}: `);
      expect(problems.join()).toContain(problem);
      expect(problems.join()).toContain(advice);
      await expect(search(serving, "payment")).rejects.toMatchObject({
        code: "ARCHIVE_UNAVAILABLE",
        status: 503,
      });
      await expect(serving.execute("getCategories", {})).rejects.toMatchObject({
        code: "CATEGORIES_UNAVAILABLE",
        status: 503,
        retryable: true,
      });
      await expect(serving.execute("getFilters", {})).rejects.toMatchObject({
        code: "SERVICE_UNAVAILABLE",
        status: 503,
      });
      await at.publish();
      await serving.refresh();
      expect(serving.ready()).toBe(true);
      expect(await read(serving, documentOf(3).documentId)).toMatchObject({ title: documentOf(3).title });
    });

  it("is not ready with a snapshot of an earlier release until it is published again, even if its files were verified", async () => {
    const manifest = at.manifest();
    writeManifest(dataDirectory(at.dataDir), { ...manifest, format: 2 });
    await at.put(documentOf(50));
    const { serving, problems } = await serve();
    expect(serving.ready()).toBe(false);
    expect(problems.join()).toContain("written in format 2");
    rememberVerified(dataDirectory(at.dataDir), segmentFileNames(manifest));
    await at.publish();
    await serving.refresh();
    expect(serving.ready()).toBe(true);
    expect(await read(serving, documentOf(50).documentId)).toMatchObject({ title: documentOf(50).title });
    // One segment of all documents; the embedder and the clusters are continued.
    expect(at.manifest().archive.segments).toHaveLength(1);
    expect(at.manifest().embedder).toEqual(manifest.embedder);
    expect(at.manifest().clusters).toEqual(manifest.clusters);
  });

  it("is ready again after a rollback", async () => {
    await at.put(documentOf(50));
    await at.publish();
    const added = at.manifest().archive.segments.at(-1)!.file;
    cutTo(join(dataDirectory(at.dataDir).segments, `${added}.seg`), 10);
    const { serving } = await serve();
    expect(serving.ready()).toBe(false);
    await rollback(at.dataDir);
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe("000001");
  });
});

/** Damage that the file system does not show: it is known as verified. */
describe.each([0, 2])(
  "a bit that flips after its file was verified, under a server with %i workers",
  (workers) => {
    const decay = (name: RegExp, bit: (bytes: number) => number) => {
      const path = file(name);
      flipBit(path, bit(statSync(path).size));
      rememberVerified(dataDirectory(at.dataDir), segmentFileNames(at.manifest()));
    };

    it("does not make a publish of changes read the file", async () => {
      decay(/^archive-.*txt$/, (bytes) => (bytes - 100) * 8);
      const kept = at.manifest().archive.segments[0]!.file;
      await at.put(documentOf(50));
      await at.publish();
      expect(at.manifest().archive.segments[0]!.file).toBe(kept);
      expect(at.manifest().archive.segments).toHaveLength(2);
    });

    it("is found when the server reads it, and repaired by the next publish: texts", async () => {
      decay(/^archive-.*txt$/, (bytes) => (bytes - 100) * 8);
      const { serving } = await serve(workers);
      const last = documentOf(40).documentId;
      await expect(read(serving, last, 200_000)).rejects.toMatchObject({ code: "ARCHIVE_UNAVAILABLE" });
      await at.put(documentOf(50));
      await at.publish();
      await serving.refresh();
      expect(await read(serving, last, 200_000)).toBeTruthy();
    });

    it("is found when the server loads it, and repaired by the next publish: an index", async () => {
      decay(/^archive-.*seg$/, (bytes) => bytes * 4);
      const { serving } = await serve(workers);
      expect(serving.ready()).toBe(false);
      await at.publish();
      await serving.refresh();
      expect(serving.ready()).toBe(true);
    });
  },
);

describe.each([0, 2])("a damaged text block under a server with %i workers", (workers) => {
  it("causes ARCHIVE_UNAVAILABLE for requests that need it, while everything else answers", async () => {
    const texts = file(/^archive-.*txt$/);
    // The last block contains only the long last document.
    flipBit(texts, (statSync(texts).size - 100) * 8);
    const { serving } = await serve(workers);
    expect(serving.ready()).toBe(true);
    const last = documentOf(40).documentId;
    await expect(read(serving, last, 200_000)).rejects.toMatchObject({
      code: "ARCHIVE_UNAVAILABLE",
      status: 503,
      retryable: true,
      message: "The archive is temporarily unavailable",
      cause: expect.stringContaining(`${texts}: block`),
    });
    expect(await read(serving, documentOf(0).documentId)).toBeTruthy();
    expect(await search(serving, "tides early words")).toBeTruthy();
    for (const [operation, input] of [
      ["getFilters", {}],
      ["getCategories", {}],
      ["getProject", { slug: "project-3" }],
    ] as const)
      expect(await serving.execute(operation, input)).toBeTruthy();
    // Published again, it answers in full.
    await at.publish();
    await serving.refresh();
    expect(await read(serving, last, 200_000)).toBeTruthy();
  });

  it("likewise when records that were read before are overwritten", async () => {
    const { serving } = await serve(workers);
    for (let round = 0; round < 4; round++)
      expect(await read(serving, documentOf(3).documentId)).toBeTruthy();
    const texts = file(/^archive-.*txt$/);
    writeFileSync(texts, Buffer.alloc(statSync(texts).size, "x"));
    await expect(read(serving, documentOf(3).documentId)).rejects.toMatchObject({
      code: "ARCHIVE_UNAVAILABLE",
    });
    const projects = file(/^projects-.*txt$/);
    writeFileSync(projects, Buffer.alloc(statSync(projects).size, "x"));
    await expect(serving.execute("getProject", { slug: "project-3" })).rejects.toMatchObject({
      code: "EVIDENCE_UNAVAILABLE",
    });
  });

  it("likewise when the file is truncated while the server runs", async () => {
    const { serving } = await serve(workers);
    expect(await read(serving, documentOf(3).documentId)).toBeTruthy();
    cutTo(file(/^archive-.*txt$/), 0);
    await expect(read(serving, documentOf(3).documentId)).rejects.toMatchObject({
      code: "ARCHIVE_UNAVAILABLE",
    });
    await expect(search(serving, "payment merchant")).rejects.toMatchObject({ code: "ARCHIVE_UNAVAILABLE" });
    expect(await serving.execute("getProject", { slug: "project-3" })).toBeTruthy();
  });

  it("causes EVIDENCE_UNAVAILABLE for a project whose details are damaged, and SERVICE_UNAVAILABLE for a search", async () => {
    const path = file(/^projects-.*txt$/);
    const { serving } = await serve(workers);
    expect(await serving.execute("getProject", { slug: "project-3" })).toBeTruthy();
    cutTo(path, 0);
    await expect(serving.execute("getProject", { slug: "project-3" })).rejects.toMatchObject({
      code: "EVIDENCE_UNAVAILABLE",
      status: 503,
      retryable: true,
    });
    const input = parseRequest(operations.searchProjects.request.body, {});
    await expect(serving.execute("searchProjects", input)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(await read(serving, documentOf(3).documentId)).toBeTruthy();
  });
});
