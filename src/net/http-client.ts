/** HTTP client for other servers: bounded in time, size and redirects, and restricted to checked addresses. */
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { asHttpError, HttpError } from "./http-error.ts";
import { ACCEPT_ENCODING, createConnections, decodedBody, discardBody, headersOf } from "./open-response.ts";
import type { ReachableHostsOptions } from "./reachable-hosts.ts";
import { isRedirect, redirectTarget } from "./redirect.ts";

export interface HttpRequest {
  url: URL | string;
  /** Default `GET`. */
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Total for DNS, redirects, a retry and the body, in milliseconds. */
  timeoutMs: number;
  /** Limit of the decompressed body. */
  maxBytes: number;
  /** Maximum redirects of a GET; default 0: a redirect is returned as the response. */
  maxRedirects?: number;
  /** The operator wrote the URL: it may name a private host. Redirects may not. */
  privateHost?: boolean;
  /** Retry once when the connection fails: any request if nothing was sent, else only a GET. Default true. */
  retry?: boolean;
  /** Which responses' bodies are read; default those of 2xx. */
  readBody?: "success" | "always" | "never";
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Where the response came from: the request's URL, or the target of the last redirect. */
  url: URL;
  headers: Headers;
  /** Empty if not read. */
  body: Buffer;
}

export interface HttpClient {
  /** Throws HttpError, or the signal's reason when `signal` aborts. */
  send(request: HttpRequest): Promise<HttpResponse>;
}

const RETRY_DELAY_MS = 200;

export function createHttpClient(options: ReachableHostsOptions = {}): HttpClient {
  const connections = createConnections(options);

  const sendOnce = async (request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> => {
    const { method = "GET", body } = request;
    const maxRedirects = method === "GET" ? (request.maxRedirects ?? 0) : 0;
    let url = new URL(request.url);
    let headers: Record<string, string> = { accept: "*/*", ...request.headers };
    connections.check(url, { private: request.privateHost });
    for (let followed = 0; ; followed++) {
      const sent = { ...headers, "accept-encoding": ACCEPT_ENCODING };
      const response = await connections.open({ url, method, headers: sent, body, signal });
      const status = response.statusCode!;
      if (maxRedirects === 0 || !isRedirect(status))
        return { url, status, headers: headersOf(response), body: await read(response, request) };
      discardBody(response);
      if (followed === maxRedirects)
        throw new HttpError("redirect", `too many redirects (more than ${maxRedirects})`);
      const next = redirectTarget(url, response.headers.location ?? null);
      if (next.origin !== url.origin) {
        connections.check(next);
        headers = withoutCredentials(headers);
      }
      url = next;
    }
  };

  return {
    async send(request) {
      const timeout = AbortSignal.timeout(Math.max(1, Math.round(request.timeoutMs)));
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      for (let retried = false; ; retried = true) {
        try {
          request.signal?.throwIfAborted();
          return await sendOnce(request, signal);
        } catch (error) {
          request.signal?.throwIfAborted();
          if (timeout.aborted)
            throw new HttpError("timeout", `no complete response within ${request.timeoutMs} ms`);
          const failure = asHttpError(error);
          if (retried || request.retry === false || !mayRepeat(failure, request)) throw failure;
          await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => {});
        }
      }
    },
  };
}

/** Allowlist of headers known to contain no credentials: keys travel in many fields. */
function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  const known = /^(?:accept|user-agent|if-none-match|if-modified-since)$/i;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => known.test(name)));
}

function mayRepeat({ kind }: HttpError, { method = "GET" }: HttpRequest): boolean {
  return kind === "unreachable" || (kind === "broken" && method === "GET");
}

async function read(response: IncomingMessage, request: HttpRequest): Promise<Buffer> {
  const { maxBytes, readBody = "success" } = request;
  const ok = response.statusCode! >= 200 && response.statusCode! <= 299;
  const pieces: Uint8Array[] = [];
  if (readBody === "never" || (readBody === "success" && !ok)) discardBody(response);
  else {
    const tooLarge = () => new HttpError("size", `the response is larger than ${maxBytes} bytes`);
    if (Number(response.headers["content-length"]) > maxBytes) {
      discardBody(response);
      throw tooLarge();
    }
    let size = 0;
    for await (const piece of decodedBody(response)) {
      size += piece.byteLength;
      // Leaving the loop closes the connection.
      if (size > maxBytes) throw tooLarge();
      pieces.push(piece);
    }
  }
  return Buffer.concat(pieces);
}
