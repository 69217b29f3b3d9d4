/** Paths: both prefixes, encoded slugs, HEAD, and the public routes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildOpenApi } from "../contract/api/openapi.ts";
import { parseIpRange } from "../contract/values/ip-ranges.ts";
import { createApp } from "./app.ts";
import { fakePorts, type RunningServer, startServer } from "./fakes.case.ts";
import type { ServerPorts } from "./ports.ts";
import { exchange } from "./raw-http.case.ts";

describe("operations", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ pathSegment: "lab" });
  });
  afterAll(() => server.close());
  const lastInput = () => server.recorded.executed.at(-1)?.input;

  it("are served below /api/v1 and below the configured segment", async () => {
    for (const prefix of ["/api/v1", "/api/v1/lab"]) {
      expect((await server.send("GET", `${prefix}/status`)).status).toBe(200);
      expect((await server.send("GET", `${prefix}/projects/by-slug/a%2Fb`)).status).toBe(200);
      expect(lastInput()).toEqual({ slug: "a/b" });
    }
    expect((await server.send("GET", "/api/v1/research_assistant/status")).status).toBe(404);
  });

  it.each([
    "a.b",
    "a~b",
    "it's",
    "wow!",
    "a:b",
    "(a)",
    "a_b",
    "a/b",
    "a?b#c",
    "50%",
    "%2F",
    "é",
    "日本",
    "😀",
    "a b",
    "a+b",
  ])("decode the slug %s", async (slug) => {
    expect((await server.send("GET", `/api/v1/projects/by-slug/${encodeURIComponent(slug)}`)).status).toBe(
      200,
    );
    expect(lastInput()).toEqual({ slug });
  });

  it("refuse a path in raw UTF-8, with how to send it", async () => {
    const head = "GET /api/v1/projects/by-slug/caf\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n";
    const answer = await exchange(server.port, [Buffer.from(head, "utf8")]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("percent-encode");
  });

  it.each(["%zz", "%", "a%2", "%ff", "%c3%28"])("refuse the malformed escape %s", async (sequence) => {
    const response = await server.send("GET", `/api/v1/projects/by-slug/${sequence}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      "INVALID_QUERY",
    ]);
  });

  it("parse the query string strictly, and ignore unknown parameters", async () => {
    const path = "/api/v1/archives/0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11";
    await server.send("GET", `${path}?offset=7&foo=1&foo=2`);
    expect(lastInput()).toEqual({ documentId: path.slice(17), offset: 7, maxChars: 8000 });
    for (const query of ["offset=1&offset=2", "offset=", "offset=%zz", "maxChars=199"]) {
      expect((await server.send("GET", `${path}?${query}`)).status, query).toBe(400);
    }
  });

  it("treat repeated slashes as one, also before values", async () => {
    for (const path of ["//api/v1//status", "/api//v1/lab///status", "///healthz"])
      expect([path, (await server.send("GET", path)).status]).toEqual([path, 200]);
    expect((await server.send("GET", "/api/v1//projects//by-slug//a%2F%2Fb")).status).toBe(200);
    expect(lastInput()).toEqual({ slug: "a//b" });
    expect((await server.send("GET", "/api/v1/status//")).status).toBe(404);
  });

  it("respond to HEAD like GET, without the body", async () => {
    const response = await server.send("HEAD", "/api/v1/status");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
    expect((await server.send("HEAD", "/api/v1/search/projects")).status).toBe(404);
  });

  it("refuse invalid HTTP, in the API's error format", async () => {
    for (const text of ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"]) {
      const answer = await exchange(server.port, [text]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.slice(answer.lastIndexOf("{")))).toMatchObject({ code: "BAD_REQUEST" });
    }
    const long = await exchange(server.port, [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]);
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe("public routes", () => {
  let server: RunningServer;
  afterEach(() => server.close());
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.address}${path}`, { headers, redirect: "manual" });

  it("serve the OpenAPI document of the configured service", async () => {
    server = await startServer({ service: "acme" });
    const document = await (await open("/api/v1/openapi.json")).json();
    expect(document).toEqual(JSON.parse(JSON.stringify(buildOpenApi({ service: "acme" }))));
  });

  it("are always healthy, but ready only with a snapshot", async () => {
    let ready = false;
    server = await startServer({ ready: () => ready });
    expect((await open("/healthz")).status).toBe(200);
    const early = await open("/readyz");
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
    ]);
    ready = true;
    expect((await open("/readyz")).status).toBe(200);
  });

  it("expose metrics by route template, only to this machine or with the metrics token", async () => {
    server = await startServer({ metricsToken: "watch" });
    await server.send("GET", "/api/v1/projects/by-slug/secret-slug?secret=1");
    await server.send("GET", "/secret-path");
    const text = await (await open("/metrics")).text();
    expect(text).toContain('route="/api/v1/projects/by-slug/:slug",status="200"');
    expect(text).not.toContain("secret");
    const passedOn = { "X-Forwarded-For": "203.0.113.9" };
    expect((await open("/metrics", passedOn)).status).toBe(404);
    expect((await open("/metrics", { ...passedOn, Authorization: "Bearer wrong" })).status).toBe(404);
    expect((await open("/metrics", { ...passedOn, Authorization: "Bearer watch" })).status).toBe(200);
  });

  it("do not expose metrics to a foreign Host, or through any kind of proxy", async () => {
    server = await startServer({ metricsToken: "watch" });
    const ask = async (...fields: string[]) => {
      const head = ["GET /metrics HTTP/1.1", ...fields, "Connection: close"].join("\r\n");
      return (await exchange(server.port, [`${head}\r\n\r\n`])).slice(9, 12);
    };
    for (const host of ["localhost", "127.0.0.1:9090", "127.9.9.9", "[::1]:8787"])
      expect([host, await ask(`Host: ${host}`)]).toEqual([host, "200"]);
    for (const host of ["evil.example", "localhost.evil.example", "10.0.0.1", "[::2]"]) {
      expect([host, await ask(`Host: ${host}`)]).toEqual([host, "404"]);
      expect(await ask(`Host: ${host}`, "Authorization: Bearer watch")).toBe("200");
    }
    for (const field of [
      "Forwarded: for=1.2.3.4",
      "X-Forwarded-Host: x",
      "X-Forwarded-Proto: http",
      "X-Real-IP: 1.2.3.4",
      "Via: 1.1 x",
    ])
      expect([field, await ask("Host: localhost", field)]).toEqual([field, "404"]);
  });
});

describe("the log", () => {
  it("contains template, status, latency and request id, and nothing the caller sent", async () => {
    const server = await startServer();
    await server.post("/api/v1/search/projects", { query: "sesame-query" });
    await server.post("/api/v1/search/projects", { sesame: 1 });
    await server.send("GET", "/api/v1/projects/by-slug/sesame-slug?x=sesame");
    await server.send("GET", "/sesame", { headers: { Authorization: "Bearer sesame" } });
    await server.close();
    const text = JSON.stringify(server.recorded.logged);
    expect(text).not.toContain("sesame");
    expect(text).not.toContain("pa_good");
    expect(server.recorded.logged[0]).toMatchObject({
      level: "info",
      fields: { method: "POST", route: "/api/v1/search/projects", status: 200 },
    });
    expect(server.recorded.logged[0]?.fields).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      milliseconds: expect.any(Number),
    });
    expect(server.recorded.logged.map((line) => line.fields.route)).toContain(
      "/api/v1/projects/by-slug/:slug",
    );
  });
});

describe("what createApp refuses", () => {
  it.each(["search", "UPPER", "", "a/b"])("the path segment %j", (pathSegment) => {
    expect(() => createApp(fakePorts({ pathSegment }).ports)).toThrow(/Path segment/);
  });
});

describe("Strict-Transport-Security", () => {
  const hstsOf = async (ports: Partial<ServerPorts>, headers: Record<string, string> = {}) => {
    const server = await startServer(ports);
    const answers = await Promise.all(
      ["/healthz", "/api/v1/status", "/nowhere", "/docs"].map((path) =>
        server.send("GET", path, { headers }),
      ),
    );
    await server.close();
    return [...new Set(answers.map((answer) => answer.headers.get("strict-transport-security")))];
  };
  const yes = ["max-age=31536000"];

  it("is on every response if the public URL is https", async () => {
    expect(await hstsOf({ publicOrigin: "https://research.example.org" })).toEqual(yes);
    expect(await hstsOf({ publicOrigin: "http://research.example.org" })).toEqual([null]);
    expect(await hstsOf({})).toEqual([null]);
  });

  it("is on every response that a trusted proxy forwards from https, and on no other", async () => {
    const trusted = { trustedProxies: [parseIpRange("127.0.0.0/8")!] };
    expect(await hstsOf(trusted, { "X-Forwarded-Proto": "https" })).toEqual(yes);
    expect(await hstsOf(trusted, { "X-Forwarded-Proto": "http, HTTPS" })).toEqual(yes);
    expect(await hstsOf(trusted, { "X-Forwarded-Proto": "https, http" })).toEqual([null]);
    expect(await hstsOf(trusted)).toEqual([null]);
    expect(
      await hstsOf({ trustedProxies: [parseIpRange("10.0.0.1")!] }, { "X-Forwarded-Proto": "https" }),
    ).toEqual([null]);
  });
});
