import { expect, it } from "vitest";
import { tokenizerJson, words } from "./model-folder.case.ts";
import { createTokenizer } from "./tokenizer.ts";

const folder = { name: "tiny", tokenizer: tokenizerJson, tokenizerConfig: {}, maxTokens: 8 };
const tokenize = createTokenizer(folder);
const named = (text: string) => tokenize(text).map((id) => words[id]);

it("splits words into their pieces between the special tokens", () => {
  expect(named("Payment, FARM")).toEqual(["[CLS]", "pay", "##ment", "[UNK]", "farm", "[SEP]"]);
  expect(named("")).toEqual(["[CLS]", "[SEP]"]);
});

it("cuts long texts, and keeps the special tokens", () => {
  const long = named("vote ".repeat(100));
  expect(long).toHaveLength(8);
  expect(long.at(0)).toBe("[CLS]");
  expect(long.at(-1)).toBe("[SEP]");
  expect(named("v".repeat(2_000_000))).toEqual(["[CLS]", "[UNK]", "[SEP]"]);
});

it("refuses a tokenizer of an unknown kind by name", () => {
  const tokenizer = { ...tokenizerJson, normalizer: { type: "Rot13" } };
  expect(() => createTokenizer({ ...folder, tokenizer })).toThrow(
    /^tokenizer\.json of tiny is not supported \(.*Rot13.*\); give a model whose/,
  );
  expect(() => createTokenizer({ ...folder, tokenizer: { model: {} } })).toThrow(/is not supported/);
});
