/** For tests: a model folder with a tokenizer of a few words, and a session that computes vectors of two numbers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ModelSession } from "./session.ts";

export const words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pay", "##ment", "farm", "vote", "a", "find", ":"];

export const tokenizerJson = {
  version: "1.0",
  added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
  },
};

export interface TestFolder {
  path: string;
  remove(): void;
}

/** Files by name; null leaves one out. Texts are written as they are, anything else as JSON. */
export function writeModelFolder(files: Record<string, unknown> = {}): TestFolder {
  const root = mkdtempSync(join(tmpdir(), "priorart-model-"));
  const path = join(root, "tiny");
  const all = { "model.onnx": "not read by the fake session", "tokenizer.json": tokenizerJson, ...files };
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue;
    mkdirSync(dirname(join(path, name)), { recursive: true });
    const bytes = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(join(path, name), bytes ? content : JSON.stringify(content));
  }
  return { path, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Per token: its number, and 1. */
export function fakeSession(fields: Partial<ModelSession> = {}): ModelSession {
  return {
    inputNames: ["input_ids", "attention_mask", "token_type_ids"],
    outputNames: ["last_hidden_state"],
    run: async ({ input_ids }) => {
      const { data, dims } = input_ids!;
      return {
        last_hidden_state: {
          data: Float32Array.from([...data].flatMap((id) => [Number(id), 1])),
          dims: [...dims, 2],
        },
      };
    },
    release: async () => {},
    ...fields,
  };
}

/** Length 1. */
export function unit(...numbers: number[]): number[] {
  const length = Math.hypot(...numbers);
  return numbers.map((x) => x / length);
}
