/** Full builds in several segments: the same answers as in one, whatever is interrupted or withdrawn meanwhile. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import {
  differingFiles,
  documentOf,
  documentsOf,
  found,
  openWorkbench,
  projectsOf,
  publishedFiles,
  type Workbench,
} from "./workbench.case.ts";

const few = { segmentPassages: 20 };
const queries = ["payment merchant", "soil crop harvest", "wallet recovery", "council vote treasury"];

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  await at.put(...documentsOf(0, 60));
  await at.putProjects(...projectsOf(0, 5));
});
afterEach(() => at.close());

async function another(): Promise<Workbench> {
  const workbench = await openWorkbench();
  onTestFinished(() => workbench.close());
  await workbench.put(...documentsOf(0, 60));
  await workbench.putProjects(...projectsOf(0, 5));
  return workbench;
}

const segmentsIn = (workbench: Workbench) => workbench.manifest().archive.segments;

it("a full segment is written and the next begun; each document is in one", async () => {
  const report = await at.publish(few);
  const segments = segmentsIn(at);
  expect(segments.length).toBeGreaterThan(2);
  for (const { chunks } of segments.slice(0, -1)) {
    expect(chunks).toBeGreaterThanOrEqual(20);
    expect(chunks).toBeLessThan(20 + 10);
  }
  expect(segments.reduce((sum, { documents }) => sum + documents, 0)).toBe(60);
  expect(report).toMatchObject({
    documents: 60,
    chunks: segments.reduce((sum, { chunks }) => sum + chunks, 0),
  });
});

it("several segments answer as one does", async () => {
  const whole = await another();
  await whole.publish();
  await at.publish(few);
  expect(segmentsIn(whole)).toHaveLength(1);
  expect(at.manifest().archive.parameters).toEqual(whole.manifest().archive.parameters);
  expect(await found(at, queries)).toEqual(await found(whole, queries));
});

it.each([1, 2, 4])("%i threads give the same bytes as none, segment by segment", async (threads) => {
  // More documents than a batch of one thread, in words that some of them share.
  const documents = documentsOf(60, 400);
  const threaded = await another();
  await threaded.put(...documents);
  await threaded.publish({ segmentPassages: 150, threads });
  await at.put(...documents);
  await at.publish({ segmentPassages: 150, threads: 0 });
  expect(segmentsIn(at).length).toBeGreaterThan(2);
  expect(differingFiles(publishedFiles(threaded.dataDir), publishedFiles(at.dataDir))).toEqual([]);
});

it("a build whose thread is not finished can be interrupted, and leaves no unfinished files to the next", async () => {
  const controller = new AbortController();
  const stopped = at.publish({
    ...few,
    threads: 1,
    signal: controller.signal,
    onProgress: ({ step }) => step === "index" && controller.abort(new Error("stopped")),
  });
  await expect(stopped).rejects.toThrow("stopped");
  const report = await at.publish({ ...few, threads: 1 });
  expect(report.documents).toBe(60);
  expect([...publishedFiles(at.dataDir).keys()].filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it("a publish that is interrupted after its documents keeps the segment whose vectors threads were making", async () => {
  const controller = new AbortController();
  const stopped = at.publish({
    threads: 1,
    signal: controller.signal,
    onProgress: ({ step }) => step === "categorise" && controller.abort(new Error("stopped")),
  });
  await expect(stopped).rejects.toThrow("stopped");
  const complete = [...publishedFiles(at.dataDir).keys()].filter((name) => /^archive-.*\.seg$/.test(name));
  expect(complete).toHaveLength(1);
});

it("an interrupted build resumes after the segments that are complete, and ends in the same bytes", async () => {
  const whole = await another();
  await whole.publish(few);
  const controller = new AbortController();
  let written = 0;
  const stopped = at.publish({
    ...few,
    signal: controller.signal,
    onProgress: ({ step, total }) => {
      if (step === "index" && total !== null && ++written === 2) controller.abort(new Error("stopped"));
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  const segments = join(at.dataDir, "segments");
  const complete = [...publishedFiles(at.dataDir).keys()].filter((name) => /^archive-.*\.seg$/.test(name));
  expect(complete).toHaveLength(2);
  const inodes = () => complete.map((name) => statSync(join(segments, name)).ino);
  const before = inodes();
  await at.publish(few);
  expect(inodes()).toEqual(before);
  expect([...publishedFiles(at.dataDir)]).toEqual([...publishedFiles(whole.dataDir)]);
});

it("a document that is withdrawn before it is read is missing, and no other", async () => {
  const withdrawn = documentOf(30).documentId;
  async function* documents(ids?: readonly string[]) {
    if (ids === undefined) await at.catalog.withdrawDocument(withdrawn);
    yield* at.catalog.documents(ids);
  }
  const report = await at.publish({ ...few, catalog: { ...at.catalog, documents } });
  expect(report.documents).toBe(59);
  const titled = await found(
    at,
    documentsOf(0, 60).map(({ title }) => title),
  );
  const missing = titled.flatMap((ids, i) => (ids.includes(documentOf(i).documentId) ? [] : [i]));
  expect(missing).toEqual([30]);
});

it("a change leaves full segments as they are, and is added with the same parameters", async () => {
  await at.publish(few);
  const { parameters, segments } = at.manifest().archive;
  await at.put(documentOf(100, { title: "An unusual zeppelin" }));
  await at.publish(few);
  expect(at.manifest().archive.parameters).toEqual(parameters);
  expect(segmentsIn(at)[0]).toEqual(segments[0]);
  expect((await found(at, ["unusual zeppelin"]))[0]).toContain(documentOf(100).documentId);
});
