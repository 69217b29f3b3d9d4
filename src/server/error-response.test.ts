import { expect, test } from "vitest";
import { ApiError } from "../contract/api/errors.ts";
import { StorageError } from "../database/storage-error.ts";
import { causeFields, errorBody, publicError } from "./error-response.ts";

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
