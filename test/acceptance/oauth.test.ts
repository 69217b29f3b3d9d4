/** Assistants that take only a URL: what they find, and the whole sign-in with the official client. */
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
import { type ConsoleServer, newConsole, type Visitor } from "./harness/console.ts";
import { answer, callback, listTools, mcpHeaders, useOAuth } from "./harness/oauth.ts";

const service = useOAuth();
let server: ConsoleServer;
let ada: Visitor;
beforeAll(() => {
  ({ server, ada } = service());
});

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
      const response = await fetch(`${server.url}/mcp`, { method: "POST", headers, body: listTools });
      return [response.status, response.headers.get("www-authenticate")];
    };
    expect(await challenge(mcpHeaders)).toEqual([401, `Bearer ${metadata}`]);
    expect(await challenge({ ...mcpHeaders, Authorization: "Bearer pg_bad" })).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
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
    const refused = await fetch(`${proxied.url}/mcp`, {
      method: "POST",
      headers: mcpHeaders,
      body: listTools,
    });
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
