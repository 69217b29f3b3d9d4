/** Paths that need no member's token, unknown paths, and the settings that name things. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { checkError } from "./harness/answers.ts";
import { useService } from "./harness/service.ts";

const metricsToken = "a-metrics-token-of-some-length";
const service = useService({
  env: { PRIORART_METRICS_TOKEN: metricsToken, PRIORART_SERVICE: "sextant", PRIORART_PATH_SEGMENT: "lab" },
});
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${service().url}${path}`, { redirect: "manual", ...init });

describe("health", () => {
  it("is alive and ready", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect((await get(path, { method: "HEAD" })).status).toBe(200);
    }
  });
});

describe("the OpenAPI document", () => {
  it("lists every operation, and is the committed one but for the service's name", async () => {
    const answer = await get("/api/v1/openapi.json");
    expect(answer.headers.get("content-type")).toContain("application/json");
    const text = await answer.text();
    for (const { id } of operationList) expect(text).toContain(`"operationId":"${id}"`);
    const committed = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
    expect(JSON.parse(text)).toEqual(JSON.parse(committed.replaceAll("priorart:", "sextant:")));
  });
});

describe("the documentation", () => {
  it("is served at /docs, where / redirects, with every file from this server", async () => {
    expect([(await get("/")).status, (await get("/")).headers.get("location")]).toEqual([302, "/docs"]);
    const page = await get("/docs");
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link.startsWith("/docs/")).toBe(true);
      const file = await get(link);
      expect([link, file.status]).toEqual([link, 200]);
      await file.body?.cancel();
    }
  });
});

describe("metrics", () => {
  const far = { "X-Forwarded-For": "203.0.113.7" };

  it("are shown to this machine, by route template", async () => {
    await service().ask("getProject", { params: { slug: "canary-slug" }, prefix: "/api/v1/lab" });
    const text = await (await get("/metrics")).text();
    expect(text).toContain('route="/api/v1/projects/by-slug/:slug",status="404"');
    expect(text).toMatch(/priorart_http_request_duration_seconds_bucket/);
    expect(text).not.toContain("canary");
  });

  it("are shown to others by their own token only, and else do not exist", async () => {
    expect(
      (await get("/metrics", { headers: { ...far, Authorization: `Bearer ${metricsToken}` } })).status,
    ).toBe(200);
    const { demo } = service().tokens;
    const refused: Record<string, string>[] = [far, { ...far, Authorization: `Bearer ${demo}` }];
    for (const headers of refused) {
      const answer = await get("/metrics", { headers });
      const missing = await get("/no-such-path", { headers });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "NOT_FOUND"]);
      expect(missing.status).toBe(404);
    }
  });
});

describe("names", () => {
  it("of service and path segment are as set", async () => {
    const { scope } = await service().get("getStatus", { prefix: "/api/v1/lab" });
    expect(scope).toBe("sextant:read sextant:me");
    const { meOnly } = service().tokens;
    const refusal = await service().refusal("getFilters", { prefix: "/api/v1", token: meOnly });
    expect(refusal.error).toContain("sextant:read");
    expect((await get("/api/v1/research_assistant/status", { headers: service().headers() })).status).toBe(
      404,
    );
  });
});

describe("404", () => {
  it.each([
    "/nowhere",
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v2/status",
    "/api/v1/Status",
    "/api/v1/status/",
    "/api/v1/lab",
    "/api/v1/lab/lab/status",
    "/api/v1/search",
    "/docs/../../package.json",
    "/docs/%2e%2e%2fpackage.json",
    "/docs/swagger-ui.js.map",
    "/.env",
  ])("%s, in the API's error shape, with or without a token", async (path) => {
    for (const headers of [{}, service().headers()]) {
      const answer = await get(path, { headers });
      expect(answer.status).toBe(404);
      checkError({ status: 404, headers: answer.headers, body: await answer.json() }, path);
    }
  });
});
