import { failureOfStatus, RequestFailure } from "./failure.ts";
import { readVectors } from "./response.ts";

export interface Endpoint {
  url: string;
  model: string;
  key: string | null;
  /** Asked for in the request; null: not mentioned. */
  askDimensions: number | null;
  /** That vectors must have; null: not known yet. */
  dimensions: number | null;
}

/**
 * One request for some texts. Throws RequestFailure, or the signal's reason when `signal` aborts.
 */
export async function requestVectors(
  endpoint: Endpoint,
  texts: readonly string[],
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.round(limits.timeoutMs)));
  const signal = limits.signal === undefined ? timeout : AbortSignal.any([timeout, limits.signal]);
  let body: unknown;
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: requestHeaders(endpoint),
      body: JSON.stringify(requestBody(endpoint, texts)),
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw failureOfStatus(response.status, response.headers.get("retry-after"));
    }
    body = parseJson(await response.text());
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure(
      "unavailable",
      timeout.aborted ? `no answer within ${Math.round(limits.timeoutMs)} ms` : networkReason(error),
    );
  }
  return readVectors(body, { count: texts.length, dimensions: endpoint.dimensions });
}

function requestHeaders({ key }: Endpoint): Record<string, string> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return key === null ? headers : { ...headers, authorization: `Bearer ${key}` };
}

function requestBody({ model, askDimensions }: Endpoint, input: readonly string[]): object {
  const request = { model, input, encoding_format: "float" };
  return askDimensions === null ? request : { ...request, dimensions: askDimensions };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text; ours must not.
    throw new RequestFailure("unusable", "the response is not JSON");
  }
}

/** The system's code (ECONNREFUSED, …) where there is one: messages may quote what was sent. */
function networkReason(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === "string" ? `no connection (${code})` : "no connection";
}
