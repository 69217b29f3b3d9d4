/** The order of checks, and the status, code and fields of each refusal. */
import { afterEach, describe, expect, it } from "vitest";
import type { Release } from "../accounts/rate-limits/types.ts";
import { ApiError, errorBodySchema, errorTable } from "../contract/api/errors.ts";
import { StorageError } from "../database/storage-error.ts";
import {
  caller,
  openLimits,
  type RunningServer,
  rateLimitResult,
  refusedResult,
  startServer,
} from "./fakes.case.ts";
import type { ServerPorts } from "./ports.ts";

let server: RunningServer;
const start = async (change: Partial<ServerPorts> = {}) => {
  server = await startServer(change);
  return server;
};
afterEach(() => server.close());

const search = "/api/v1/search/projects";

async function refused(response: Response, status: number, code: keyof typeof errorTable) {
  const body = errorBodySchema.parse(await response.json());
  expect([response.status, body.code, body.retryable]).toEqual([status, code, errorTable[code].retryable]);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const requestId = response.headers.get("x-request-id");
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.requestId).toBe(status >= 500 ? requestId : undefined);
  return body;
}

describe("200", () => {
  it("passes the validated input and the caller to the use case, and sends its object as JSON", async () => {
    await start();
    const response = await server.post(search, { query: " solar ", limit: 3 });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ ok: true });
    expect(server.recorded.executed).toMatchObject([
      { operation: "searchProjects", input: { query: "solar", limit: 3, offset: 0 }, caller },
    ]);
  });

  it("sends a worker's JSON text unchanged", async () => {
    await start({ execute: async () => '{"a":"é"}' });
    expect(await (await server.send("GET", "/api/v1/status")).text()).toBe('{"a":"é"}');
  });
});

describe("the order of checks", () => {
  /** The first request breaks every rule; each case fixes one more. */
  const badBody = { body: "{", headers: { "Content-Type": "text/plain", "Content-Encoding": "gzip" } };

  it("token, scope, in-flight slots, rate, media, size, JSON, schema", async () => {
    const limits = openLimits(2);
    let scopes: string[] = [];
    let release: Release | null = null;
    let rate = refusedResult;
    await start({
      accounts: {
        authenticate: async (token) => (token === "pa_good" ? { ...caller, scopes } : null),
      },
      limits: { ...limits, acquire: async () => release, consume: async () => rate },
    });
    const attempt = (init: RequestInit) => server.send("POST", search, init);
    const wrongToken = { ...badBody, headers: { ...badBody.headers, Authorization: "Bearer pa_bad" } };
    await refused(await attempt(wrongToken), 401, "UNAUTHORIZED");
    await refused(await attempt(badBody), 403, "FORBIDDEN");
    scopes = ["priorart:read"];
    const full = await attempt(badBody);
    expect(full.headers.get("ratelimit-policy")).toContain("concurrency");
    await refused(full, 429, "RATE_LIMITED");
    release = () => {};
    const limited = await attempt(badBody);
    expect(limited.headers.get("ratelimit-policy")).toBe('"search";q=30;w=60');
    await refused(limited, 429, "RATE_LIMITED");
    rate = rateLimitResult();
    await refused(await attempt(badBody), 415, "UNSUPPORTED_MEDIA_TYPE");
    const type = { "Content-Type": "application/json" };
    const encoded = { ...type, "Content-Encoding": "gzip" };
    await refused(await attempt({ body: "{", headers: encoded }), 415, "UNSUPPORTED_MEDIA_TYPE");
    const large = "[".repeat(1_048_577);
    await refused(await attempt({ body: large, headers: type }), 413, "PAYLOAD_TOO_LARGE");
    await refused(await attempt({ body: "{", headers: type }), 400, "INVALID_JSON");
    await refused(await attempt({ body: "[]", headers: type }), 400, "INVALID_QUERY");
    expect((await attempt({ body: "{}", headers: type })).status).toBe(200);
    expect(server.recorded.executed).toHaveLength(1);
  });
});

describe("503", () => {
  const locked = new StorageError("/srv/accounts.db is locked by another process", {
    cause: new Error("busy"),
  });

  it.each([
    ["itself", locked],
    ["as the cause of another error", new Error("could not save", { cause: locked })],
  ])("for a storage failure: the StorageError %s", async (_name, error) => {
    await start({ execute: () => Promise.reject(error) });
    const response = await server.send("GET", "/api/v1/filters");
    expect(response.headers.get("retry-after")).toBe("1");
    const body = await refused(response, 503, "SERVICE_UNAVAILABLE");
    // Paths are only logged.
    expect(body.error).not.toContain("accounts.db");
    const failure = server.recorded.logged.find(({ message }) => message === "request failed")!;
    expect(JSON.stringify(failure.fields)).toContain("/srv/accounts.db is locked");
  });

  it("has Retry-After, whatever threw it", async () => {
    const error = new ApiError("ARCHIVE_UNAVAILABLE", "The archive is being loaded");
    await start({ execute: () => Promise.reject(error) });
    const response = await server.send("GET", "/api/v1/filters");
    expect(response.headers.get("retry-after")).toBe("1");
    await refused(response, 503, "ARCHIVE_UNAVAILABLE");
  });
});

