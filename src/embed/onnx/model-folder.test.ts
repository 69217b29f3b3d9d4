import { expect, it, onTestFinished, test } from "vitest";
import { writeModelFolder } from "./model-folder.case.ts";
import { digestOf, readModelFolder } from "./model-folder.ts";

function read(files: Record<string, unknown> = {}) {
  const folder = writeModelFolder(files);
  onTestFinished(folder.remove);
  return readModelFolder(folder.path);
}

it("reads a folder of two files with the defaults of sentence-transformers", () => {
  expect(read()).toMatchObject({
    name: "tiny",
    modelFile: expect.stringMatching(/tiny\/model\.onnx$/),
    pooling: "mean",
    maxTokens: 512,
    prompts: { query: "", passage: "" },
  });
});

it("reads the settings that exports put beside the model", () => {
  const folder = read({
    "model.onnx": null,
    "onnx/model.onnx": "x",
    "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    "sentence_bert_config.json": { max_seq_length: 256 },
    "tokenizer_config.json": { model_max_length: 128 },
    "config_sentence_transformers.json": { prompts: { query: "find: ", document: "text: " } },
    "modules.json": [{ type: "sentence_transformers.models.Transformer" }, { type: "a.Normalize" }],
  });
  expect(folder).toMatchObject({
    modelFile: expect.stringMatching(/onnx\/model\.onnx$/),
    pooling: "cls",
    maxTokens: 256,
    prompts: { query: "find: ", passage: "text: " },
  });
});

it("takes the smaller limit of tokenizer and model where no length is set, never more than 512", () => {
  const limits = (tokens: number, positions: number) =>
    read({
      "tokenizer_config.json": { model_max_length: tokens },
      "config.json": { max_position_embeddings: positions },
    }).maxTokens;
  expect(limits(128, 512)).toBe(128);
  expect(limits(1e30, 384)).toBe(384);
  expect(limits(1e30, 8_192)).toBe(512);
});

const refused: [string, Record<string, unknown>, RegExp][] = [
  ["no model", { "model.onnx": null }, /holds neither model\.onnx nor onnx\/model\.onnx; export the model/],
  ["no tokenizer", { "tokenizer.json": null }, /holds no tokenizer\.json; copy the one/],
  ["a broken tokenizer", { "tokenizer.json": "{" }, /tokenizer\.json is not a JSON object; copy/],
  [
    "another pooling",
    { "1_Pooling/config.json": { pooling_mode_max_tokens: true } },
    /asks for pooling by max; only mean and cls/,
  ],
  [
    "two poolings",
    { "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true } },
    /asks for pooling by cls and mean/,
  ],
  [
    "another pooling, newer style",
    { "1_Pooling/config.json": { pooling_mode: "lasttoken" } },
    /by lasttoken/,
  ],
  [
    "a further layer",
    { "modules.json": [{ type: "sentence_transformers.models.Dense" }] },
    /lists Dense, which/,
  ],
];

test.each(refused)("%s is refused in one line that says what to do", (_, files, message) => {
  const error = (() => {
    try {
      read(files);
    } catch (caught) {
      return caught as Error;
    }
    throw new Error("was accepted");
  })();
  expect(error).toMatchObject({ name: "ModelError", message: expect.stringMatching(message) });
  expect(error.message).not.toContain("\n");
});

it("refuses a path that is not a folder", () => {
  expect(() => readModelFolder("/nowhere/at/all")).toThrow(
    /^PRIORART_MODEL must be a folder with model\.onnx and tokenizer\.json; there is none at \/nowhere/,
  );
});

it("digests everything that a vector depends on", async () => {
  const same = await digestOf(read());
  expect(same).toMatch(/^[0-9a-f]{12}$/);
  expect(await digestOf(read())).toBe(same);
  for (const changed of [
    { "model.onnx": "other" },
    { "model.onnx_data": "weights" },
    { "tokenizer_config.json": { do_lower_case: false } },
    { "1_Pooling/config.json": { pooling_mode: "cls" } },
    { "sentence_bert_config.json": { max_seq_length: 64 } },
    { "config_sentence_transformers.json": { prompts: { query: "q" } } },
  ])
    expect(await digestOf(read(changed))).not.toBe(same);
});
