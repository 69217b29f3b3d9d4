/** Pages of other origins: who may call the API and `/mcp` from a browser, and what their scripts can read. */
import { describe, expect, it } from "vitest";
import { useService, useSharedService } from "./harness/service.ts";

const app = "https://app.example.org";
const foreign = "https://evil.example";

/** What a browser asks before a request with a token. */
const preflight = (url: string, origin: string, method = "POST") =>
  fetch(url, {
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": method,
      "Access-Control-Request-Headers": "authorization,content-type",
    },
  });

const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");
const varyOf = ({ headers }: Response) => (headers.get("vary") ?? "").toLowerCase().split(/, ?/);

describe("origins that are configured", () => {
  const service = useService({
    env: { PRIORART_CORS_ORIGINS: `${app}, http://localhost:5173`, PRIORART_LIMIT_SEARCH: "30" },
  });
  const call = (path: string, headers: Record<string, string>) =>
    fetch(`${service().url}${path}`, {
      headers: { Authorization: `Bearer ${service().tokens.ada}`, ...headers },
    });

  it("get preflight requests answered without a token", async () => {
    const paths = [
      "/api/v1/search/projects",
      "/api/v1/research_assistant/filters",
      "//api/v1/status",
      "/mcp",
    ];
    for (const path of paths)
      for (const origin of [app, "http://localhost:5173"]) {
        const response = await preflight(`${service().url}${path}`, origin);
        expect([path, response.status, allowed(response)]).toEqual([path, 204, origin]);
        expect(response.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
        expect(response.headers.get("access-control-allow-methods")).toBe("GET,HEAD,POST");
        expect(response.headers.get("access-control-allow-credentials")).toBe(null);
        expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
        expect(varyOf(response)).toContain("origin");
      }
  });

  it("read responses and errors, with their limits, waits and ETags", async () => {
    const filters = await call("/api/v1/filters", { Origin: app });
    expect([filters.status, allowed(filters)]).toEqual([200, app]);
    expect(filters.headers.get("etag")).not.toBe(null);
    // Both matter to a cache: who asks, and what compression they accept.
    expect(varyOf(filters)).toEqual(expect.arrayContaining(["origin", "accept-encoding"]));
    const exposed = filters.headers.get("access-control-expose-headers")!.toLowerCase().split(",");
    expect(exposed).toEqual(
      expect.arrayContaining(["etag", "ratelimit", "ratelimit-policy", "retry-after", "x-request-id"]),
    );
    const unchanged = await call("/api/v1/filters", {
      Origin: app,
      "If-None-Match": filters.headers.get("etag")!,
    });
    expect([unchanged.status, allowed(unchanged)]).toEqual([304, app]);
    for (const [path, headers, status] of [
      ["/api/v1/filters", { Authorization: "Bearer pa_nothing" }, 401],
      ["/api/v1/projects/by-slug/never-was", {}, 404],
      ["/api/v1/nothing", {}, 404],
    ] as const) {
      const refused = await call(path, { Origin: app, ...headers });
      expect([path, refused.status, allowed(refused)]).toEqual([path, status, app]);
      expect(varyOf(refused)).toContain("origin");
    }
  });

  it("reach /mcp, and others do not", async () => {
    const post = (origin: string) =>
      fetch(`${service().url}/mcp`, {
        method: "POST",
        headers: {
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${service().tokens.ada}`,
          "Content-Type": "application/json",
          Origin: origin,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
    const response = await post(app);
    expect([response.status, allowed(response)]).toEqual([200, app]);
    const refused = await post(foreign);
    expect([refused.status, allowed(refused)]).toEqual([403, null]);
  });

  it("are the only ones whose pages can read a response; it varies by origin all the same", async () => {
    for (const origin of [foreign, "null", `${app}:8443`, "http://app.example.org", `${app}.evil.example`]) {
      const asked = await preflight(`${service().url}/api/v1/filters`, origin, "GET");
      const response = await call("/api/v1/filters", { Origin: origin });
      expect([origin, allowed(asked), allowed(response)]).toEqual([origin, null, null]);
      expect([varyOf(asked).includes("origin"), varyOf(response).includes("origin")]).toEqual([true, true]);
    }
  });

  it("are nothing to the console and its operations", async () => {
    for (const path of [
      "/console/api/v1/filters",
      "/console/api/session",
      "/console/auth/sign-in",
      "/projects",
    ]) {
      const asked = await preflight(`${service().url}${path}`, app);
      expect([path, allowed(asked), asked.status === 204]).toEqual([path, null, false]);
      expect([path, allowed(await call(path, { Origin: app }))]).toEqual([path, null]);
    }
  });
});

it("* lets pages of every origin call, and sends no credentials", async () => {
  expect(allowed(await preflight(`${everyone().url}/api/v1/filters`, foreign))).toBe("*");
  const response = await fetch(`${everyone().url}/api/v1/status`, {
    headers: { Origin: foreign, Authorization: `Bearer ${everyone().tokens.ada}` },
  });
  expect([response.status, allowed(response)]).toEqual([200, "*"]);
  expect(response.headers.get("access-control-allow-credentials")).toBe(null);
  expect(allowed(await preflight(`${everyone().url}/console/api/v1/filters`, foreign))).toBe(null);
});
const everyone = useService({ env: { PRIORART_CORS_ORIGINS: "*" } });

it("without the setting no origin is allowed", async () => {
  const asked = await preflight(`${closed().url}/api/v1/filters`, app, "GET");
  expect([asked.status, allowed(asked)]).toEqual([404, null]);
  const response = await fetch(`${closed().url}/api/v1/status`, {
    headers: { Origin: app, Authorization: `Bearer ${closed().tokens.ada}` },
  });
  expect([response.status, allowed(response)]).toEqual([200, null]);
});
const closed = useSharedService();
