/** Publishing and serving with an embedder behind an HTTP endpoint. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { SearchArchivesResponse } from "../contract/api/archive.ts";
import type { SearchProjectsResponse } from "../contract/api/search-projects.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot } from "../corpus/manifest.ts";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import { sendStatus, sendVectors, startEndpoint, type TestEndpoint } from "../embed/http/endpoint.case.ts";
import { createHttpEmbedder } from "../embed/http/http-embedder.ts";
import { openServing, type Serving } from "../serving/serving.ts";
import { documentOf, documentsOf, openWorkbench, projectsOf, type Workbench } from "./workbench.case.ts";

let at: Workbench;
let endpoint: TestEndpoint;
beforeEach(async () => {
  at = await openWorkbench();
  endpoint = await startEndpoint();
  endpoint.answer = (request, response) => sendVectors(response, request.input.map(vectorOf));
});
afterEach(async () => {
  await endpoint.close();
  await at.close();
});

const vectorOf = (text: string) => Array.from(fakeEmbed(text) ?? new Float32Array(fakeDimensions).fill(1));

const embedder = (model = "m1") =>
  createHttpEmbedder({
    url: endpoint.url,
    model,
    expectedDimensions: fakeDimensions,
    pace: { attempts: 1, firstDelayMs: 1 },
  });

/** Refuses requests with texts that contain the word; other texts get vectors. */
function refuse(word: string): void {
  endpoint.answer = (request, response) =>
    request.input.some((text) => text.includes(word))
      ? sendStatus(response, 400)
      : sendVectors(response, request.input.map(vectorOf));
}

const textsSeen = () => endpoint.requests.flatMap(({ input }) => input);

async function serve(remote?: { url: string }): Promise<Serving> {
  const serving = await openServing({ dataDir: at.dataDir, catalog: at.catalog, workers: 0, remote });
  onTestFinished(() => serving.close());
  return serving;
}

const searchArchive = async (serving: Serving, query: string, minSimilarity = 0.2) =>
  (await serving.execute("searchArchives", {
    query,
    limit: 5,
    offset: 0,
    maxChunksPerDoc: 1,
    maxDocsPerSource: 0,
    intent: "docs",
    minSimilarity,
  })) as SearchArchivesResponse;

const searchProjects = async (serving: Serving, query: string) =>
  (await serving.execute("searchProjects", {
    query,
    limit: 5,
    offset: 0,
    diversify: false,
    includeFacets: false,
    facets: [],
    facetTopK: 8,
    includeDiagnostics: true,
  })) as SearchProjectsResponse;

