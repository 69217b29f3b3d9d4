import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Config } from "../config/config.ts";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import { documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { openServing } from "./serving.ts";

let at: Workbench;
let missing: string[];
beforeEach(async () => {
  missing = [];
  at = await openWorkbench();
  await at.put(...documentsOf(0, 4));
  await at.publish({
    queryEmbedder: {
      version: "onnx:small:1",
      dimensions: fakeDimensions,
      embedQuery: async (text) => fakeEmbed(text),
    },
  });
  return () => at.close();
});

/** Without a folder of that name. */
const local = (passages: "all" | "none") =>
  ({ kind: "onnx", path: join(at.dataDir, "model"), passages }) as const;

function open(embedder: Config["embedder"]) {
  const config = { dataDir: at.dataDir, embedder, search: null, allowPrivateHosts: [] } as unknown as Config;
  return openServing(config, { workers: 0, onEmbedderMissing: (problem) => missing.push(problem) });
}

it("serves without a model that embeds queries only, and says why and for which snapshot", async () => {
  const serving = await open(local("none"));
  expect(serving.ready()).toBe(true);
  await serving.close();
  expect(missing).toEqual([
    expect.stringMatching(/^queries are embedded without the local model: PRIORART_MODEL must be a folder/),
    "queries are embedded without the local model: snapshot 000001 was published for queries by onnx:small:1",
  ]);
});

it("does not serve without a model that passages need", async () => {
  await expect(open(local("all"))).rejects.toThrow(/^PRIORART_MODEL must be a folder/);
  expect(missing).toEqual([]);
});

it("says that the snapshot was published for a model, where none is configured", async () => {
  await (await open({ kind: "fitted" })).close();
  expect(missing).toEqual([
    "queries are embedded without the local model: snapshot 000001 was published for queries by onnx:small:1",
  ]);
});

it.each([
  ["onnx:small:1", "PRIORART_MODEL"],
  ["http:small:8", "PRIORART_EMBEDDINGS_URL"],
])(
  "says that passages were embedded with %s, which is not configured, and what to set",
  async (version, setting) => {
    await at.publish({
      embedder: {
        version,
        dimensions: fakeDimensions,
        embedQuery: async (text) => fakeEmbed(text),
        embedTexts: async (texts) => texts.map(fakeEmbed),
      },
    });
    await (await open({ kind: "fitted" })).close();
    expect(missing).toEqual([
      `queries are answered by their words alone: snapshot 000002 was published with ${version}, which is not configured; set PRIORART_EMBEDDER and ${setting} as for that publish`,
    ]);
  },
);
