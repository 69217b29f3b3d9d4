/** Registration of applications, and the page on which the member allows or denies what they ask for. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ConsoleServer, Visitor } from "./harness/console.ts";
import { answer, askFor, type Client, callback, register, useOAuth } from "./harness/oauth.ts";

const service = useOAuth();
let server: ConsoleServer;
let ada: Visitor;
let client: Client;
beforeAll(() => {
  ({ server, ada, client } = service());
});

describe("registration", () => {
  it("answers what was registered, without a secret", async () => {
    const { status, body } = await register(server, {
      client_name: "A",
      token_endpoint_auth_method: "client_secret_post",
      logo_uri: "https://a.example/x.svg",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "A",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  it("refuses what it could never serve, and says which field", async () => {
    const cases: [object, string, RegExp][] = [
      [{ redirect_uris: [] }, "invalid_redirect_uri", /^redirect_uris: give 1 to 10/],
      [{ redirect_uris: Array(11).fill(callback) }, "invalid_redirect_uri", /^redirect_uris: give 1 to 10/],
      [{ redirect_uris: "x" }, "invalid_client_metadata", /^redirect_uris: /],
      [{ client_name: 7 }, "invalid_client_metadata", /^client_name: /],
      [{ grant_types: ["client_credentials"] }, "invalid_client_metadata", /^grant_types: /],
      [{ response_types: ["token"] }, "invalid_client_metadata", /^response_types: /],
      ...[
        "http://assistant.example.com/",
        "javascript:alert(1)",
        "javascript://a.example/%0aalert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "https://u:p@a.example/",
        "https://a.example/#x",
        "https://a.example/\n",
        "//a.example/",
        `https://a.example/${"x".repeat(2_000)}`,
      ].map((uri): [object, string, RegExp] => [
        { redirect_uris: [callback, uri] },
        "invalid_redirect_uri",
        /^redirect_uris\[1\]: not accepted; use an https URL/,
      ]),
    ];
    for (const [metadata, error, message] of cases) {
      const { status, body } = await register(server, metadata, "192.0.2.2");
      expect([metadata, status, body.error]).toEqual([metadata, 400, error]);
      expect(body.error_description).toMatch(message);
    }
    const text = { method: "POST", headers: { "Content-Type": "text/plain" }, body: "{}" };
    expect((await fetch(`${server.url}/oauth/register`, text)).status).toBe(415);
    expect((await register(server, { client_name: "x".repeat(20_000) }, "192.0.2.2")).status).toBe(413);
  });

  it("is limited per address, and one address does not block another", async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent++) statuses.push((await register(server, {}, "192.0.2.3")).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    const { headers, body } = await register(server, {}, "192.0.2.3");
    expect([Number(headers.get("retry-after")) > 0, body.error]).toEqual([true, "temporarily_unavailable"]);
    expect((await register(server, {}, "192.0.2.4")).status).toBe(201);
  });

  it("shows a hostile name on one line, without hidden or reordering characters", async () => {
    const name = `Bank\u202e\u0000\n<img src=x onerror=alert(1)>\u200b${"\u0301".repeat(50)} ${"x".repeat(200)}`;
    const { body } = await register(server, { client_name: name }, "192.0.2.5");
    const { asked } = await ada.get("checkAuthorization", { request: askFor(body.client_id).request });
    expect(asked!.clientName).toMatch(/^Bank <img src=x onerror=alert\(1\)> \u0301{2} x+…$/u);
    expect([...asked!.clientName]).toHaveLength(80);
  });
});

describe("the page of consent", () => {
  it("shows who asks, for what, and where the answer goes", async () => {
    expect(await ada.get("checkAuthorization", { request: askFor(client.id).request })).toEqual({
      asked: {
        clientName: "Assistant",
        redirect: { kind: "web", name: "assistant.example.com" },
        audience: "mcp",
        scopes: ["priorart:read"],
      },
      problem: null,
    });
    const page = await fetch(`${server.url}/console/authorize?${askFor(client.id).request}`);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'none'");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    // A window opened by the application keeps its opener; other pages do not.
    expect(page.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
    const token = await fetch(`${server.url}/console/token`);
    expect(token.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it("sends nothing to an address that is not the application's", async () => {
    const requests = [
      askFor("unknown"),
      askFor(client.id, { client_id: null }),
      askFor(client.id, { redirect_uri: "https://evil.example/callback" }),
      askFor(client.id, { redirect_uri: `${callback}/more` }),
      askFor(client.id, { redirect_uri: `${callback}?x=1` }),
    ];
    const twice = askFor(client.id);
    requests.push({ ...twice, request: `${twice.request}&redirect_uri=https%3A%2F%2Fevil.example` });
    for (const { request } of requests) {
      const { asked, problem } = await ada.get("checkAuthorization", { request });
      expect([request, asked, problem?.redirectTo]).toEqual([request, null, null]);
      for (const approve of [true, false])
        expect(await ada.outcome("answerAuthorization", { request, approve })).toEqual([
          400,
          "INVALID_QUERY",
        ]);
    }
  });

  it("refuses a request without PKCE, with plain, for a foreign resource; the application gets the error", async () => {
    const cases: [Record<string, string | null>, string][] = [
      [{ code_challenge: null, code_challenge_method: null }, "invalid_request"],
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge_method: null }, "invalid_request"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
      [{ resource: `${server.url}/mcp/more` }, "invalid_target"],
      [{ scope: "openid" }, "invalid_scope"],
    ];
    for (const [change, error] of cases) {
      const { request } = askFor(client.id, change);
      const { asked, problem } = await ada.get("checkAuthorization", { request });
      const { origin, searchParams } = new URL(problem!.redirectTo!);
      expect([change, asked, origin, searchParams.get("error"), searchParams.get("state")]).toEqual([
        change,
        null,
        "https://assistant.example.com",
        error,
        "s-1",
      ]);
      expect(await ada.outcome("answerAuthorization", { request, approve: true })).toEqual([
        400,
        "INVALID_QUERY",
      ]);
    }
  });

  it("reports to the application that the member denied it", async () => {
    const { searchParams } = await answer(ada, askFor(client.id), { approve: false });
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: "access_denied",
      state: "s-1",
      iss: server.url,
    });
    expect(searchParams.has("code")).toBe(false);
  });

  it("is answered only by the console's own pages, with a session", async () => {
    const { request } = askFor(client.id);
    const input = { request, approve: true };
    const foreign: Record<string, string | null>[] = [
      { "X-Console-Request": null },
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of foreign)
      expect(await ada.outcome("answerAuthorization", input, headers)).toEqual([403, "FORBIDDEN"]);
    expect(await ada.outcome("answerAuthorization", input, { Cookie: null })).toEqual([401, "UNAUTHORIZED"]);
    expect((await ada.get("listGrants")).grants).toEqual([]);
  });

  it("a program on the member's machine may use any port; other hosts may not", async () => {
    const local = { redirect_uris: ["http://127.0.0.1:1/callback", "org.example.app:/callback"] };
    const { client_id } = (await register(server, local, "192.0.2.6")).body;
    const check = async (redirect_uri: string) =>
      (await ada.get("checkAuthorization", { request: askFor(client_id, { redirect_uri }).request })).asked
        ?.redirect;
    expect(await check("http://127.0.0.1:49152/callback")).toEqual({
      kind: "local",
      name: "127.0.0.1:49152",
    });
    expect(await check("org.example.app:/callback")).toEqual({ kind: "app", name: "org.example.app" });
    expect(await check("http://localhost:1/callback")).toBeUndefined();
    expect(await check("http://127.0.0.1:1/other")).toBeUndefined();
    expect(await check("not a URL")).toBeUndefined();
  });
});
