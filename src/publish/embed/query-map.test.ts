/** Publishing for a local model that embeds queries only: passages keep the built-in embedder's vectors. */
import { beforeEach, expect, it } from "vitest";
import { fakeDimensions, fakeEmbed } from "../../corpus/projects/project-index.case.ts";
import { EmbeddingError } from "../../embed/embedder.ts";
import {
  differingFiles,
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  publishedFiles,
  segmentsOf,
  type Workbench,
} from "../workbench.case.ts";
import type { QueryModel } from "./embed-queries.ts";

let at: Workbench;
let asked: string[];
/** Called before each text; may throw. */
let onText: (text: string) => void;
beforeEach(async () => {
  asked = [];
  onText = () => {};
  at = await openWorkbench();
  await at.put(...documentsOf(0, 40));
  await at.putProjects(...projectsOf(0, 10));
  return () => at.close();
});

function model(name = "small"): QueryModel {
  return {
    version: `onnx:${name}:1`,
    dimensions: fakeDimensions,
    embedQuery: async (text) => {
      onText(text);
      asked.push(text);
      return fakeEmbed(text);
    },
  };
}

const mapsOf = (workbench: Workbench) => segmentsOf(workbench).filter((name) => name.startsWith("queries-"));

it("keeps the built-in embedder's vectors, and records the model and its map", async () => {
  await at.publish();
  const plain = at.manifest();
  const archive = plain.archive.segments.map(({ file }) => file);
  expect(await at.publish({ queryEmbedder: model() })).toMatchObject({ changed: true, missingVectors: 0 });
  const { embedder, archive: kept, corpusRevision } = at.manifest();
  expect(embedder).toMatchObject({
    version: plain.embedder.version,
    file: plain.embedder.file,
    kind: "fitted",
  });
  expect(embedder.queries).toMatchObject({ version: "onnx:small:1" });
  expect(mapsOf(at)).toEqual([`${embedder.queries!.file}.seg`]);
  expect(kept.segments.map(({ file }) => file)).toEqual(archive);
  expect(corpusRevision).not.toBe(plain.corpusRevision);

  expect(await at.publish({ queryEmbedder: model() })).toMatchObject({ changed: false });
  expect(await at.publish()).toMatchObject({ changed: true });
  expect(at.manifest().embedder).toEqual(plain.embedder);
  expect(at.manifest().corpusRevision).toBe(plain.corpusRevision);
});

it("asks the model for titles and sentences, each once, and for none again", async () => {
  await at.publish({ queryEmbedder: model() });
  expect(asked).toContain(documentOf(0).title);
  expect(asked.length).toBeGreaterThan(50);
  expect(new Set(asked).size).toBe(asked.length);
  const { queries } = at.manifest().embedder;
  asked = [];
  await at.put(documentOf(40));
  await at.publish({ queryEmbedder: model() });
  expect(asked).toEqual([]);
  expect(at.manifest().embedder.queries).toEqual(queries);

  await at.publish({ queryEmbedder: model("other") });
  expect(asked).not.toEqual([]);
  expect(at.manifest().embedder.queries).toMatchObject({ version: "onnx:other:1" });
  expect(at.manifest().embedder.queries!.file).not.toBe(queries!.file);
});

it("makes the same map of the same corpus", async () => {
  const other = await openWorkbench();
  try {
    await other.put(...documentsOf(0, 40));
    await other.putProjects(...projectsOf(0, 10));
    await at.publish({ queryEmbedder: model() });
    await other.publish({ queryEmbedder: model() });
    expect(differingFiles(publishedFiles(at.dataDir), publishedFiles(other.dataDir))).toEqual([]);
  } finally {
    await other.close();
  }
});

it("goes on after an interruption with the sentences that have no vector yet", async () => {
  await at.put(...documentsOf(40, 400));
  const controller = new AbortController();
  onText = () => {
    if (asked.length === 300) controller.abort(new Error("interrupted"));
  };
  await expect(at.publish({ queryEmbedder: model(), signal: controller.signal })).rejects.toThrow(
    "interrupted",
  );
  // The first batch is in the catalog.
  const first = new Set(asked.slice(0, 256));
  asked = [];
  onText = () => {};
  await at.publish({ queryEmbedder: model() });
  expect(asked.length).toBeGreaterThan(100);
  for (const text of asked) expect(first).not.toContain(text);
});

it("does without the sentences on which the model fails, but not without all", async () => {
  onText = (text) => {
    if (text.includes("water")) throw new EmbeddingError("The local model failed");
  };
  await at.publish({ queryEmbedder: model() });
  expect(at.manifest().embedder.queries).toBeDefined();
  onText = () => {
    throw new EmbeddingError("The local model failed");
  };
  await expect(at.publish({ queryEmbedder: model("broken") })).rejects.toThrow(
    /returned no vector for any text/,
  );
  expect(at.manifest().embedder.queries).toMatchObject({ version: "onnx:small:1" });
});

it("makes no map of a corpus without sentences", async () => {
  const empty = await openWorkbench();
  try {
    await empty.publish({ queryEmbedder: model() });
    expect(empty.manifest().embedder.queries).toBeUndefined();
    expect(asked).toEqual([]);
  } finally {
    await empty.close();
  }
});
