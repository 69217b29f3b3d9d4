import type { HttpClient } from "../../net/http-client.ts";
import { type JsonEndpoint, postJson } from "./post-json.ts";
import { readVectors } from "./response.ts";

export interface Endpoint {
  http: HttpClient;
  url: string;
  model: string;
  key: string | null;
  /** Sent in the request; null: omitted. */
  askDimensions: number | null;
  /** Required length of vectors; null: not known yet. */
  dimensions: number | null;
}

/** A batch of 64 vectors of 8,192 numbers is about 13 MB of JSON. */
const MAX_BYTES = 64 * 1024 * 1024;

const advice: JsonEndpoint["advice"] = {
  401: "check PRIORART_EMBEDDINGS_KEY",
  403: "check PRIORART_EMBEDDINGS_KEY",
  404: "check PRIORART_EMBEDDINGS_URL and PRIORART_EMBEDDINGS_MODEL",
  405: "check PRIORART_EMBEDDINGS_URL",
};

/** One request for some texts. Throws RequestFailure, or the signal's reason when `signal` aborts. */
export async function requestVectors(
  endpoint: Endpoint,
  texts: readonly string[],
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const { http, url, key, dimensions } = endpoint;
  const target = { http, endpoint: { url, key, advice, maxBytes: MAX_BYTES } };
  const body = await postJson(target, requestBody(endpoint, texts), limits);
  return readVectors(body, { count: texts.length, dimensions });
}

function requestBody({ model, askDimensions }: Endpoint, input: readonly string[]): object {
  const request = { model, input, encoding_format: "float" };
  return askDimensions === null ? request : { ...request, dimensions: askDimensions };
}
