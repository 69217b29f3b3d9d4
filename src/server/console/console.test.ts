/** The HTTP side of the console: serving pages, CSRF protection, and the form of refusals. */
import { afterEach, describe, expect, it } from "vitest";
import { SignInError } from "../../accounts/sign-in/types.ts";
import { AccountError } from "../../accounts/types.ts";
import { type ConsoleOperation, consoleOperations } from "../../contract/api/console/operations.ts";
import { pagePaths } from "../../contract/api/console/page-paths.ts";
import type { ErrorBody } from "../../contract/api/errors.ts";
import type { RunningServer } from "../fakes.case.ts";
import type { ServerPorts } from "../ports.ts";
import { exchange } from "../raw-http.case.ts";
import { absent, signIn, startConsole } from "./console.case.ts";
import type { ConsolePorts } from "./ports.ts";

let server: RunningServer;
const start = async (change: Partial<ConsolePorts> = {}, ports: Partial<ServerPorts> = {}) => {
  server = await startConsole(change, ports);
};
afterEach(() => server.close());

const own = { "X-Console-Request": "1", "Content-Type": "application/json" };
const post = (path: string, headers: Record<string, string> = own, body = "{}") =>
  server.send("POST", path, { headers, body });

describe("pages", () => {
  it("are served below /console/, with their content security policy", async () => {
    await start();
    for (const path of ["", "invitation/abc", "assets/x.js"]) {
      const response = await server.send("GET", `/console/${path}`);
      expect([await response.text(), response.headers.get("cache-control")]).toEqual([
        `page ${path}`,
        "no-cache",
      ]);
      expect(response.headers.get("content-security-policy")).toMatch(
        /^default-src 'none';.*frame-ancestors 'none'$/,
      );
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("strict-transport-security")).toBeNull();
    }
    expect((await server.send("GET", "/console")).headers.get("location")).toBe("/console/");
    const paths = server.recorded.logged.map(({ fields }) => fields.route);
    expect(new Set(paths)).toEqual(new Set(["/console/*", "/console"]));
  });

  it("are served at every address of a page, whatever it names, with the same protection", async () => {
    await start();
    for (const pattern of pagePaths) {
      const path = pattern.replaceAll(/:\w+/g, encodeURIComponent("no/such ~'one?<b>"));
      const response = await server.send("GET", `${path}?query=wallet`);
      expect([path, response.status, await response.text()]).toEqual([path, 200, "page "]);
      expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(server.recorded.logged.at(-1)!.fields.route).toBe(pattern);
      const post = await server.send("POST", path);
      expect([post.status, post.headers.get("allow")]).toEqual([404, "GET, HEAD"]);
    }
    for (const [path, place] of [
      ["/projects/?query=a%2Fb", "/projects?query=a%2Fb"],
      ["//projects//a%2Fb//", "/projects/a%2Fb"],
    ] as const) {
      const response = await server.send("GET", path);
      expect([response.status, response.headers.get("location")]).toEqual([302, place]);
    }
    for (const path of ["/projects/a/b", "/Projects", "/healthz", "/api/v1/projects"])
      expect(await (await server.send("GET", path)).text()).not.toContain("page");
  });

  it("are not at those addresses if they are not part of the build: / redirects to the OpenAPI document", async () => {
    await start({ pages: null });
    expect((await server.send("GET", "/")).headers.get("location")).toBe("/api/v1/openapi.json");
    expect((await server.send("GET", "/projects")).status).toBe(404);
  });

  it("that do not exist, and unknown API paths, respond 404 as JSON", async () => {
    await start();
    for (const path of ["missing.js", "api/unknown", "auth/unknown", "api"])
      expect(await (await server.send("GET", `/console/${path}`)).json()).toMatchObject({
        code: "NOT_FOUND",
      });
  });

  it("respond with an explanation if they are not part of the build", async () => {
    await start({ pages: null });
    const response = await server.send("GET", "/console/");
    expect([response.status, ((await response.json()) as ErrorBody).error]).toEqual([
      404,
      expect.stringMatching(/build/),
    ]);
  });

  it("are served only under loopback hosts and the listening address if no public URL is set", async () => {
    await start({ listenHost: "research.lan" });
    const ask = async (host: string, path = "/console/") => {
      const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      return (await exchange(server.port, [head])).slice(9, 12);
    };
    for (const host of ["localhost:1", "127.0.0.1", "[::1]:8787", "Research.LAN:8787"])
      expect([host, await ask(host), await ask(host, "/console/api/session")]).toEqual([host, "200", "200"]);
    for (const host of ["evil.example", "10.0.0.1", "127.0.0.1.evil.example", "research.lan.evil.example"])
      for (const path of [
        "/console",
        "/console/",
        "//console//",
        "/console/api/session",
        "/console/auth/oauth2/callback/oidc",
        "/console/api/v1/status",
        "/",
        "/projects",
        "/archive/some-id",
      ])
        expect([host, path, await ask(host, path)]).toEqual([host, path, "403"]);
    expect(await ask("evil.example", "/healthz")).toBe("200");
    await server.close();
    await start({}, { publicOrigin: "https://research.example.org" });
    expect(await ask("research.example.org")).toBe("200");
  });

  it("send HSTS if the service uses https", async () => {
    await start({}, { publicOrigin: "https://research.example.org" });
    const response = await server.send("GET", "/console/");
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });
});

