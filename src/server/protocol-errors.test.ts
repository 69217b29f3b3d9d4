/** Answers to what no handler sees. */
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { answerConnectionError, answerRequestError } from "./protocol-errors.ts";

/** The bytes that end a connection; undefined where it is destroyed without any. */
function ended(code: string | undefined, { writable = true } = {}): string | undefined {
  const written: (string | undefined)[] = [];
  const socket = {
    writable,
    destroy: () => written.push(undefined),
    end: (text: string) => written.push(text),
  } as unknown as Socket;
  answerConnectionError(Object.assign(new Error("parse error"), { code }), socket);
  expect(written).toHaveLength(1);
  return written[0];
}

test("a connection that was reset, or cannot be written to, is only destroyed", () => {
  expect(ended("ECONNRESET")).toBeUndefined();
  expect(ended("HPE_INVALID_METHOD", { writable: false })).toBeUndefined();
});

test.each([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large", "16 KB"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", "took too long"],
  ["HPE_INVALID_METHOD", "400 Bad Request", "not well-formed"],
  [undefined, "400 Bad Request", "not well-formed"],
])("%s is answered with %s, and the connection ends", (code, line, message) => {
  const [head, body] = ended(code)!.split("\r\n\r\n") as [string, string];
  const [first, ...fields] = head.split("\r\n");
  expect(first).toBe(`HTTP/1.1 ${line}`);
  expect(Object.fromEntries(fields.map((field) => field.split(": ")))).toEqual({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  });
  expect(JSON.parse(body)).toEqual({
    code: "BAD_REQUEST",
    retryable: false,
    error: expect.stringContaining(message),
  });
});

test("a malformed target or Host is the client's fault, anything else the server's", async () => {
  const malformed = Object.assign(new Error("Invalid host header"), { name: "RequestError" });
  for (const [error, status, code] of [
    [malformed, 400, "BAD_REQUEST"],
    [new Error("secret"), 500, "INTERNAL_ERROR"],
    ["RequestError", 500, "INTERNAL_ERROR"],
  ] as const) {
    const response = answerRequestError(error);
    expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code });
    expect(text).not.toContain("secret");
    const { requestId } = JSON.parse(text) as { requestId?: string };
    expect(requestId).toBe(status === 500 ? response.headers.get("x-request-id") : undefined);
  }
});