describe("publish with a remote embedder", () => {
  it("embeds every passage with its title, and a server finds by vectors from the same endpoint", async () => {
    await at.put(...documentsOf(0, 40));
    await at.putProjects(...projectsOf(0, 20));
    const report = await at.publish({ embedder: await embedder() });
    expect(report).toMatchObject({ changed: true, documents: 40, projects: 20, missingVectors: 0 });
    expect(at.manifest().embedder).toMatchObject({
      version: `http:m1:${fakeDimensions}`,
      kind: "remote",
      dimensions: fakeDimensions,
      file: null,
      texts: 60,
    });
    expect(textsSeen().filter((text) => text.startsWith(`${documentOf(3).title}\n`))).not.toHaveLength(0);
    const serving = await serve({ url: endpoint.url });
    const { results, searchTier } = await searchArchive(serving, documentOf(3).title);
    expect(searchTier).toBe("vector");
    expect(results.map(({ documentId }) => documentId)).toContain(documentOf(3).documentId);
    const { diagnostics } = await searchProjects(serving, "merchant payment");
    expect(diagnostics).toMatchObject({ modeUsed: "hybrid", fallbackUsed: false });
  });

  it("calibrates to this embedder, so that unrelated passages have low similarities", async () => {
    // Every vector leans the same way: raw cosines of unrelated texts are about 0.8.
    endpoint.answer = (request, response) =>
      sendVectors(
        response,
        request.input.map((text) => vectorOf(text).map((x, j) => x + (j === 0 ? 2 : 0))),
      );
    await at.put(...documentsOf(0, 60));
    await at.publish({ embedder: await embedder() });
    const { from, to } = at.manifest().embedder.calibration;
    expect(from[1]).toBeGreaterThan(0.7);
    expect(to[1]).toBeLessThanOrEqual(0.1);
    const serving = await serve({ url: endpoint.url });
    const { results } = await searchArchive(serving, "sailing regatta", 0);
    for (const { similarity } of results) expect(similarity).toBeLessThan(0.4);
  });

  it("caches vectors in the catalog: unchanged texts are not sent again", async () => {
    await at.put(...documentsOf(0, 30));
    await at.putProjects(...projectsOf(0, 10));
    await at.publish({ embedder: await embedder() });
    endpoint.requests.length = 0;
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({ changed: false });
    await at.put(documentOf(30));
    await at.publish({ embedder: await embedder() });
    for (const text of textsSeen()) expect(text).toContain(documentOf(30).title);
    expect(textsSeen()).not.toHaveLength(0);
    endpoint.requests.length = 0;
    await at.publish({ embedder: await embedder(), refit: true });
    // The new calibration has a sentence of the new document, as a query.
    for (const text of textsSeen()) expect(documentOf(30).content).toContain(text);
  });

  it("completes when some texts fail, reports how many, and retries only those next time", async () => {
    const poisoned = documentOf(5, { title: "Poison title", content: "A short text." });
    await at.put(...documentsOf(0, 5), poisoned, ...documentsOf(6, 40));
    refuse("Poison");
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({
      changed: true,
      missingVectors: 1,
    });
    const serving = await serve({ url: endpoint.url });
    expect((await searchArchive(serving, "poison title")).results[0]).toMatchObject({
      documentId: poisoned.documentId,
    });

    // Still failing: nothing is new, the snapshot stays, and the report says that one is missing.
    endpoint.requests.length = 0;
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({
      changed: false,
      snapshot: "000001",
      missingVectors: 1,
    });
    expect(textsSeen()).toEqual(["Poison title\nA short text."]);

    endpoint.answer = (request, response) => sendVectors(response, request.input.map(vectorOf));
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({
      changed: true,
      snapshot: "000002",
      missingVectors: 0,
      documents: 40,
    });
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({ changed: false });
  });

  it("publishes changed projects while an old document keeps failing", async () => {
    await at.put(...documentsOf(0, 10), documentOf(10, { title: "Poison", content: "A short text." }));
    await at.putProjects(...projectsOf(0, 3));
    refuse("Poison");
    await at.publish({ embedder: await embedder() });
    await at.putProjects(...projectsOf(3, 5));
    expect(await at.publish({ embedder: await embedder() })).toMatchObject({
      changed: true,
      projects: 5,
      missingVectors: 1,
    });
  });

  it("fails when every text failed, and the previous snapshot stays", async () => {
    await at.put(...documentsOf(0, 10));
    await at.putProjects(...projectsOf(0, 3));
    await at.publish({ embedder: await embedder() });
    endpoint.answer = (_, response) => sendStatus(response, 503);
    await at.put(documentOf(10));
    await expect(at.publish({ embedder: await embedder() })).rejects.toThrow(
      "the embedder returned no vector for any text; the previous snapshot stays current",
    );
    expect(currentSnapshot(dataDirectory(at.dataDir))).toBe("000001");
    expect((await (await serve({ url: endpoint.url })).execute("getFilters", {})) as object).toBeTruthy();
  });

  it("likewise fails on a catalog of only projects", async () => {
    await at.putProjects(...projectsOf(0, 3));
    endpoint.answer = (_, response) => sendStatus(response, 503);
    await expect(at.publish({ embedder: await embedder() })).rejects.toThrow(
      "returned no vector for any text",
    );
    expect(currentSnapshot(dataDirectory(at.dataDir))).toBeNull();
  });

  it("never mixes embedders: another model, or the built-in one, rebuilds everything", async () => {
    await at.put(...documentsOf(0, 20));
    await at.publish({ embedder: await embedder() });
    await at.put(documentOf(20));
    await at.publish({ embedder: await embedder() });
    expect(at.manifest().archive.segments).toHaveLength(2);
    for (const next of [await embedder("m2"), undefined, await embedder()]) {
      expect(await at.publish({ embedder: next })).toMatchObject({ changed: true, documents: 21 });
      expect(at.manifest().archive.segments).toHaveLength(1);
      expect(at.manifest().embedder.version).toMatch(next ? next.version : /^fitted:/);
    }
  });
});

describe("a server whose snapshot was embedded remotely", () => {
  beforeEach(async () => {
    await at.put(...documentsOf(0, 20));
    await at.putProjects(...projectsOf(0, 10));
    await at.publish({ embedder: await embedder() });
  });

  it("answers by text, and reports it, while the endpoint is down", async () => {
    const serving = await serve({ url: endpoint.url });
    endpoint.answer = (_, response) => sendStatus(response, 401);
    const { results, searchTier } = await searchArchive(serving, documentOf(3).title);
    expect(searchTier).toBe("chunk_text");
    expect(results[0]).toMatchObject({ documentId: documentOf(3).documentId, similarity: 0.99 });
    const answer = await searchProjects(serving, "merchant payment");
    expect(answer.diagnostics).toMatchObject({
      modeUsed: "text",
      fallbackUsed: true,
      fallbackReason: "embedding_generation_failed",
      vectorCandidates: 0,
    });
    expect(answer.results.length).toBeGreaterThan(0);
    for (const { similarity } of answer.results) expect(similarity).toBe(0.8);
  });

  it("does the same when no endpoint is configured", async () => {
    const { searchTier } = await searchArchive(await serve(), documentOf(3).title);
    expect(searchTier).toBe("chunk_text");
  });
});
