/** Vectors from any endpoint compatible with OpenAI's `POST /v1/embeddings`. */
import { createHttpClient } from "../../net/http-client.ts";
import { type Embedder, EmbeddingError } from "../embedder.ts";
import { LruCache } from "../lru.ts";
import { embedTexts } from "./embed-texts.ts";
import { RequestFailure } from "./failure.ts";
import { defaultPace, type HttpEmbedderOptions, type Pace } from "./options.ts";
import { type Endpoint, requestVectors } from "./request.ts";
import { type RetryOptions, withRetries } from "./retry.ts";

/**
 * Determines the length of the endpoint's vectors by a probe, unless `expectedDimensions` is set. Throws
 * EmbeddingError when the probe fails, or when the endpoint does not honour `dimensions`.
 */
export async function createHttpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const pace = { ...defaultPace, ...options.pace };
  const endpoint: Endpoint = {
    http: createHttpClient(options),
    url: options.url,
    model: options.model,
    key: options.key ?? null,
    askDimensions: options.dimensions ?? null,
    dimensions: options.expectedDimensions ?? options.dimensions ?? null,
  };
  if (options.expectedDimensions === undefined) endpoint.dimensions = await probe(endpoint, pace);
  const { dimensions } = endpoint as { dimensions: number };
  const queries = new LruCache<Float32Array>(pace.cachedQueries);
  return {
    version: `http:${options.model}:${dimensions}`,
    dimensions,
    async embedQuery(text) {
      if (text.trim() === "") return null;
      const known = queries.get(text);
      if (known !== undefined) return known.slice();
      const vector = await embedOne(endpoint, text, pace);
      if (vector === null) throw new EmbeddingError(sentence(endpoint, "the vector held no finite numbers"));
      queries.set(text, vector);
      return vector.slice();
    },
    embedTexts: (texts, signal) =>
      embedTexts(texts, {
        endpoint,
        pace,
        signal,
        onFailure: (failure) => options.onFailure?.(sentence(endpoint, failure.message)),
      }),
  };
}

/** The model and vector length of a version written here; null for other embedders' versions. */
export function parseHttpVersion(version: string): { model: string; dimensions: number } | null {
  const match = /^http:(.+):(\d+)$/s.exec(version);
  return match === null ? null : { model: match[1]!, dimensions: Number(match[2]) };
}

async function probe(endpoint: Endpoint, pace: Pace): Promise<number> {
  const retries: RetryOptions = { ...pace, attempts: Math.min(pace.attempts, 3) };
  const [vector] = await withRetries(retries, () =>
    requestVectors(endpoint, ["probe"], { timeoutMs: pace.timeoutMs }),
  ).catch(asEmbeddingError(endpoint));
  if (vector == null) throw new EmbeddingError(sentence(endpoint, "the vector held no finite numbers"));
  return vector.length;
}

async function embedOne(endpoint: Endpoint, text: string, pace: Pace): Promise<Float32Array | null> {
  const deadline = Date.now() + pace.queryBudgetMs;
  // Only two attempts: a caller is waiting, and the search can answer without the vector.
  const [vector] = await withRetries({ ...pace, attempts: Math.min(pace.attempts, 2), deadline }, () =>
    requestVectors(endpoint, [text], { timeoutMs: Math.min(pace.timeoutMs, deadline - Date.now()) }),
  ).catch(asEmbeddingError(endpoint));
  return vector!;
}

function asEmbeddingError(endpoint: Endpoint): (error: unknown) => never {
  return (error) => {
    if (error instanceof RequestFailure) throw new EmbeddingError(sentence(endpoint, error.message));
    throw error;
  };
}

/** Names the endpoint without its query string, which may hold a key. */
function sentence({ url }: Endpoint, reason: string): string {
  const { origin, pathname } = new URL(url);
  return `The embeddings endpoint ${origin}${pathname} failed: ${reason}`;
}
