/** Vectors that a local model would give to texts if they were queries, kept in the catalog. */
import { createHash } from "node:crypto";
import { EmbeddingError } from "../../embed/embedder.ts";
import type { PublishOptions, PublishRun } from "../types.ts";
import { nothingEmbedded, type Vector } from "./embed-texts.ts";

export type QueryModel = NonNullable<PublishOptions["queryEmbedder"]>;

/** Texts at once: enough for every thread, and few enough that none waits as long as a query may. */
const atOnce = 16;
/** Texts between two writes to the catalog. */
const batch = 256;

/**
 * One vector per text; null where the model failed. Models may read a query with another prompt than a passage, so these
 * are kept apart from vectors of passages. Throws EmbeddingError when every text failed.
 */
export async function embedQueries(
  run: PublishRun,
  texts: readonly string[],
  model: QueryModel,
): Promise<Vector[]> {
  const version = `${model.version}:queries`;
  const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
  const kept = await run.catalog.cachedVectors(version, hashes);
  /** The place of each text without a vector; of equal texts, the last. */
  const places = new Map(hashes.map((hash, i) => [hash, i]));
  const missing = [...places].filter(([hash]) => !kept.has(hash)).map(([, i]) => i);
  for (let at = 0; at < missing.length; at += batch) {
    const part = missing.slice(at, at + batch);
    const fresh = new Map<string, Float32Array>();
    for (let from = 0; from < part.length; from += atOnce) {
      run.signal?.throwIfAborted();
      const some = part.slice(from, from + atOnce);
      const vectors = await Promise.all(some.map((i) => embedOne(model, texts[i]!)));
      some.forEach((i, n) => {
        if (vectors[n]) fresh.set(hashes[i]!, vectors[n]);
      });
    }
    await run.catalog.cacheVectors(version, fresh);
    for (const [hash, vector] of fresh) kept.set(hash, vector);
    run.report("fit", texts.length - missing.length + at + part.length, texts.length);
  }
  if (texts.length > 0 && kept.size === 0) throw new EmbeddingError(nothingEmbedded);
  return hashes.map((hash) => kept.get(hash) ?? null);
}

async function embedOne(model: QueryModel, text: string): Promise<Vector> {
  try {
    return await model.embedQuery(text);
  } catch (error) {
    if (error instanceof EmbeddingError) return null;
    throw error;
  }
}
