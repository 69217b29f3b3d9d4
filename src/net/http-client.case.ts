/** For tests of the HTTP client: a server, and a client for which 127.0.0.1 is a public address. */
import { afterEach, beforeEach } from "vitest";
import { createHttpClient, type HttpClient, type HttpRequest } from "./http-client.ts";
import type { HttpError } from "./http-error.ts";
import { startServer, type TestServer, text } from "./server.case.ts";

/** What each test starts with: a server that answers "ok", and names that resolve to it. */
export const at = {} as {
  server: TestServer;
  /** Addresses that names resolve to, call by call; the last list repeats. */
  answers: string[][];
  resolved: string[];
};

export function useHttpServer(): void {
  beforeEach(async () => {
    at.server = await startServer(text("ok"));
    at.answers = [["127.0.0.1"]];
    at.resolved = [];
  });
  afterEach(() => at.server.close());
}

/** 127.0.0.1 counts as public; every other loopback or private address stays private. */
export function client(allowPrivateHosts: string[] = []): HttpClient {
  return createHttpClient({
    allowPrivateHosts,
    isPublic: (address) => address === "127.0.0.1",
    resolve: async (host) => {
      at.resolved.push(host);
      return at.answers.length > 1 ? at.answers.shift()! : at.answers[0]!;
    },
  });
}

export const limits = { timeoutMs: 60_000, maxBytes: 1_000 };
export const atHost = (host: string, path = "/") => `http://${host}:${at.server.port}${path}`;
export const send = (change: Partial<HttpRequest> = {}, http = client()) =>
  http.send({ url: at.server.url, ...limits, ...change });
export const failure = (change: Partial<HttpRequest> = {}, http = client()) =>
  send(change, http).then(
    ({ status }) => `status ${status}`,
    (error: HttpError) => `${error.name} ${error.kind}: ${error.message}`,
  );

export const privateAddress =
  "HttpError refused: its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS";
