/** Assistants that take only a URL: they register, the member consents, and their tokens act as the member. */
import { request } from "node:http";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeGrants, dumpAccounts } from "./harness/account-rows.ts";
import { type ConsoleServer, newConsole, type Visitor } from "./harness/console.ts";
import { answer, askFor, callback, connect, postForm, redeem, refresh, register } from "./harness/oauth.ts";
import { priorart } from "./harness/prepare-demo.ts";

let server: ConsoleServer;
let ada: Visitor;
let bob: Visitor;
let client: { server: ConsoleServer; id: string };
beforeAll(async () => {
  server = await newConsole({ PRIORART_TRUSTED_PROXIES: "127.0.0.1" });
  await server.start();
  ada = await server.member("ada@example.org");
  bob = await server.member("bob@example.org");
  client = { server, id: (await register(server)).body.client_id };
});
afterAll(() => server?.dispose());

const accept = { Accept: "application/json, text/event-stream", "Content-Type": "application/json" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** The status that a token is answered with. */
const atMcp = async (token: string) =>
  (
    await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...accept, Authorization: `Bearer ${token}` },
      body: list,
    })
  ).status;
const atApi = async (token: string, path = "/status") =>
  (await fetch(`${server.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;

describe("the official client, which knows only the URL", () => {
  class Provider implements OAuthClientProvider {
    readonly redirectUrl = callback;
    readonly clientMetadata = { client_name: "Official client", redirect_uris: [callback] };
    authorizationUrl: URL | null = null;
    #client: StoredOAuthClientInformation | undefined;
    #tokens: StoredOAuthTokens | undefined;
    #discovered: OAuthDiscoveryState | undefined;
    #verifier = "";
    clientInformation = () => this.#client;
    tokens = () => this.#tokens;
    codeVerifier = () => this.#verifier;
    saveClientInformation(client: StoredOAuthClientInformation) {
      this.#client = client;
    }
    saveTokens(tokens: StoredOAuthTokens) {
      this.#tokens = tokens;
    }
    invalidateCredentials(scope: string) {
      if (scope === "tokens") this.#tokens = undefined;
    }
    discoveryState = () => this.#discovered;
    saveDiscoveryState(discovered: OAuthDiscoveryState) {
      this.#discovered = discovered;
    }
    saveCodeVerifier(verifier: string) {
      this.#verifier = verifier;
    }
    redirectToAuthorization(url: URL) {
      this.authorizationUrl = url;
    }
  }

  const transportFor = (provider: Provider) =>
    new StreamableHTTPClientTransport(new URL("/mcp", server.url), { authProvider: provider });
  const open = async (provider: Provider) => {
    const opened = new Client({ name: "acceptance", version: "1.0.0" });
    await opened.connect(transportFor(provider));
    return opened;
  };

  it("finds the sign-in, registers, is allowed, calls tools, refreshes, and is refused once revoked", async () => {
    const provider = new Provider();
    const first = transportFor(provider);
    await expect(new Client({ name: "acceptance", version: "1.0.0" }).connect(first)).rejects.toThrow();
    const asked = provider.authorizationUrl!;
    expect(asked.origin + asked.pathname).toBe(`${server.url}/console/authorize`);
    expect([asked.searchParams.get("scope"), asked.searchParams.get("resource")]).toEqual([
      "priorart:read",
      `${server.url}/mcp`,
    ]);
    const redirected = await answer(ada, { request: asked.search.slice(1), verifier: "" });
    await first.finishAuth(redirected.searchParams);

    const connected = await open(provider);
    expect((await connected.listTools()).tools.length).toBeGreaterThan(10);
    // Without its access token, the client uses the refresh token.
    provider.saveTokens({ ...provider.tokens()!, access_token: "pg_lost" });
    expect((await connected.listTools()).tools.length).toBeGreaterThan(10);
    expect(provider.tokens()!.access_token).not.toBe("pg_lost");

    const [grant] = (await ada.get("listGrants")).grants;
    expect(grant).toMatchObject({
      clientName: "Official client",
      redirect: { kind: "web", name: "assistant.example.com" },
      audience: "mcp",
      scopes: ["priorart:read"],
      lastUsedOn: new Date().toISOString().slice(0, 10),
    });
    expect(Date.parse(grant!.expiresAt) - Date.parse(grant!.createdAt)).toBe(90 * 86_400_000);
    expect(await ada.get("revokeGrant", { id: grant!.id })).toEqual({ grants: [], revoked: true });
    provider.authorizationUrl = null;
    await expect(connected.listTools()).rejects.toThrow();
    expect(provider.authorizationUrl).not.toBeNull();
    await connected.close();
  });
});

describe("metadata", () => {
  const get = async (path: string) => (await fetch(`${server.url}${path}`)).json();

  it("of each resource names itself, this server and what it needs", async () => {
    const paths = { "": "", "/mcp": "/mcp", "/api/v1": "/api/v1" };
    for (const [suffix, path] of Object.entries(paths))
      expect(await get(`/.well-known/oauth-protected-resource${suffix}`)).toMatchObject({
        resource: `${server.url}${path}`,
        authorization_servers: [server.url],
        scopes_supported: path === "/mcp" ? ["priorart:read"] : ["priorart:read", "priorart:me"],
      });
  });

  it("of the server names endpoints under its own origin, and only what it does", async () => {
    const found = (await get("/.well-known/oauth-authorization-server")) as Record<string, unknown>;
    expect(found).toMatchObject({
      issuer: server.url,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      token_endpoint_auth_methods_supported: ["none"],
    });
    for (const [name, value] of Object.entries(found))
      if (name.endsWith("_endpoint")) expect(new URL(value as string).origin).toBe(server.url);
  });

  it("is what /mcp points to without a token, and with a bad one", async () => {
    const metadata = `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`;
    const challenge = async (headers: Record<string, string>) => {
      const response = await fetch(`${server.url}/mcp`, { method: "POST", headers, body: list });
      return [response.status, response.headers.get("www-authenticate")];
    };
    expect(await challenge(accept)).toEqual([401, `Bearer ${metadata}`]);
    expect(await challenge({ ...accept, Authorization: "Bearer pg_bad" })).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
  });
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

  it("tells the application that the member denied it", async () => {
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

describe("codes", () => {
  const newCode = async () => {
    const asked = askFor(client.id);
    return { code: (await answer(ada, asked)).searchParams.get("code")!, verifier: asked.verifier };
  };

  it("a replayed code is refused, and ends what it was redeemed for", async () => {
    const code = await newCode();
    const { body } = await redeem(client, code);
    expect(await atMcp(body.access_token)).toBe(200);
    const replayed = await redeem(client, code);
    expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
    expect(await atMcp(body.access_token)).toBe(401);
    expect((await refresh(client, body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("of concurrent exchanges of one code, at most one is answered", async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(client, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("need their client, redirect URI, verifier and resource; a wrong one uses the code up", async () => {
    const other = (await register(server, {}, "192.0.2.7")).body.client_id as string;
    const cases: [Record<string, string | null>, string][] = [
      [{ client_id: other }, "invalid_grant"],
      [{ redirect_uri: `${callback}/` }, "invalid_grant"],
      [{ code_verifier: "x".repeat(43) }, "invalid_grant"],
      [{ resource: `${server.url}/api/v1` }, "invalid_target"],
    ];
    for (const [change, error] of cases) {
      const code = await newCode();
      const { status, body } = await redeem(client, code, change);
      expect([change, status, body.error]).toEqual([change, 400, error]);
      expect((await redeem(client, code)).body.error).toBe("invalid_grant");
    }
  });

  it("expire", async () => {
    const code = await newCode();
    changeGrants(server.data, "oauth_code", { column: "expires_at", at: Date.now() });
    expect((await redeem(client, code)).body.error).toBe("invalid_grant");
  });

  it("malformed requests name the field", async () => {
    const code = await newCode();
    const cases: [Record<string, string | null>, string, RegExp][] = [
      [{ grant_type: null }, "invalid_request", /^grant_type: missing/],
      [{ grant_type: "password" }, "unsupported_grant_type", /^grant_type: send authorization_code/],
      [{ client_id: null }, "invalid_request", /^client_id: missing/],
      [{ code: null }, "invalid_request", /^code: missing/],
      [{ code_verifier: null }, "invalid_request", /^code_verifier: missing/],
      [{ redirect_uri: null }, "invalid_request", /^redirect_uri: missing/],
      [{ resource: "https://other.example/" }, "invalid_target", /^resource: not of this service/],
    ];
    for (const [change, error, message] of cases) {
      const { status, body } = await redeem(client, code, change);
      expect([change, status, body.error]).toEqual([change, 400, error]);
      expect(body.error_description).toMatch(message);
    }
    expect(await redeem(client, code, { client_id: "unknown" })).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    const url = `${server.url}/oauth/token`;
    const twice = await postForm(url, [
      ["grant_type", "refresh_token"],
      ["grant_type", "authorization_code"],
    ]);
    expect(twice.body.error_description).toMatch(/^grant_type: repeated/);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(415);
    expect((await postForm(url, { grant_type: "x".repeat(20_000) })).status).toBe(413);
    // None of these was an attempt with the code.
    expect((await redeem(client, code)).status).toBe(200);
  });
});

describe("tokens of an application", () => {
  it("are accepted only by the resource that they are for", async () => {
    const mcp = await connect(client, ada, { resource: `${server.url}/mcp` });
    const api = await connect(client, ada, { resource: `${server.url}/api/v1` });
    const any = await connect(client, ada, { resource: `${server.url}/` });
    const answers = [];
    for (const { access_token } of [mcp, api, any])
      answers.push([await atMcp(access_token), await atApi(access_token)]);
    expect(answers).toEqual([
      [200, 401],
      [401, 200],
      [200, 200],
    ]);
  });

  it("have the scopes that the member left ticked, and act as the member", async () => {
    const asked = askFor(client.id, {
      scope: "priorart:read priorart:me offline_access",
      resource: `${server.url}/api/v1`,
    });
    const both = await ada.get("checkAuthorization", { request: asked.request });
    expect(both.asked!.scopes).toEqual(["priorart:read", "priorart:me"]);
    const all = await connect(client, ada, {
      scope: "priorart:read priorart:me",
      resource: `${server.url}/api/v1`,
    });
    expect([all.scope, await atApi(all.access_token, "/me")]).toEqual(["priorart:read priorart:me", 200]);
    const code = (await answer(ada, asked, { scopes: ["priorart:read"] })).searchParams.get("code")!;
    const { body } = await redeem(client, { code, verifier: asked.verifier });
    expect(body).toMatchObject({ scope: "priorart:read", token_type: "Bearer", expires_in: 3_600 });
    expect([await atApi(body.access_token), await atApi(body.access_token, "/me")]).toEqual([200, 403]);
    expect(await ada.outcome("answerAuthorization", { ...asked, approve: true, scopes: ["x"] })).toEqual([
      400,
      "INVALID_QUERY",
    ]);
  });

  it("are replaced by a refresh; a token replaced earlier ends the grant", async () => {
    const first = await connect(client, ada);
    const { body: second } = await refresh(client, first.refresh_token);
    // At the same time is no theft: parallel requests of one client refresh in parallel.
    expect((await refresh(client, first.refresh_token)).status).toBe(200);
    expect(await atMcp(second.access_token)).toBe(200);
    changeGrants(server.data, "oauth_token", {
      column: "used_at",
      at: Date.now() - 11_000,
      where: "used_at is not null",
    });
    const reused = await refresh(client, first.refresh_token);
    expect([reused.status, reused.body.error]).toEqual([400, "invalid_grant"]);
    expect([await atMcp(first.access_token), await atMcp(second.access_token)]).toEqual([401, 401]);
    expect((await refresh(client, second.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("a refresh keeps client, resource and scopes", async () => {
    const { refresh_token } = await connect(client, ada);
    const other = (await register(server, {}, "192.0.2.8")).body.client_id as string;
    const cases: [Record<string, string>, string][] = [
      [{ client_id: other }, "invalid_grant"],
      [{ resource: `${server.url}/api/v1` }, "invalid_target"],
      [{ scope: "priorart:me" }, "invalid_scope"],
    ];
    for (const [change, error] of cases)
      expect((await refresh(client, refresh_token, change)).body.error).toBe(error);
    const kept = { resource: `${server.url}/mcp`, scope: "priorart:read" };
    expect((await refresh(client, refresh_token, kept)).status).toBe(200);
  });

  it("expire: access tokens after an hour, refresh tokens after thirty days", async () => {
    const granted = await connect(client, ada);
    changeGrants(server.data, "oauth_token", {
      column: "expires_at",
      at: Date.now(),
      where: "kind = 'access'",
    });
    expect(await atMcp(granted.access_token)).toBe(401);
    const { body } = await refresh(client, granted.refresh_token);
    expect(await atMcp(body.access_token)).toBe(200);
    changeGrants(server.data, "oauth_token", { column: "expires_at", at: Date.now() });
    expect((await refresh(client, body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("another member neither sees a grant nor ends it", async () => {
    const { access_token } = await connect(client, ada);
    const [grant] = (await ada.get("listGrants")).grants;
    expect((await bob.get("listGrants")).grants).toEqual([]);
    expect((await bob.get("revokeGrant", { id: grant!.id })).revoked).toBe(false);
    expect(await atMcp(access_token)).toBe(200);
    await ada.get("revokeGrant", { id: grant!.id });
    expect(await atMcp(access_token)).toBe(401);
  });

  it("end when the application gives them back", async () => {
    const { access_token, refresh_token } = await connect(client, ada);
    const revoke = (fields: Record<string, string>) => postForm(`${server.url}/oauth/revoke`, fields);
    expect((await revoke({ token: refresh_token, client_id: "other" })).status).toBe(200);
    expect(await atMcp(access_token)).toBe(200);
    expect((await revoke({ token: refresh_token, client_id: client.id })).status).toBe(200);
    expect(await atMcp(access_token)).toBe(401);
    expect((await revoke({ token: refresh_token })).body.error).toBe("invalid_request");
  });

  it("end when the member is removed", async () => {
    const eve = await server.member("eve@example.org");
    const { access_token, refresh_token } = await connect(client, eve);
    expect(await atMcp(access_token)).toBe(200);
    await priorart(server.data, "member", "remove", "eve@example.org");
    expect(await atMcp(access_token)).toBe(401);
    expect((await refresh(client, refresh_token)).body.error).toBe("invalid_grant");
  });

  it("are stored only as digests, and nothing of them is logged", async () => {
    const granted = await connect(client, ada, { state: "state-of-the-test" });
    await atMcp(granted.access_token);
    for (const secret of [granted.access_token, granted.refresh_token]) {
      expect(dumpAccounts(server.data)).not.toContain(secret.slice(3));
      expect(server.log).not.toContain(secret.slice(3));
    }
    for (const told of ["state-of-the-test", "assistant.example.com", client.id])
      expect(server.log).not.toContain(told);
  });
});

describe("behind a proxy", () => {
  const origin = "https://research.example.org";
  const page = "https://app.example.org";
  let proxied: ConsoleServer;
  beforeAll(async () => {
    proxied = await newConsole({ PRIORART_PUBLIC_URL: origin, PRIORART_CORS_ORIGINS: page });
    await proxied.start();
  });
  afterAll(() => proxied?.dispose());

  it("everything carries the public URL, whatever the Host", async () => {
    const paths = ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"];
    for (const path of paths) {
      const text = await (await fetch(`${proxied.url}${path}`)).text();
      expect(text).toContain(`"${origin}`);
      expect(text).not.toContain("127.0.0.1");
    }
    const refused = await fetch(`${proxied.url}/mcp`, { method: "POST", headers: accept, body: list });
    expect(refused.headers.get("www-authenticate")).toContain(`"${origin}/.well-known/`);
  });

  it("pages of the configured origins may sign in, no others", async () => {
    const allowed = async (from: string, path: string) => {
      const headers = {
        Origin: from,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      };
      const response = await fetch(`${proxied.url}${path}`, { method: "OPTIONS", headers });
      return response.headers.get("access-control-allow-origin");
    };
    for (const path of ["/oauth/register", "/oauth/token", "/.well-known/oauth-authorization-server"]) {
      expect(await allowed(page, path)).toBe(page);
      expect(await allowed("https://evil.example", path)).toBeNull();
    }
    expect(await allowed(page, "/console/api/authorization")).toBeNull();
  });
});

it("without a public URL, a foreign Host is refused: it would become part of the metadata", async () => {
  const { hostname, port } = new URL(server.url);
  const statusFor = (path: string, method: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { Host: `evil.example:${port}` };
      request({ hostname, port, path, method, headers, agent: false })
        .on("error", reject)
        .on("response", (response) => {
          response.resume();
          resolve(response.statusCode!);
        })
        .end();
    });
  expect(await statusFor("/.well-known/oauth-protected-resource/mcp", "GET")).toBe(403);
  expect(await statusFor("/.well-known/oauth-authorization-server", "GET")).toBe(403);
  expect(await statusFor("/oauth/register", "POST")).toBe(403);
  expect(await statusFor("/oauth/token", "POST")).toBe(403);
});
