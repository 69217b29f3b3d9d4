/** Refuses malformed HTTP requests in the API's error format. */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../contract/api/errors.ts";
import { errorBody } from "./error-response.ts";

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

/** For the adapter from Node's requests to web requests: a malformed Host or request target. */
export function answerRequestError(error: unknown): Response {
  const malformed = error instanceof Error && error.name === "RequestError";
  const answer = malformed
    ? new ApiError("BAD_REQUEST", "The request's target or Host field is malformed")
    : new ApiError("INTERNAL_ERROR", "Something went wrong on the server; retry");
  const { fields, text } = errorFields(answer);
  return new Response(text, { status: answer.status, headers: fields });
}

/** Requests that violate HTTP in a way the parser accepts. The connection ends: a body may follow that is not read. */
export function refuseRequest(outgoing: ServerResponse, status: 400 | 417, message: string): void {
  const { fields, text } = errorFields(new ApiError("BAD_REQUEST", message));
  const length = { "Content-Length": String(Buffer.byteLength(text)) };
  outgoing.writeHead(status, { ...fields, ...length, Connection: "close" }).end(text);
}

/** For input that the HTTP parser cannot read, or that came too slowly. */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [line, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The header fields are too large; send less than 16 KB"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request took too long to arrive; send it again"]
        : [
            "400 Bad Request",
            "The request is not well-formed HTTP; percent-encode non-ASCII characters in the path",
          ];
  const { fields, text } = errorFields(new ApiError("BAD_REQUEST", message));
  const all = { ...fields, "Content-Length": String(Buffer.byteLength(text)), Connection: "close" };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${head.join("")}\r\n${text}`);
}
