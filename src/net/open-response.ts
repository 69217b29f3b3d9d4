/** One request over Node's own HTTP client, up to the head of its response; and the body, decompressed. */
import * as http from "node:http";
import * as https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { HttpError } from "./http-error.ts";
import { type ReachableHostsOptions, reachableHosts } from "./reachable-hosts.ts";

export interface ResponseRequest {
  url: URL;
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Ends the request, and the body of its response. */
  signal: AbortSignal;
}

/** Times in milliseconds, for tests. */
export interface ConnectionOptions extends ReachableHostsOptions {
  /** Until a connection is made, DNS and TLS included; default 10 s. */
  connectMs?: number;
  /** After which an unused connection is closed; default 4 s. */
  idleMs?: number;
}

export interface Connections {
  check: ReturnType<typeof reachableHosts>["check"];
  /** Resolves with the head of a response, whatever its status. Rejects with errors of Node, or HttpError. */
  open(request: ResponseRequest): Promise<http.IncomingMessage>;
  /** Ends idle connections. */
  close(): void;
}

const CONNECT_MS = 10_000;
/** Servers commonly close an idle connection after 5 s, and a request sent at that moment fails. */
const IDLE_MS = 4_000;

/** Connections to checked addresses. Idle ones are kept for a short time, and do not keep the process running. */
export function createConnections(options: ConnectionOptions): Connections {
  const { connectMs = CONNECT_MS, idleMs = IDLE_MS } = options;
  const hosts = reachableHosts(options);
  const settings = { keepAlive: true, timeout: idleMs, lookup: hosts.lookup };
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) };
  return {
    check: hosts.check,
    open: ({ url, method, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const secure = url.protocol === "https:";
        const hasLength = body !== undefined || method === "PUT" || method === "POST";
        const request = (secure ? https : http).request(url, {
          agent: agents[secure ? "https:" : "http:"],
          method,
          headers: {
            "user-agent": "Prior-Art",
            ...headers,
            ...(hasLength && { "content-length": String(Buffer.byteLength(body ?? "")) }),
          },
          signal,
        });
        request.on("error", reject);
        request.on("response", resolve);
        // A connection may end without an error, as after 101 Switching Protocols. No effect once there is a response.
        request.on("close", () => reject(new HttpError("broken", "the connection failed")));
        request.on("socket", (socket) => {
          if (!socket.connecting) return;
          const late = () =>
            request.destroy(new HttpError("unreachable", `no connection within ${connectMs} ms`));
          const timer = setTimeout(late, connectMs);
          socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
          socket.once("close", () => clearTimeout(timer));
        });
        request.end(body);
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The encodings that `decodedBody` reads. */
export const ACCEPT_ENCODING = "gzip, br";

/** The body without its `Content-Encoding`; as it was sent, if that is not known. Leaving it early closes the connection. */
export function decodedBody(response: http.IncomingMessage): Readable {
  const decoder = decoderOf(response.headers["content-encoding"]?.trim().toLowerCase());
  // Errors are thrown to the reader.
  return decoder === null ? response : pipeline(response, decoder, () => {});
}

function decoderOf(encoding: string | undefined) {
  // As browsers do, an end that is missing is accepted.
  const gzip = { finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip(gzip);
  if (encoding === "deflate") return createInflate(gzip);
  if (encoding === "br") return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return null;
}

/** Releases the connection of a response whose body is not read: for another request, where the body has arrived. */
export function discardBody(response: http.IncomingMessage): void {
  if (response.complete) response.resume();
  else response.destroy();
}

export function headersOf(response: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}
