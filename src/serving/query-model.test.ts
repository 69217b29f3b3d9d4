/** Serving a snapshot whose queries a local model embeds together with the built-in embedder. */
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { SearchProjectsResponse } from "../contract/api/search-projects.ts";
import { searchProjectsRequestSchema } from "../contract/api/search-projects.ts";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import { EmbeddingError } from "../embed/embedder.ts";
import type { QueryEmbedder } from "../embed/query-port.ts";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  type Workbench,
} from "../publish/workbench.case.ts";
import { openServing, type Serving } from "./serving.ts";

const topics = 6;
let at: Workbench;
beforeAll(async () => {
  at = await openWorkbench();
  await at.put(...documentsOf(0, 60));
  await at.putProjects(...projectsOf(0, 30));
  await at.publish({ queryEmbedder: { ...model(), dimensions: fakeDimensions } });
});
afterAll(() => at.close());

/** `zyxwv` is a word of no text, which the model understands as the text of project 7. */
function model(fields: Partial<QueryEmbedder> = {}): QueryEmbedder {
  const meant = (text: string) => text.replace("zyxwv", documentOf(7).content);
  return { version: "onnx:small:1", embedQuery: async (text) => fakeEmbed(meant(text)), ...fields };
}

async function serve(queries: QueryEmbedder | null, workers = 0): Promise<Serving> {
  const { dataDir, catalog } = at;
  const served = queries && { ...queries, close: async () => {} };
  const serving = await openServing({ dataDir, catalog, workers, ...(served && { model: served }) });
  onTestFinished(() => serving.close());
  return serving;
}

async function search(serving: Serving, query: string) {
  const request = searchProjectsRequestSchema.parse({ query, limit: 5, includeDiagnostics: true });
  const response = await serving.execute("searchProjects", request);
  const { results, diagnostics } = (
    typeof response === "string" ? JSON.parse(response) : response
  ) as SearchProjectsResponse;
  return { found: results.map(({ slug }) => Number(slug.split("-")[1])), diagnostics: diagnostics! };
}

it.each([0, 1])("finds by what the model says of the query, with %i worker threads", async (workers) => {
  const { found, diagnostics } = await search(await serve(model(), workers), "zyxwv");
  expect(found).toHaveLength(5);
  for (const number of found) expect(number % topics).toBe(7 % topics);
  expect(diagnostics).toMatchObject({ modeUsed: "vector", fallbackUsed: false });
});

it("names the model that its queries need", async () => {
  expect((await serve(model())).snapshot()).toMatchObject({ queryModel: "onnx:small:1" });
});

const failing = model({ embedQuery: () => Promise.reject(new EmbeddingError("The local model is busy")) });

it.each([
  ["fails", failing],
  ["is another one", model({ version: "onnx:large:1" })],
  ["is not configured", null],
])("goes on with the built-in embedder, and reports it, where the model %s", async (_, queries) => {
  const { found, diagnostics } = await search(await serve(queries), "merchant payment invoice");
  expect(diagnostics).toMatchObject({
    modeUsed: "hybrid",
    fallbackUsed: true,
    fallbackReason: "query_model_failed",
  });
  expect(diagnostics.vectorCandidates).toBeGreaterThan(0);
  expect(found[0]! % topics).toBe(0);
});
