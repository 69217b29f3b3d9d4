/** One POST of JSON to an endpoint with a bearer key, as in OpenAI's API. */
import type { HttpClient, HttpResponse } from "../../net/http-client.ts";
import { HttpError } from "../../net/http-error.ts";
import { failureOfStatus, RequestFailure } from "./failure.ts";

export interface JsonEndpoint {
  url: string;
  /** Bearer key; never in a message. */
  key: string | null;
  /** What to do about a status that only the operator can fix. */
  advice: Readonly<Record<number, string>>;
  /** Of the response. */
  maxBytes: number;
}

/** The parsed body of a 2xx. Throws RequestFailure, or the signal's reason when `signal` aborts. */
export async function postJson(
  { http, endpoint }: { http: HttpClient; endpoint: JsonEndpoint },
  body: object,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<unknown> {
  const { url, key, advice, maxBytes } = endpoint;
  const response = await http
    .send({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes,
      privateHost: true,
      // Callers retry with backoff.
      retry: false,
      signal,
    })
    .catch((error: unknown) => {
      throw error instanceof HttpError ? failureOfConnection(error) : error;
    });
  if (response.status >= 200 && response.status < 300) return parseJson(response);
  throw failureOfStatus(response.status, { advice, retryAfter: response.headers.get("retry-after") });
}

function failureOfConnection({ kind, message }: HttpError): RequestFailure {
  if (kind === "refused") return new RequestFailure("closed", message);
  return new RequestFailure(kind === "size" ? "unusable" : "unavailable", message);
}

function parseJson({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's message quotes the text.
    throw new RequestFailure("unusable", "the response is not JSON");
  }
}
