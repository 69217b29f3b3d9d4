/** Serving a snapshot that was embedded by a local model. */
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { SearchArchivesResponse } from "../contract/api/archive.ts";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import type { Embedder } from "../embed/embedder.ts";
import { documentOf, documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { openServing, type Serving } from "./serving.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  await at.put(...documentsOf(0, 20));
  await at.publish({ embedder: model("1") });
  return () => at.close();
});

const vectorOf = (text: string) => fakeEmbed(text) ?? new Float32Array(fakeDimensions).fill(0.25);

function model(number: string): Embedder {
  return {
    version: `onnx:small:${number}`,
    dimensions: fakeDimensions,
    embedQuery: async (text) => vectorOf(text),
    embedTexts: async (texts) => texts.map(vectorOf),
  };
}

/** Fails the test where the model is not closed with the serving. */
async function serve(workers: number, number: string): Promise<Serving> {
  let closed = 0;
  const close = async () => {
    closed++;
  };
  const { dataDir, catalog } = at;
  const serving = await openServing({ dataDir, catalog, workers, model: { ...model(number), close } });
  onTestFinished(async () => {
    await serving.close();
    expect(closed).toBe(1);
  });
  return serving;
}

async function search(serving: Serving): Promise<SearchArchivesResponse> {
  const response = await serving.execute("searchArchives", {
    query: documentOf(3).title,
    limit: 5,
    offset: 0,
    maxChunksPerDoc: 1,
    maxDocsPerSource: 0,
    intent: "docs",
    minSimilarity: 0.2,
  });
  return typeof response === "string" ? JSON.parse(response) : (response as SearchArchivesResponse);
}

it.each([0, 2])("embeds queries with the model, with %i worker threads", async (workers) => {
  const { searchTier, results } = await search(await serve(workers, "1"));
  expect(searchTier).toBe("vector");
  expect(results.map(({ documentId }) => documentId)).toContain(documentOf(3).documentId);
});

it("searches by text, where the configured model is another one", async () => {
  expect((await search(await serve(1, "2"))).searchTier).toBe("chunk_text");
});
