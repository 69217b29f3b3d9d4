/** Requests of pages elsewhere. */
import { afterEach, expect, it } from "vitest";
import { startConsole } from "./console/console.case.ts";
import { type RunningServer, startServer } from "./fakes.case.ts";

let server: RunningServer;
afterEach(() => server.close());

const page = "https://app.example.org";
const preflight = async (path: string, origin: string) => {
  const headers = {
    Origin: origin,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization",
  };
  return (await server.send("OPTIONS", path, { headers })).headers;
};
const allowed = async (path: string, origin: string) =>
  (await preflight(path, origin)).get("access-control-allow-origin");

it("are allowed from configured origins, on paths that a token authorizes", async () => {
  server = await startConsole({}, { corsOrigins: [page, "https://other.example.org"] });
  const paths = [
    "/api/v1/search/projects",
    "/mcp",
    "/.well-known/oauth-authorization-server",
    "/oauth/token",
  ];
  for (const path of paths) {
    expect([path, await allowed(path, page)]).toEqual([path, page]);
    expect([path, await allowed(path, "https://evil.example")]).toEqual([path, null]);
  }
  for (const path of ["/console/api/session", "/console/api/v1/status", "/metrics"])
    expect([path, await allowed(path, page)]).toEqual([path, null]);
});

it("may send a token, and read the limits, for two hours after one preflight", async () => {
  server = await startServer({ corsOrigins: [page] });
  const headers = await preflight("/api/v1/status", page);
  expect(headers.get("access-control-allow-methods")).toBe("GET,HEAD,POST");
  expect(headers.get("access-control-allow-headers")).toBe("authorization");
  expect(headers.get("access-control-max-age")).toBe("7200");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  const answer = await server.send("GET", "/api/v1/status", { headers: { Origin: page } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe(page);
  const exposed = [
    "Content-Disposition",
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
  ];
  expect(answer.headers.get("access-control-expose-headers")?.split(",")).toEqual(exposed);
});

it("are allowed from every origin with `*`, and from none without origins", async () => {
  server = await startServer({ corsOrigins: ["*"] });
  expect(await allowed("/api/v1/status", "https://anyone.example")).toBe("*");
  await server.close();
  server = await startServer();
  const response = await server.send("OPTIONS", "/api/v1/status", { headers: { Origin: page } });
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([404, null]);
});
