import { expect, test } from "vitest";
import { ApiError } from "../contract/api/errors.ts";
import { StorageError } from "../database/storage-error.ts";
import type { ServerContext } from "./context.ts";
import { causeFields, errorBody, logFailure, publicError, renderError } from "./error-response.ts";
import type { Logger } from "./ports.ts";

test("a cause is logged with its chain, whatever it is", () => {
  const inner = new TypeError("inner");
  const outer = new Error("outer", { cause: inner });
  expect(causeFields(outer)).toEqual({
    cause: { type: "Error", message: "outer", stack: outer.stack },
    reason: { cause: { type: "TypeError", message: "inner", stack: inner.stack } },
  });
  expect(causeFields(inner)).toEqual({ cause: { type: "TypeError", message: "inner", stack: inner.stack } });
  expect(causeFields(new Error("outer", { cause: 7 }))).toMatchObject({ reason: { cause: "7" } });
  expect(causeFields(null)).toEqual({ cause: "null" });
});

test("a body has the id of its request only where the server failed", () => {
  const body = (error: ApiError) => errorBody(error, "r-1");
  expect(body(new ApiError("NOT_FOUND", "m"))).toEqual({ error: "m", code: "NOT_FOUND", retryable: false });
  expect(body(new ApiError("INTERNAL_ERROR", "m"))).toEqual({
    error: "m",
    code: "INTERNAL_ERROR",
    retryable: true,
    requestId: "r-1",
  });
});

test("an ApiError stays as it is; a failure of storage is 503 wherever it is in the chain, anything else 500", () => {
  const own = new ApiError("NOT_FOUND", "m");
  expect(publicError(own)).toBe(own);
  const locked = new StorageError("locked", { cause: new Error("busy") });
  for (const error of [locked, new Error("a", { cause: new Error("b", { cause: locked }) })])
    expect(publicError(error)).toMatchObject({ code: "SERVICE_UNAVAILABLE", cause: error });
  for (const error of [new Error("secret"), "text", undefined])
    expect([publicError(error).code, publicError(error).cause]).toEqual(["INTERNAL_ERROR", error]);
});

/** A context of a request, and what was done with it. */
function request() {
  const logged: unknown[] = [];
  const headers: Record<string, string> = {};
  const context = {
    get: (name: string) => ({ requestId: "r-1", route: "/x" })[name],
    header: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
    json: (body: object, status: number) => ({ body, status }),
  } as unknown as ServerContext;
  const logger = { error: (...given: unknown[]) => logged.push(given) } as unknown as Logger;
  return {
    logged,
    headers,
    render: (error: unknown) => renderError(error, context, logger) as unknown as object,
    log: (error: unknown) => logFailure(error, context, logger),
  };
}

test("a failure of the server is logged with its cause, a refusal is not", () => {
  const { render, logged } = request();
  expect(render(new ApiError("NOT_FOUND", "m"))).toEqual({
    status: 404,
    body: { error: "m", code: "NOT_FOUND", retryable: false },
  });
  expect(logged).toEqual([]);
  const secret = new TypeError("secret");
  expect(render(secret)).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR", requestId: "r-1" } });
  const place = { requestId: "r-1", route: "/x" };
  expect(logged).toEqual([[{ ...place, code: "INTERNAL_ERROR", ...causeFields(secret) }, "request failed"]]);
});

test("an ApiError without a cause is logged itself", () => {
  const { log, logged } = request();
  const own = new ApiError("SERVICE_UNAVAILABLE", "m");
  log(own);
  expect(logged).toEqual([
    [{ requestId: "r-1", route: "/x", code: "SERVICE_UNAVAILABLE", ...causeFields(own) }, "request failed"],
  ]);
});

test("a refusal has its own fields, and 503 says when to retry unless they do", () => {
  const headersOf = (error: ApiError) => {
    const { render, headers } = request();
    render(error);
    return headers;
  };
  expect(headersOf(new ApiError("NOT_FOUND", "m", { headers: { Allow: "GET" } }))).toEqual({ Allow: "GET" });
  expect(headersOf(new ApiError("INTERNAL_ERROR", "m"))).toEqual({});
  expect(headersOf(new ApiError("SERVICE_UNAVAILABLE", "m"))).toEqual({ "Retry-After": "1" });
  const patient = { headers: { "Retry-After": "9" } };
  expect(headersOf(new ApiError("SERVICE_UNAVAILABLE", "m", patient))).toEqual({ "Retry-After": "9" });
});
