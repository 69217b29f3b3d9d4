/** Paths that need no member's token, unknown paths, the settings that name things, and which `Host` is accepted. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { checkError } from "./harness/answers.ts";
import { useService } from "./harness/service.ts";

const metricsToken = "a-metrics-token-of-some-length";
const service = useService({
  env: {
    PRIORART_METRICS_TOKEN: metricsToken,
    PRIORART_SERVICE: "sextant",
    PRIORART_PATH_SEGMENT: "lab",
    PRIORART_TRUSTED_PROXIES: "127.0.0.1",
  },
});
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${service().url}${path}`, { redirect: "manual", ...init });

interface Named {
  status: number;
  hsts: string | undefined;
  body: string;
}

/** A GET with any header fields; `fetch` does not send `Host`. */
const ask = (path: string, headers: Record<string, string>) =>
  new Promise<Named>((resolve, reject) => {
    request(`${service().url}${path}`, { headers }, (response) => {
      const { statusCode: status, headers } = response;
      const hsts = headers["strict-transport-security"];
      readText(response).then((body) => resolve({ status: status!, hsts, body }), reject);
    })
      .on("error", reject)
      .end();
  });

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
  it("lists every operation, and equals the committed one except for the service's name", async () => {
    const answer = await get("/api/v1/openapi.json");
    expect(answer.headers.get("content-type")).toContain("application/json");
    const text = await answer.text();
    for (const { id } of operationList) expect(text).toContain(`"operationId":"${id}"`);
    const committed = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
    expect(JSON.parse(text)).toEqual(JSON.parse(committed.replaceAll("priorart:", "sextant:")));
  });
});

describe("the pages", () => {
  it("are served at their addresses, whatever these name, and load files of this server only", async () => {
    for (const path of [
      "/",
      "/projects?query=wallet",
      "/projects/no-such-one",
      "/archive/%F0",
      "/check",
      "/docs",
    ]) {
      const page = await get(path);
      const html = await page.text();
      expect([path, page.status, page.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) expect(link).toMatch(/^\/console\/[\w.-]/);
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

  it("are shown to others only with the metrics token, and otherwise do not exist", async () => {
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

  it("do not exist for a forwarded request or a foreign Host without that token", async () => {
    const withToken = { Authorization: `Bearer ${metricsToken}` };
    const foreign: Record<string, string>[] = [
      { Host: "evil.example" },
      { Host: "localhost.evil.example" },
      { Host: "10.0.0.1" },
      { Forwarded: "for=203.0.113.7" },
      { "X-Forwarded-Host": "localhost" },
      { "X-Forwarded-Proto": "https" },
      { "X-Real-IP": "127.0.0.1" },
      { Via: "1.1 proxy" },
    ];
    for (const headers of foreign) {
      expect([headers, (await ask("/metrics", headers)).status]).toEqual([headers, 404]);
      expect((await ask("/metrics", { ...headers, ...withToken })).status).toBe(200);
    }
    expect((await ask("/metrics", { Host: "localhost" })).status).toBe(200);
  });
});

describe("repeated slashes", () => {
  it("in a path count as one, because clients join a base URL ending in a slash", async () => {
    for (const prefix of ["/api/v1/", "//api//v1", "/api/v1//lab/"])
      expect(await service().get("getStatus", { prefix })).toMatchObject({ authenticated: true });
    const { results } = await service().searchProjects({ limit: 1 }, { prefix: "/api/v1/lab//" });
    const slug = results[0]!.slug;
    expect(await service().get("getProject", { params: { slug }, prefix: "/api//v1/" })).toMatchObject({
      slug,
    });
  });
});

describe("names", () => {
  it("of service and path segment follow the settings", async () => {
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
    "/.env",
  ])("%s, in the API's error shape, with or without a token", async (path) => {
    for (const headers of [{}, service().headers()]) {
      const answer = await get(path, { headers });
      expect(answer.status).toBe(404);
      checkError({ status: 404, headers: answer.headers, body: await answer.json() }, path);
    }
  });
});

describe("Strict-Transport-Security", () => {
  const paths = ["/healthz", "/api/v1/status", "/docs", "/console/", "/console/api/session", "/nowhere"];
  const sent = (headers: Record<string, string>) =>
    Promise.all(paths.map(async (path) => (await ask(path, headers)).hsts));

  it("is on every response that a trusted proxy forwards from https, and on no other", async () => {
    expect(new Set(await sent({ "X-Forwarded-Proto": "https" }))).toEqual(new Set(["max-age=31536000"]));
    expect(new Set(await sent({}))).toEqual(new Set([undefined]));
    expect(new Set(await sent({ "X-Forwarded-Proto": "http" }))).toEqual(new Set([undefined]));
  });
});

/** The last one restarts the server. */
describe("the console's Host", () => {
  const paths = ["/console", "/console/", "/console/api/session", "//console/", "/", "/projects/some-slug"];

  it("is a loopback host without a public URL; any other is refused, also when forwarded", async () => {
    for (const host of ["localhost:8787", "127.0.0.1", "[::1]"])
      expect([host, (await ask("/console/", { Host: host })).status]).toEqual([host, 200]);
    for (const host of ["evil.example", "10.0.0.1", "127.0.0.1.evil.example"])
      for (const path of paths) {
        const { status, body } = await ask(path, { Host: host, "X-Forwarded-Host": "localhost" });
        checkError({ status, headers: new Headers(), body: JSON.parse(body) }, path);
        expect([host, path, status]).toEqual([host, path, 403]);
        expect(body).toContain("PRIORART_PUBLIC_URL");
      }
    // The API accepts any host name: it has no cookies that a foreign page could use.
    expect((await ask("/api/v1/status", { ...service().headers(), Host: "evil.example" })).status).toBe(200);
  });

  it("may be any with an https public URL, whose responses all carry Strict-Transport-Security", async () => {
    await service().restart({ PRIORART_PUBLIC_URL: "https://research.example.org" });
    for (const path of ["/console/", "/console/api/session", "/healthz", "/api/v1/status", "/nowhere"]) {
      const { status, hsts } = await ask(path, { Host: "research.example.org" });
      expect([path, status === 403, hsts]).toEqual([path, false, "max-age=31536000"]);
    }
  });
});
