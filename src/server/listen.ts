/** Starts the HTTP server of an app. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ServerApp } from "./context.ts";
import { gracefulShutdown } from "./graceful-shutdown.ts";
import { answerConnectionError, answerRequestError, refuseRequest } from "./protocol-errors.ts";
import { maxBodyBytes } from "./request-body.ts";

export interface ListenOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** How long requests in flight may take to finish after closing begins. */
  graceMilliseconds?: number;
  /** How long idle connections stay open after closing begins, for requests in transit. */
  idleMilliseconds?: number;
  /** A connection is cut after this time in which its client reads nothing of a response; for tests. */
  stallMilliseconds?: number;
}

/** Longer than any response takes to begin, and than any reverse proxy waits for its client. */
const stallLimitMilliseconds = 300_000;

export interface Listening {
  /** e.g. `http://127.0.0.1:8787` */
  address: string;
  port: number;
  /**
   * Stops accepting, answers requests that were already sent, closes each connection after its last one; after the
   * grace time, cuts the rest. Every call returns the same promise.
   */
  close(): Promise<void>;
}

function buildServer(app: ServerApp, stallMilliseconds: number): Server {
  const listener = getRequestListener(app.fetch, { errorHandler: answerRequestError, hostname: "localhost" });
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.headers.host === undefined && incoming.httpVersion === "1.1")
      return refuseRequest(outgoing, 400, "The request has no Host field");
    void listener(incoming, outgoing);
  };
  const server = createServer(
    {
      requestTimeout: 60_000,
      // Longer than reverse proxies and clients keep theirs, so that none sends on a connection that is being closed.
      keepAliveTimeout: 75_000,
      // Node would answer a request without Host itself, with an empty body.
      requireHostHeader: false,
    },
    handle,
  );
  // Node's default is none: a client that never reads would keep connection, response and slot for ever.
  server.timeout = stallMilliseconds;
  // A client that sends `Expect: 100-continue` is not invited to send a body that is too large.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(Number(incoming.headers["content-length"]) > maxBodyBytes)) outgoing.writeContinue();
    handle(incoming, outgoing);
  });
  server.on("checkExpectation", (_: IncomingMessage, outgoing: ServerResponse) => {
    refuseRequest(outgoing, 417, "The value of the Expect field is not supported; leave the field out");
  });
  server.on("clientError", answerConnectionError);
  return server;
}

/** Rejects with a clear message when the address is in use or not of this machine. */
export async function listen(app: ServerApp, options: ListenOptions): Promise<Listening> {
  const { host, port, graceMilliseconds = 10_000, idleMilliseconds = 1_000 } = options;
  const server = buildServer(app, options.stallMilliseconds ?? stallLimitMilliseconds);
  const close = gracefulShutdown(server, { graceMilliseconds, idleMilliseconds });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      const why = taken ? "it is already in use; choose another port" : error.message;
      reject(new Error(`Cannot listen on ${host}:${port}: ${why}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return { address: `http://${name}:${bound.port}`, port: bound.port, close };
}