describe("401", () => {
  it.each([
    ["no Authorization field", ""],
    ["another scheme", "Basic cGE6eA=="],
    ["no token", "Bearer"],
    ["an unknown token", "Bearer pa_nobody"],
    ["two tokens", "Bearer pa_good, Bearer pa_good"],
    ["a token beyond any length", `Bearer ${"x".repeat(600)}`],
  ])("%s", async (_name, authorization) => {
    await start();
    const response = await server.send("GET", "/api/v1/status", {
      headers: { Authorization: authorization },
    });
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    await refused(response, 401, "UNAUTHORIZED");
    expect(server.recorded.executed).toEqual([]);
  });

  it("reads the scheme case-insensitively", async () => {
    await start();
    const response = await server.send("GET", "/api/v1/status", {
      headers: { Authorization: "bearer  pa_good" },
    });
    expect(response.status).toBe(200);
  });
});

describe("403", () => {
  it("names the missing scope; status needs none", async () => {
    await start({ accounts: { authenticate: async () => ({ ...caller, scopes: ["priorart:me"] }) } });
    const response = await server.send("GET", "/api/v1/filters");
    expect(response.headers.get("www-authenticate")).toContain('scope="priorart:read"');
    expect((await refused(response, 403, "FORBIDDEN")).error).toContain("priorart:read");
    expect((await server.send("GET", "/api/v1/status")).status).toBe(200);
  });
});

describe("404", () => {
  it.each(["/api/v1/nothing", "/nothing", "/api/v2/status", "/api/v1/status/", "/api/v1/projects/by-slug/"])(
    "%s",
    async (path) => {
      await start();
      await refused(await server.send("GET", path), 404, "NOT_FOUND");
    },
  );

  it.each([
    ["POST", "/api/v1/status", "GET, HEAD"],
    ["GET", search, "POST"],
    ["OPTIONS", search, "POST"],
    ["DELETE", "/api/v1/archives/x", "GET, HEAD"],
    ["PUT", "/healthz", "GET, HEAD"],
  ])("%s %s lists the allowed methods", async (method, path, allow) => {
    await start();
    const response = await server.send(method, path);
    expect(response.headers.get("allow")).toBe(allow);
    await refused(response, 404, "NOT_FOUND");
  });

  it("comes from the use case with its own message", async () => {
    await start({
      execute: async () => {
        throw new ApiError("NOT_FOUND", "No project has this slug");
      },
    });
    const response = await server.send("GET", "/api/v1/projects/by-slug/x");
    expect((await refused(response, 404, "NOT_FOUND")).error).toBe("No project has this slug");
  });
});

describe("500 and 503", () => {
  it.each([new Error("secret cause"), "a string", null])(
    "%s: the cause is logged, never sent",
    async (cause) => {
      await start({
        execute: async () => {
          throw cause;
        },
      });
      const response = await server.send("GET", "/api/v1/filters");
      const body = await refused(response, 500, "INTERNAL_ERROR");
      expect(JSON.stringify(body)).not.toContain("secret");
      const line = server.recorded.logged.find((entry) => entry.level === "error");
      expect(line?.fields).toMatchObject({ requestId: body.requestId, code: "INTERNAL_ERROR" });
      if (cause instanceof Error) expect(JSON.stringify(line?.fields)).toContain("secret cause");
    },
  );

  it("keeps a specific code of the use case", async () => {
    await start({
      execute: async () => {
        throw new ApiError("CATEGORIES_UNAVAILABLE", "The taxonomy cannot be read", {
          cause: new Error("secret"),
        });
      },
    });
    const body = await refused(await server.send("GET", "/api/v1/categories"), 503, "CATEGORIES_UNAVAILABLE");
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  it("is the response when a limiter or token store fails: never unlimited access", async () => {
    const broken = async () => {
      throw new Error("disk gone");
    };
    await start({ limits: { ...openLimits(), consume: broken, badToken: broken } });
    await refused(await server.post(search, {}), 503, "SERVICE_UNAVAILABLE");
    const bad = { headers: { Authorization: "Bearer pa_bad" } };
    await refused(await server.send("GET", "/api/v1/status", bad), 503, "SERVICE_UNAVAILABLE");
    await server.close();
    await start({ accounts: { authenticate: broken } });
    await refused(await server.send("GET", "/api/v1/status"), 503, "SERVICE_UNAVAILABLE");
  });
});
