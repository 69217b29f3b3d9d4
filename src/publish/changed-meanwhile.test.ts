/** Changes of the catalog while a publish reads it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, readManifest } from "../corpus/manifest.ts";
import { openServing } from "../serving/serving.ts";
import { publish } from "./publish.ts";
import {
  documentOf,
  documentsOf,
  found,
  openWorkbench,
  projectOf,
  publishedFiles,
  type Workbench,
} from "./workbench.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  await at.put(...documentsOf(0, 30));
});
afterEach(() => at.close());

/** Its documents are changed after the publish has listed them, and before it reads their texts. */
function changedBy(change: () => Promise<unknown>): Catalog {
  let isChanged = false;
  async function* documents(ids?: readonly string[]) {
    if (!isChanged) await change();
    isChanged = true;
    yield* at.catalog.documents(ids);
  }
  return { ...at.catalog, documents };
}

async function read(number: number): Promise<object> {
  const serving = await openServing({ dataDir: at.dataDir, catalog: at.catalog, workers: 0 });
  try {
    const request = { documentId: documentOf(number).documentId, offset: 0, maxChars: 8_000 };
    return (await serving.execute("readDocument", request)) as object;
  } finally {
    await serving.close();
  }
}

it("a document that is added is left to the next publish", async () => {
  const added = documentOf(100, { title: "An unusual zeppelin" });
  expect(await at.publish({ catalog: changedBy(() => at.put(added)) })).toMatchObject({ documents: 30 });
  expect(await at.publish()).toMatchObject({ changed: true, documents: 31 });
  expect((await found(at, ["unusual zeppelin"]))[0]).toContain(added.documentId);
});

it("a document that the catalog returns twice, because its source was renamed, is in the snapshot once", async () => {
  async function* documents(ids?: readonly string[]) {
    yield* at.catalog.documents(ids);
    await at.catalog.sync.renameSource("essays", "zines");
    yield* at.catalog.documents(ids);
  }
  expect(await at.publish({ catalog: { ...at.catalog, documents } })).toMatchObject({ documents: 30 });
});

it("the new source of a document is cut to its excerpt", async () => {
  const long = "soil harvest sensor water crop. ".repeat(200);
  const moved = changedBy(async () => {
    await at.putSource({ key: "theses", access: "excerpt" });
    await at.put(documentOf(3, { source: "theses", content: long }));
  });
  await at.publish({ catalog: moved });
  expect(await read(3)).toMatchObject({ source: "theses", isExcerpt: true, totalChars: 1_000 });
});

it("a document that is changed back after the publish has its old text after the next", async () => {
  const other = documentOf(3, { title: "An unusual zeppelin" });
  await at.publish({ catalog: changedBy(() => at.put(other)) });
  await at.put(documentOf(3));
  expect(await at.publish()).toMatchObject({ changed: true });
  expect(await read(3)).toMatchObject({ title: documentOf(3).title });
  expect(await at.publish()).toMatchObject({ changed: false });
});

it("a document that is changed back after an interrupted publish has its old text after the next", async () => {
  await at.putProjects(projectOf(0));
  const stopping = new AbortController();
  const stopped = at.publish({
    catalog: changedBy(() => at.put(documentOf(3, { title: "An unusual zeppelin" }))),
    signal: stopping.signal,
    onProgress: ({ step }) => step === "categorise" && stopping.abort(new Error("stopped")),
  });
  await expect(stopped).rejects.toThrow("stopped");
  await at.put(documentOf(3));
  await at.publish();
  expect(await read(3)).toMatchObject({ title: documentOf(3).title });
});

it("a snapshot with a document as it was for a moment keeps its files when all is built again", async () => {
  const small = await openWorkbench();
  onTestFinished(() => small.close());
  await small.put(...documentsOf(0, 3));
  async function* documents(ids?: readonly string[]) {
    await small.put(documentOf(1, { content: "A word. ".repeat(2_000) }));
    yield* small.catalog.documents(ids);
  }
  await small.publish({ catalog: { ...small.catalog, documents } });
  const before = publishedFiles(small.dataDir);
  await small.put(documentOf(1));
  await small.publish();
  expect(small.manifest().archive.segments.map(({ superseded }) => superseded)).toEqual([[]]);
  const after = publishedFiles(small.dataDir);
  for (const [name, bytes] of before)
    if (name !== "CURRENT") expect(after.get(name)?.equals(bytes), name).toBe(true);
});

it("a document that is changed has the language of its new text", async () => {
  const german =
    "Die Bauern säen im Frühling, und im Herbst ernten sie, was auf den Feldern gewachsen ist. ".repeat(9);
  await at.publish({ catalog: changedBy(() => at.put(documentOf(3, { title: "Ernte", content: german }))) });
  expect(await read(3)).toMatchObject({ title: "Ernte", language: "de" });
  await at.publish();
  expect(await read(3)).toMatchObject({ language: "de" });
});

it("the time of the last import is that of the projects in the snapshot, not of those that came while it was listed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "priorart-publish-"));
  let time = "2026-01-01T00:00:00.000Z";
  const catalog = await openCatalog(join(folder, "catalog.db"), { now: () => new Date(time) });
  onTestFinished(async () => {
    await catalog.close();
    await rm(folder, { recursive: true });
  });
  const add = (slug: string) =>
    catalog.write(async (writer) => {
      await writer.mentionHackathon({ slug: "jam", name: null, startDate: null, projects: [] });
      await writer.saveProjects([
        { record: { slug, name: slug }, hackathonSlug: "jam", contentHash: "0".repeat(64) },
      ]);
    });
  await add("first");
  async function* documentFingerprints() {
    time = "2026-01-02T00:00:00.000Z";
    await add("second");
    yield* catalog.documentFingerprints();
  }
  const syncedAt = () => {
    const directory = dataDirectory(folder);
    return readManifest(directory, currentSnapshot(directory)!).freshness.projectsSyncedAt;
  };
  const options = { dataDir: folder, catalog };
  expect(await publish({ ...options, catalog: { ...catalog, documentFingerprints } })).toMatchObject({
    projects: 1,
  });
  expect(syncedAt()).toBe("2026-01-01T00:00:00.000Z");
  expect(await publish(options)).toMatchObject({ projects: 2 });
  expect(syncedAt()).toBe(time);
  expect(await publish(options)).toMatchObject({ changed: false });
});