describe("cross-site requests", () => {
  it("are refused by Origin: another host without a public URL, any other origin with one", async () => {
    await start();
    const { host } = new URL(server.address);
    const outcomes = async (origins: string[]) =>
      Promise.all(
        origins.map(
          async (origin) => (await post("/console/auth/sign-out", { ...own, Origin: origin })).status,
        ),
      );
    expect(await outcomes([`http://${host}`, "https://evil.example", "null", ""])).toEqual([
      200, 403, 403, 403,
    ]);
    await server.close();
    await start({}, { publicOrigin: "https://research.example.org" });
    expect(
      await outcomes([
        "https://research.example.org",
        server.address,
        "http://research.example.org",
        "https://research.example.org:444",
      ]),
    ).toEqual([200, 403, 403, 403]);
  });

  it("are refused before the session is checked", async () => {
    await start({ signIn: { ...signIn, session: absent } });
    expect((await post("/console/auth/sign-out", { ...own, "Sec-Fetch-Site": "cross-site" })).status).toBe(
      403,
    );
  });
});

describe("an operation", () => {
  it("sets the session's cookies before its own, also for refusals", async () => {
    await start();
    const headers = { ...own, Cookie: "s=ada" };
    expect((await post("/console/auth/sign-out", headers)).headers.getSetCookie()).toEqual([
      "s=renewed; Path=/",
      "s=; Max-Age=0",
    ]);
    const refused = await server.send("GET", "/console/api/members", { headers });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, ["s=renewed; Path=/"]]);
  });

  it("lists the allowed method, and checks media type, JSON and schema like the public API", async () => {
    await start();
    const wrong = await server.send("POST", "/console/api/session", { headers: own, body: "{}" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([404, "GET, HEAD"]);
    const both = await server.send("PUT", "/console/api/token", { headers: own });
    expect([both.status, both.headers.get("allow")]).toEqual([404, "GET, HEAD, POST"]);
    const statusOf = async (headers: Record<string, string>, body: string) =>
      (await post("/console/auth/sign-in", headers, body)).status;
    expect(await statusOf({ ...own, "Content-Type": "text/plain" }, "{}")).toBe(415);
    for (const body of ["{", "", "[]", '{"email":"a@b.c"}', '{"email":1,"password":"x"}'])
      expect([body, await statusOf(own, body)]).toEqual([body, 400]);
  });

  describe("without a required role", () => {
    const attempts = Object.values(consoleOperations as Record<string, ConsoleOperation>).filter(
      ({ role, method, id }) => role === "anyone" && method === "POST" && id !== "signOut",
    );

    it.each(attempts)("counts the client's address before it reads the body: $id", async ({ path }) => {
      const counted: string[] = [];
      await start({
        signIn: {
          ...signIn,
          countAttempt: async (address) => {
            counted.push(address);
            throw new SignInError("too many", "Wait", { retryAfterSeconds: 9 });
          },
          session: absent,
        },
      });
      // Only the first byte of the body is ever sent.
      const head = `POST /console${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Console-Request: 1\r\nContent-Length: 9\r\n`;
      expect(await exchange(server.port, [`${head}Connection: close\r\n\r\n{`])).toMatch(/^HTTP\/1\.1 429 /);
      expect(counted).toEqual(["127.0.0.1"]);
    });

    it("is refused late beyond the attempts of an address, while other requests are answered", async () => {
      const refuse = async () => {
        throw new SignInError("too many", "Wait", { retryAfterSeconds: 9 });
      };
      await start({ signIn: { ...signIn, countAttempt: refuse } });
      const started = performance.now();
      const refused = post("/console/auth/sign-in");
      expect((await server.send("GET", "/healthz")).status).toBe(200);
      expect((await refused).status).toBe(429);
      expect(performance.now() - started).toBeGreaterThan(190);
    });

    it("does not count cross-site requests", async () => {
      await start({ signIn: { ...signIn, countAttempt: absent } });
      expect((await post("/console/auth/sign-in", { ...own, Origin: "https://evil.example" })).status).toBe(
        403,
      );
    });
  });

  it("accepts bodies of up to 16 KB", async () => {
    await start();
    const body = (bytes: number) => `{"pad":"${"x".repeat(bytes - 10)}"}`;
    expect(body(16_384)).toHaveLength(16_384);
    expect((await post("/console/auth/sign-out", own, body(16_384))).status).toBe(200);
    const refused = await post("/console/auth/sign-out", own, body(16_385));
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("returns refusals of accounts and sign-in with their status, and faults as 500 without their text", async () => {
    for (const [error, status, code] of [
      [new AccountError("m", "invalid"), 400, "INVALID_QUERY"],
      [new AccountError("m", "missing"), 404, "NOT_FOUND"],
      [new AccountError("m", "refused"), 403, "FORBIDDEN"],
      [new SignInError("credentials", "m"), 401, "UNAUTHORIZED"],
      [new SignInError("too many", "m", { retryAfterSeconds: 9 }), 429, "RATE_LIMITED"],
      [new SignInError("closed", "m"), 403, "FORBIDDEN"],
      [new SignInError("no password", "m"), 403, "FORBIDDEN"],
      [new SignInError("unavailable", "m", { cause: new Error("disk") }), 503, "SERVICE_UNAVAILABLE"],
      [new Error("the password was hunter2"), 500, "INTERNAL_ERROR"],
    ] as const) {
      await start({ signIn: { ...signIn, signIn: async () => Promise.reject(error) } });
      const response = await post("/console/auth/sign-in", own, '{"email":"a@b.c","password":"x"}');
      const body = (await response.json()) as ErrorBody;
      expect([response.status, body.code]).toEqual([status, code]);
      if (status === 429) expect(response.headers.get("retry-after")).toBe("9");
      expect(body.error).not.toContain("hunter2");
      await server.close();
    }
    await start();
  });
});

it("the redirect URI leads to the pages, with the problem if there is one", async () => {
  await start();
  const back = (query: string) => server.send("GET", `/console/auth/oauth2/callback/oidc?${query}`);
  const good = await back("code=good");
  expect([good.status, good.headers.get("location"), good.headers.getSetCookie()]).toEqual([
    302,
    "/console/",
    ["s=ada"],
  ]);
  expect((await back("code=bad")).headers.get("location")).toBe("/console/?problem=failed");
});
