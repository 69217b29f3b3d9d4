/**
 * HTTP client for large bodies: they are passed on in pieces, and every address is checked as in `http-client.ts`. Over
 * Node's own client: undici 7 ends the process when a connection closes while a body waits to be read.
 */
import * as http from "node:http";
import * as https from "node:https";
import { asHttpError, HttpError } from "./http-error.ts";
import { type ReachableHostsOptions, reachableHosts } from "./reachable-hosts.ts";

export interface TransferRequest {
  url: URL;
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Until the head of the response has arrived, DNS and the body of the request included, in milliseconds. */
  timeoutMs: number;
  /** Longest pause within the body of the response, in milliseconds. */
  idleMs: number;
  signal?: AbortSignal;
}

export interface TransferResponse {
  status: number;
  headers: Headers;
  /** To be read to its end, or left early, which closes the connection. Throws HttpError. */
  body: AsyncIterable<Uint8Array>;
}

export interface TransferClient {
  /**
   * Redirects are returned as responses, and nothing is repeated. The operator wrote the URL: it may name a private
   * host. Throws HttpError, or the signal's reason.
   */
  send(request: TransferRequest): Promise<TransferResponse>;
  /** Ends idle connections. */
  close(): Promise<void>;
}

export function createTransferClient(options: ReachableHostsOptions = {}): TransferClient {
  const hosts = reachableHosts(options);
  const settings = { keepAlive: true, lookup: hosts.lookup };
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) };

  return {
    async send(request) {
      const { url, timeoutMs, signal } = request;
      signal?.throwIfAborted();
      hosts.check(url, { private: true });
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeoutMs);
      try {
        const response = await begin(request, late.signal);
        return {
          status: response.statusCode ?? 0,
          headers: headersOf(response.headers),
          body: piecesOf(response, request),
        };
      } catch (error) {
        signal?.throwIfAborted();
        if (late.signal.aborted) throw new HttpError("timeout", `no response within ${timeoutMs} ms`, error);
        throw failureOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };

  /** Resolves with the head of the response. `late` matters until then only. */
  function begin(sent: TransferRequest, late: AbortSignal): Promise<http.IncomingMessage> {
    const { url, method, headers, body, signal } = sent;
    return new Promise((resolve, reject) => {
      const protocol = url.protocol === "https:" ? "https:" : "http:";
      const client = protocol === "https:" ? https : http;
      const length = body === undefined && method !== "PUT" && method !== "POST" ? {} : lengthOf(body);
      const request = client.request(url, {
        agent: agents[protocol],
        method,
        headers: { "user-agent": "Prior-Art", ...headers, ...length },
        signal,
      });
      const stop = () => request.destroy();
      late.addEventListener("abort", stop);
      request.on("error", reject);
      request.on("response", (response) => {
        late.removeEventListener("abort", stop);
        resolve(response);
      });
      request.end(body);
    });
  }
}

const lengthOf = (body: Uint8Array | undefined) => ({ "content-length": String(body?.length ?? 0) });

async function* piecesOf(
  response: http.IncomingMessage,
  { idleMs, signal }: TransferRequest,
): AsyncGenerator<Uint8Array> {
  let paused = false;
  const timer = setTimeout(() => {
    paused = true;
    response.destroy();
  }, idleMs);
  try {
    for await (const piece of response) {
      yield piece;
      timer.refresh();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (paused) throw new HttpError("timeout", "the response paused for too long", error);
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(error: unknown): HttpError {
  return asHttpError(error instanceof HttpError ? error : new Error("request", { cause: error }));
}

function headersOf(fields: http.IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
