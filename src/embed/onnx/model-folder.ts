/** Reads a folder with a model as sentence-transformers exports it: everything but the model itself. */
import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { ModelError } from "./model-error.ts";
import { type Pooling, poolingOf } from "./pooling.ts";

export interface ModelFolder {
  /** The folder's own name. */
  name: string;
  /** Absolute. */
  modelFile: string;
  /** Parsed `tokenizer.json` and `tokenizer_config.json`. */
  tokenizer: object;
  tokenizerConfig: object;
  pooling: Pooling;
  /** Tokens of a text, special ones included, that the model reads; the rest is cut off. */
  maxTokens: number;
  /** Text that the model wants before every query and every passage. */
  prompts: { query: string; passage: string };
}

/** Where exports put the model. */
const modelPaths = ["model.onnx", "onnx/model.onnx"];

const defaultMaxTokens = 512;
/** Attention takes memory by the square of the tokens; passages have at most some hundreds. */
const mostTokens = 2_048;

/** Throws ModelError. */
export function readModelFolder(path: string): ModelFolder {
  const folder = resolve(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ModelError(
      `PRIORART_MODEL must be a folder with model.onnx and tokenizer.json; there is none at ${folder}`,
    );
  const modelFile = modelPaths.map((name) => join(folder, name)).find((file) => isFile(file));
  if (modelFile === undefined)
    throw new ModelError(
      `${folder} holds neither model.onnx nor onnx/model.onnx; export the model to ONNX, for example with sentence-transformers (backend="onnx")`,
    );
  const read = (name: string) => readJson(join(folder, name));
  const tokenizer = read("tokenizer.json");
  if (tokenizer === null)
    throw new ModelError(`${folder} holds no tokenizer.json; copy the one that belongs to the model`);
  refuseFurtherModules(read("modules.json"), folder);
  const tokenizerConfig = read("tokenizer_config.json") ?? {};
  return {
    name: basename(folder),
    modelFile,
    tokenizer,
    tokenizerConfig,
    pooling: poolingOf(read("1_Pooling/config.json"), join(folder, "1_Pooling/config.json")),
    maxTokens: maxTokensOf({
      sentence: read("sentence_bert_config.json"),
      tokenizerConfig,
      model: read("config.json"),
    }),
    prompts: promptsOf(read("config_sentence_transformers.json")),
  };
}

/** Of everything that a vector depends on: the model's files, and what was read beside them. */
export async function digestOf(folder: ModelFolder): Promise<string> {
  const { modelFile, tokenizer, tokenizerConfig, pooling, maxTokens, prompts } = folder;
  const hash = createHash("sha256");
  // A large model keeps its weights in files beside it, such as model.onnx_data.
  const weights = readdirSync(dirname(modelFile)).filter((name) => name.startsWith("model.onnx"));
  for (const name of weights.sort())
    await pipeline(createReadStream(join(dirname(modelFile), name)), hash, { end: false });
  hash.update(JSON.stringify([tokenizer, tokenizerConfig, pooling, maxTokens, prompts]));
  return hash.digest("hex").slice(0, 12);
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Null where there is no such file. */
function readJson(path: string): object | null {
  if (!isFile(path)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Reported below.
  }
  if (typeof value === "object" && value !== null) return value;
  throw new ModelError(`${path} is not a JSON object; copy the file again from where the model came from`);
}

/** Layers after the pooling, such as a dense one, are not part of model.onnx. */
function refuseFurtherModules(modules: object | null, folder: string): void {
  if (!Array.isArray(modules)) return;
  const known = new Set(["Transformer", "Pooling", "Normalize"]);
  for (const { type } of modules as { type?: unknown }[]) {
    const name = String(type).split(".").at(-1)!;
    if (!known.has(name))
      throw new ModelError(
        `modules.json in ${folder} lists ${name}, which is not supported; give a model of Transformer, Pooling and Normalize only`,
      );
  }
}

function maxTokensOf(from: {
  sentence: object | null;
  tokenizerConfig: object;
  model: object | null;
}): number {
  const own = positive(from.sentence, "max_seq_length");
  const limits = [
    positive(from.tokenizerConfig, "model_max_length"),
    positive(from.model, "max_position_embeddings"),
  ].filter((limit) => limit !== null);
  return Math.min(own ?? Math.min(defaultMaxTokens, ...limits), mostTokens);
}

function positive(from: object | null, key: string): number | null {
  const value = (from as Record<string, unknown> | null)?.[key];
  return typeof value === "number" && value >= 1 ? Math.floor(value) : null;
}

function promptsOf(config: object | null): ModelFolder["prompts"] {
  const prompts = (config as { prompts?: Record<string, unknown> } | null)?.prompts ?? {};
  const text = (...names: string[]) =>
    names.map((name) => prompts[name]).find((prompt) => typeof prompt === "string") ?? "";
  return { query: text("query"), passage: text("passage", "document") };
}
