import { expect, it, onTestFinished } from "vitest";
import { fakeSession, unit, words, writeModelFolder } from "./model-folder.case.ts";
import { readModelFolder } from "./model-folder.ts";
import type { ModelSession } from "./session.ts";
import { openTextModel } from "./text-model.ts";

const id = (word: string) => words.indexOf(word);

function open(session: Partial<ModelSession> = {}, files: Record<string, unknown> = {}) {
  const folder = writeModelFolder(files);
  onTestFinished(folder.remove);
  return openTextModel(readModelFolder(folder.path), async () => fakeSession(session));
}

it("means the vectors of the tokens, special ones included, to length 1", async () => {
  const model = await open();
  expect(model.dimensions).toBe(2);
  const sum = id("[CLS]") + id("pay") + id("##ment") + id("[SEP]");
  const [x, y] = unit(sum, 4);
  const vector = await model.embed("payment", "passage");
  expect(vector![0]).toBeCloseTo(x!, 6);
  expect(vector![1]).toBeCloseTo(y!, 6);
});

it("takes the first token's vector where the folder says cls", async () => {
  const model = await open({}, { "1_Pooling/config.json": { pooling_mode_cls_token: true } });
  expect([...(await model.embed("payment", "passage"))!]).toEqual([
    ...Float32Array.from(unit(id("[CLS]"), 1)),
  ]);
});

it("takes the text's vector as it is, where the model makes one", async () => {
  const model = await open({
    outputNames: ["token_embeddings", "sentence_embedding"],
    run: async () => ({ sentence_embedding: { data: Float32Array.of(0, 3, 4), dims: [1, 3] } }),
  });
  expect([...(await model.embed("pay", "query"))!]).toEqual([0, 3 / 5, 4 / 5].map(Math.fround));
});

it("puts the prompt of its kind before a text", async () => {
  const seen: number[][] = [];
  const session = fakeSession();
  const model = await open(
    {
      run: (inputs) => {
        seen.push([...inputs.input_ids!.data].map(Number));
        return session.run(inputs);
      },
    },
    { "config_sentence_transformers.json": { prompts: { query: "find: " } } },
  );
  await model.embed("farm", "query");
  await model.embed("farm", "passage");
  expect(seen.slice(1).map((ids) => ids.map((one) => words[one]))).toEqual([
    ["[CLS]", "find", ":", "farm", "[SEP]"],
    ["[CLS]", "farm", "[SEP]"],
  ]);
});

it("feeds the inputs that the model has, and no other", async () => {
  let fed: string[] = [];
  const session = fakeSession({ inputNames: ["input_ids", "attention_mask"] });
  await open({
    ...session,
    run: (inputs) => {
      fed = Object.keys(inputs);
      return session.run(inputs);
    },
  });
  expect(fed).toEqual(["input_ids", "attention_mask"]);
});

it("gives null for a vector of zeros or of numbers that are not finite", async () => {
  let data = Float32Array.of(1, 1);
  const model = await open({ run: async () => ({ last_hidden_state: { data, dims: [1, 2] } }) });
  for (const bad of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
    data = Float32Array.of(bad, 0);
    expect(await model.embed("pay", "passage")).toBeNull();
  }
});

const output = (data: unknown, dims: number[]): Partial<ModelSession> => ({
  run: async () => ({ last_hidden_state: { data, dims } }),
});

it.each([
  [
    "an unknown input",
    { inputNames: ["input_ids", "pixel_values"] },
    /has the input pixel_values; a text model has/,
  ],
  ["no token numbers", { inputNames: ["attention_mask"] }, /has no input input_ids/],
  [
    "an output for other tokens",
    output(new Float32Array(6), [1, 2, 3]),
    /of shape 1 × 2 × 3; a text model has/,
  ],
  ["an output of one axis", output(new Float32Array(6), [6]), /of shape 6;/],
  ["an output of half floats", output(new Uint16Array(2), [1, 2]), /float32/],
  [
    "a run that fails",
    { run: () => Promise.reject(new Error("index out of range")) },
    /fails on a first text \(index out of range\); check that tokenizer\.json belongs to it/,
  ],
] as [string, Partial<ModelSession>, RegExp][])("refuses a model with %s", async (_, session, message) => {
  const error = await open(session).catch((caught: Error) => caught);
  expect(error).toMatchObject({ name: "ModelError", message: expect.stringMatching(message) });
});
