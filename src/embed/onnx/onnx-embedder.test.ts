import { beforeEach, expect, it, onTestFinished } from "vitest";
import { threadFile } from "../../threads/thread-file.ts";
import { type TestFolder, unit, words, writeModelFolder } from "./model-folder.case.ts";
import { createOnnxEmbedder, type OnnxEmbedder } from "./onnx-embedder.ts";

const file = threadFile("./fake-model-worker.case", import.meta.url);
let folder: TestFolder;
let failures: string[];
beforeEach(() => {
  folder = writeModelFolder();
  failures = [];
  return folder.remove;
});

async function open(threads = 1): Promise<OnnxEmbedder> {
  const onFailure = (message: string) => failures.push(message);
  const embedder = await createOnnxEmbedder({ path: folder.path, threads, file, onFailure });
  onTestFinished(() => embedder.close());
  return embedder;
}

const vectorOf = (...tokens: string[]) => {
  const ids = ["[CLS]", ...tokens, "[SEP]"].map((token) => words.indexOf(token));
  return [
    ...Float32Array.from(
      unit(
        ids.reduce((a, b) => a + b),
        ids.length,
      ),
    ),
  ];
};

it("embeds texts in threads, in the order given, blank ones as null", async () => {
  const embedder = await open(2);
  expect(embedder.version).toMatch(/^onnx:tiny:[0-9a-f]{12}:2$/);
  expect(embedder.dimensions).toBe(2);
  const texts = ["pay", "payment a", " ", "a", ...Array.from({ length: 30 }, () => "payment")];
  const vectors = await embedder.embedTexts(texts);
  expect(vectors.slice(0, 5).map((vector) => vector && [...vector])).toEqual([
    vectorOf("pay"),
    vectorOf("pay", "##ment", "a"),
    null,
    vectorOf("a"),
    vectorOf("pay", "##ment"),
  ]);
  expect(vectors).toHaveLength(34);
  expect(failures).toEqual([]);
});

it("leaves out the texts on which the model fails, and says why without the text", async () => {
  const vectors = await (await open()).embedTexts(["pay", "farm a", "a"]);
  expect(vectors.map((vector) => vector !== null)).toEqual([true, false, true]);
  expect(failures).toEqual(["1 texts went without a vector: The local model failed: the run failed"]);
});

it("replaces a thread that ends, which costs the text in work its vector and no other", async () => {
  const embedder = await open();
  const vectors = await embedder.embedTexts(["vote and vote", "pay", "a"]);
  expect(vectors.map((vector) => vector !== null)).toEqual([false, true, true]);
  expect(failures).toEqual([expect.stringContaining("The local model's thread failed")]);
  expect([...(await embedder.embedQuery("a"))!]).toEqual(vectorOf("a"));
});

it("stops with the signal's reason, before the texts that wait", async () => {
  const embedder = await open();
  const controller = new AbortController();
  const embedding = embedder.embedTexts(new Array(50).fill("pay"), controller.signal);
  controller.abort(new Error("interrupted"));
  await expect(embedding).rejects.toThrow("interrupted");
  await expect(embedder.embedTexts(["a"], controller.signal)).rejects.toThrow("interrupted");
  expect(await embedder.embedTexts(["a"])).not.toContain(null);
});

it("answers a query from memory the second time, as a copy", async () => {
  const embedder = await open();
  const first = await embedder.embedQuery("pay");
  await embedder.close();
  const second = await embedder.embedQuery("pay");
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
  await expect(embedder.embedQuery("a")).rejects.toMatchObject({
    name: "EmbeddingError",
    message: "The local model is closed",
  });
});

it("gives null for a blank query, and rejects where the model fails", async () => {
  const embedder = await open();
  expect(await embedder.embedQuery("  ")).toBeNull();
  await expect(embedder.embedQuery("farm")).rejects.toMatchObject({ name: "EmbeddingError" });
});

it("finishes the texts in work when it is closed, and rejects those that wait", async () => {
  const embedder = await open();
  const first = embedder.embedQuery("pay");
  const second = embedder.embedQuery("a");
  second.catch(() => {});
  await embedder.close();
  expect(await first).not.toBeNull();
  await expect(second).rejects.toThrow("is closed");
});

it("reports a model that cannot be opened in one line", async () => {
  folder.remove();
  folder = writeModelFolder({ "tokenizer.json": { model: { type: "Magic" } } });
  await expect(open()).rejects.toMatchObject({
    name: "ModelError",
    message: expect.stringMatching(/^tokenizer\.json of tiny is not supported/),
  });
});
