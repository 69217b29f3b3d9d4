import { afterEach, beforeEach, expect, it } from "vitest";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { documentOf, documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { archiveOf } from "../research/archive-context.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

const texts = (source: string) => [1, 2, 3].map((n) => documentOf(300 + n, { source }));
const sourcesOf = async () => {
  const sources: string[] = [];
  for await (const batch of at.catalog.documents()) sources.push(...batch.map(({ source }) => source));
  return sources;
};
const rename = (from: string, to: string) => at.catalog.sync.renameSource(from, to);

it("documents, and what was read, move to the new key in one step; a publish shows it", async () => {
  await at.putSource({ key: "docs", label: "Docs", access: "excerpt" });
  await at.put(...texts("docs"));
  const run = await at.catalog.sync.begin("docs");
  const items = texts("docs").map(({ documentId }, n) => ({
    item: `item-${n}`,
    version: "1",
    etag: null,
    lastModified: null,
    documentIds: [documentId],
  }));
  await at.catalog.sync.commit({ source: "docs", run, items, documents: [], present: [], failed: [] });
  await at.publish();
  const before = await at.catalog.changeCounter();

  expect(await rename("docs", "manual")).toBe("renamed");
  expect(await at.catalog.changeCounter()).toBeGreaterThan(before);
  expect(await at.catalog.sources()).toMatchObject([{ key: "manual", label: "Docs", formerKeys: ["docs"] }]);
  expect(await sourcesOf()).toEqual(["manual", "manual", "manual"]);
  expect([...(await at.catalog.sync.items("manual")).keys()]).toEqual(["item-0", "item-1", "item-2"]);
  expect(await at.catalog.sync.countDocuments("manual")).toBe(3);
  expect((await at.catalog.sync.runs("manual", 5)).map(({ id }) => id)).toEqual([run]);
  // A snapshot from before knows it by its former key: restrictions hold there too.
  expect((await at.catalog.overlay()).sourceAccess).toEqual({ docs: "excerpt", manual: "excerpt" });
  expect((await at.publish()).changed).toBe(true);
  expect(at.manifest().sources.map(({ key }) => key)).toEqual(["manual"]);
});

it("the published archive has the new key, in a full and in an incremental build", async () => {
  for (const others of [0, 60]) {
    let seen: CorpusSnapshot;
    const archive = await archiveOf(async (workbench) => {
      await workbench.put(...documentsOf(0, others), ...texts("docs"));
      await workbench.publish();
      await workbench.catalog.sync.renameSource("docs", "manual");
    });
    try {
      seen = archive.snapshot;
      const counts = seen.archive.sourceCounts();
      expect([counts.get("docs"), counts.get("manual")]).toEqual([undefined, 3]);
    } finally {
      await archive.close();
    }
  }
});

it("a source that is declared under the new key already keeps that declaration", async () => {
  await at.putSource({ key: "docs", label: "Old label" });
  await at.put(...texts("docs"));
  await at.putSource({ key: "manual", label: "New label" });
  await at.catalog.sync.begin("manual");
  expect(await rename("docs", "manual")).toBe("renamed");
  expect(await at.catalog.sources()).toMatchObject([{ key: "manual", label: "New label" }]);
  expect(await at.catalog.sync.runs("manual", 5)).toEqual([]);
});

it("keys come back, and the first one is kept for ids", async () => {
  await at.put(...texts("docs"));
  await rename("docs", "manual");
  await rename("manual", "guide");
  await rename("guide", "manual");
  expect(await at.catalog.sources()).toMatchObject([
    { key: "manual", formerKeys: ["docs", "manual", "guide"] },
  ]);
  await rename("manual", "docs");
  expect(await at.catalog.sources()).toMatchObject([
    { key: "docs", formerKeys: ["docs", "manual", "guide"] },
  ]);
});

it("nothing changes for an unknown source, and where the new key has documents", async () => {
  await at.put(...texts("docs"), documentOf(400, { source: "manual" }));
  const before = await at.catalog.changeCounter();
  expect(await rename("nothing", "other")).toBe("unknown");
  expect(await rename("docs", "manual")).toBe("taken");
  expect(await at.catalog.changeCounter()).toBe(before);
});
