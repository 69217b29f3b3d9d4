/** Vectors from a local model, computed in threads of this process. */
import { type Embedder, EmbeddingError } from "../embedder.ts";
import { LruCache } from "../lru.ts";
import { digestOf, readModelFolder } from "./model-folder.ts";
import { ModelThreads, type ModelThreadsOptions } from "./model-threads.ts";

export interface OnnxEmbedder extends Embedder {
  /** Resolves once no thread works any more. */
  close(): Promise<void>;
}

export interface OnnxEmbedderOptions extends ModelThreadsOptions {
  /** Folder with model.onnx and tokenizer.json. */
  path: string;
  /** Called with the reason when texts went without a vector; the sentence holds no text. */
  onFailure?: (message: string) => void;
}

const cachedQueries = 1_000;
/** A search answers without the vector when this has passed. */
const queryBudgetMs = 5_000;

/** Throws ModelError when the folder, the model or the runtime cannot be used. */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<OnnxEmbedder> {
  const folder = readModelFolder(options.path);
  const digest = await digestOf(folder);
  const threads = await ModelThreads.open(folder, options);
  const queries = new LruCache<Float32Array>(cachedQueries);
  return {
    version: `onnx:${folder.name}:${digest}:${threads.dimensions}`,
    dimensions: threads.dimensions,
    async embedQuery(text) {
      if (text.trim() === "") return null;
      const known = queries.get(text);
      if (known !== undefined) return known.slice();
      const vector = await withinBudget((signal) => threads.embed({ text, kind: "query" }, signal));
      if (vector === null) throw new EmbeddingError("The local model's vector held no finite numbers");
      queries.set(text, vector);
      return vector.slice();
    },
    embedTexts: (texts, signal) => embedAll(texts, { threads, signal, onFailure: options.onFailure }),
    close: () => threads.close(),
  };
}

/** The text is dropped from the queue when the time has passed. */
async function withinBudget<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new EmbeddingError("The local model is busy"));
    }, queryBudgetMs);
  });
  try {
    return await Promise.race([run(controller.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}

async function embedAll(
  texts: readonly string[],
  context: { threads: ModelThreads; signal: AbortSignal | undefined; onFailure?: (message: string) => void },
): Promise<(Float32Array | null)[]> {
  const { threads, signal, onFailure } = context;
  signal?.throwIfAborted();
  const vectors = new Array<Float32Array | null>(texts.length).fill(null);
  const failures: string[] = [];
  const embedOne = async (position: number) => {
    try {
      vectors[position] = await threads.embed({ text: texts[position]!, kind: "passage" }, signal);
      if (vectors[position] === null) failures.push("a vector held no finite numbers");
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error;
      failures.push(error.message);
    }
  };
  // The longest first, so that the threads end at about the same time.
  const order = [...texts.keys()].filter((position) => texts[position]!.trim() !== "");
  await Promise.all(order.sort((a, b) => texts[b]!.length - texts[a]!.length).map(embedOne));
  if (failures.length > 0) onFailure?.(`${failures.length} texts went without a vector: ${failures[0]}`);
  return vectors;
}
