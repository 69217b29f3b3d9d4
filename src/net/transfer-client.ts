/** HTTP client for large bodies: they are passed on in pieces, and every address is checked as in `http-client.ts`. */
import type { IncomingMessage } from "node:http";
import { asHttpError, HttpError } from "./http-error.ts";
import { createConnections, headersOf } from "./open-response.ts";
import type { ReachableHostsOptions } from "./reachable-hosts.ts";

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
  const connections = createConnections(options);
  return {
    async send(request) {
      const { url, timeoutMs, signal } = request;
      signal?.throwIfAborted();
      connections.check(url, { private: true });
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), timeoutMs);
      try {
        const response = await connections.open({
          ...request,
          // `late` is not aborted after the head.
          signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        });
        return {
          status: response.statusCode!,
          headers: headersOf(response),
          body: piecesOf(response, request),
        };
      } catch (error) {
        signal?.throwIfAborted();
        if (late.signal.aborted) throw new HttpError("timeout", `no response within ${timeoutMs} ms`, error);
        throw asHttpError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      connections.close();
    },
  };
}

async function* piecesOf(
  response: IncomingMessage,
  { idleMs, signal }: TransferRequest,
): AsyncGenerator<Uint8Array> {
  let paused = false;
  const startTimer = () =>
    setTimeout(() => {
      paused = true;
      response.destroy();
    }, idleMs);
  let timer = startTimer();
  try {
    for await (const piece of response) {
      // The time that the reader takes is not a pause of the response.
      clearTimeout(timer);
      yield piece;
      timer = startTimer();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (paused) throw new HttpError("timeout", "the response paused for too long", error);
    throw asHttpError(error);
  } finally {
    clearTimeout(timer);
  }
}
