/** From an app to a listening server, and back to silence without dropping a request. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ApiError } from "../contract/errors.ts";
import { maxBodyBytes } from "./body.ts";
import type { ServerApp } from "./context.ts";
import { errorBody } from "./error-response.ts";

export interface ListenOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** How long requests in flight may take to finish once closing has begun. */
  graceMilliseconds?: number;
}

export interface Listening {
  /** e.g. `http://127.0.0.1:8787` */
  address: string;
  port: number;
  /**
   * Stops accepting, lets requests in flight finish, closes idle connections; after the grace time, cuts what
   * is left. Every call returns the same promise.
   */
  close(): Promise<void>;
}

function errorFields(error: ApiError): { fields: Record<string, string>; text: string } {
  const requestId = randomUUID();
  const fields = {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
  return { fields, text: JSON.stringify(errorBody(error, requestId)) };
}

/** A request that never became one (a malformed Host, a broken target) is refused in the API's own shape. */
function refuseRequest(error: unknown): Response {
  const malformed = error instanceof Error && error.name === "RequestError";
  const answer = malformed
    ? new ApiError("BAD_REQUEST", "The request's target or Host field is malformed")
    : new ApiError("INTERNAL_ERROR", "Something went wrong on the server; retry");
  const { fields, text } = errorFields(answer);
  return new Response(text, { status: answer.status, headers: fields });
}

/** What the HTTP parser cannot read, or what came too slowly. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [line, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The header fields are too large; send less than 16 KB"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request took too long to arrive; send it again"]
        : ["400 Bad Request", "The request is not well-formed HTTP"];
  const { fields, text } = errorFields(new ApiError("BAD_REQUEST", message));
  const all = { ...fields, "Content-Length": String(Buffer.byteLength(text)), Connection: "close" };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${head.join("")}\r\n${text}`);
}

/** Some clients send a path in raw UTF-8, which arrives as Latin-1: spelled out as the percent-escapes it means. */
function escapeRawBytes(incoming: IncomingMessage): void {
  const { url } = incoming;
  if (url === undefined || !/[\x80-\xff]/.test(url)) return;
  incoming.url = url.replaceAll(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function buildServer(app: ServerApp): Server {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseRequest, hostname: "localhost" });
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    escapeRawBytes(incoming);
    void listener(incoming, outgoing);
  };
  const server = createServer({ requestTimeout: 60_000 }, handle);
  // A client that asks first is not told to send a body that will be refused for its size.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(Number(incoming.headers["content-length"]) > maxBodyBytes)) outgoing.writeContinue();
    handle(incoming, outgoing);
  });
  server.on("clientError", refuseConnection);
  return server;
}

function closer(server: Server, graceMilliseconds: number): () => Promise<void> {
  let closing: Promise<void> | undefined;
  // A connection that becomes idle while closing would otherwise stay until its keep-alive runs out.
  const watch = (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once("close", () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  };
  server.on("request", watch);
  server.on("checkContinue", watch);
  return () => {
    closing ??= new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      server.closeIdleConnections();
    });
    return closing;
  };
}

/** Rejects with a plain message when the address is taken or not ours. */
export async function listen(app: ServerApp, options: ListenOptions): Promise<Listening> {
  const { host, port, graceMilliseconds = 10_000 } = options;
  const server = buildServer(app);
  const close = closer(server, graceMilliseconds);
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
