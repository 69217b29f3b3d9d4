import { createRequire } from "node:module";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { documentsOf, openWorkbench } from "../../publish/workbench.case.ts";
import { unit, words, writeModelFolder } from "./model-folder.case.ts";
import { createOnnxEmbedder } from "./onnx-embedder.ts";
import { openOnnxSession } from "./onnxruntime.ts";
import { tinyModel } from "./tiny-model.case.ts";

it("names the command that installs the runtime, where it is missing", async () => {
  const missing = Object.assign(new Error("Cannot find package 'onnxruntime-node' imported from here"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  await expect(openOnnxSession("model.onnx", () => Promise.reject(missing))).rejects.toMatchObject({
    name: "ModelError",
    message:
      "PRIORART_EMBEDDER=onnx needs the package onnxruntime-node, which is not installed; in Prior Art's folder, run: " +
      "npm install --no-save onnxruntime-node@1.30.0",
  });
});

it("says why a runtime that is installed does not start", async () => {
  const wrong = new Error("libonnxruntime.so.1: invalid ELF header\n    at somewhere");
  await expect(openOnnxSession("model.onnx", () => Promise.reject(wrong))).rejects.toThrow(
    /^the package onnxruntime-node does not start on this machine \(libonnxruntime.so.1: invalid ELF header\); install it again: npm install/,
  );
});

/** 290 MB on disk, so it is not among the development dependencies. */
const installed = (() => {
  try {
    return createRequire(import.meta.url).resolve("onnxruntime-node") !== "";
  } catch {
    return false;
  }
})();

describe.skipIf(!installed)("with onnxruntime-node installed (skipped without it)", () => {
  /** Of each word: its number, and 1. */
  const table = words.map((_, id) => [id, 1]);
  let files: Record<string, unknown>;
  beforeEach(() => {
    files = { "model.onnx": tinyModel(table) };
  });

  async function open(threads: number) {
    const folder = writeModelFolder(files);
    onTestFinished(folder.remove);
    const embedder = await createOnnxEmbedder({ path: folder.path, threads });
    onTestFinished(() => embedder.close());
    return embedder;
  }

  it("embeds the queries of a snapshot whose passages the table embeds", async () => {
    const embedder = await open(1);
    const at = await openWorkbench();
    onTestFinished(() => at.close());
    await at.put(...documentsOf(0, 8));
    await at.publish({ queryEmbedder: embedder });
    const { version, queries } = at.manifest().embedder;
    expect(version).toMatch(/^fitted:/);
    expect(queries).toMatchObject({ version: embedder.version });
    expect(await at.publish({ queryEmbedder: embedder })).toMatchObject({ changed: false });
  });

  it("computes a model's vectors in several threads", async () => {
    const embedder = await open(2);
    const texts = Array.from({ length: 40 }, (_, i) => ["pay", "farm vote", "payment a"][i % 3]!);
    const vectors = await embedder.embedTexts(texts);
    const expected = [["pay"], ["farm", "vote"], ["pay", "##ment", "a"]].map((tokens) => {
      const ids = ["[CLS]", ...tokens, "[SEP]"].map((token) => words.indexOf(token));
      return unit(
        ids.reduce((a, b) => a + b),
        ids.length,
      );
    });
    for (const [i, vector] of vectors.entries())
      for (const [j, x] of vector!.entries()) expect(x).toBeCloseTo(expected[i % 3]![j]!, 6);
    expect(await embedder.embedQuery("pay")).toEqual(vectors[0]);
  });

  it("refuses a damaged file, and a model of something else, in one line", async () => {
    files["model.onnx"] = tinyModel(table).subarray(0, 60);
    await expect(open(1)).rejects.toMatchObject({
      name: "ModelError",
      message: expect.stringMatching(/model\.onnx cannot be read as an ONNX model \(.+\); export it again/),
    });
    files["model.onnx"] = tinyModel(table, "pixels");
    await expect(open(1)).rejects.toThrow(/has the input pixels; a text model has/);
    files["model.onnx"] = tinyModel(table.slice(0, 2));
    await expect(open(1)).rejects.toThrow(
      /fails on a first text \(.+\); check that tokenizer\.json belongs to it/,
    );
  });
});
