/** The endpoints of applications: registration, tokens, revocation, and the form of their refusals. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OAUTH_REQUESTS } from "../../accounts/oauth/count-requests.ts";
import { type OpenedOAuth, openOAuth, redirectUri, verifier } from "../../accounts/oauth/oauth.case.ts";
import { type OAuth, OAuthError } from "../../accounts/oauth/types.ts";
import { StorageError } from "../../database/storage-error.ts";
import { startConsole } from "../console/console.case.ts";
import type { RunningServer } from "../fakes.case.ts";
import type { ServerPorts } from "../ports.ts";
import { exchange } from "../raw-http.case.ts";

let it: OpenedOAuth;
let server: RunningServer;
const start = async (oauth: OAuth = it.oauth, ports: Partial<ServerPorts> = {}) => {
  server = await startConsole({ oauth }, { service: "acme", ...ports });
};
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(async () => {
  await server.close();
  await it.close();
});

type Fields = Record<string, string | null>;
const without = (fields: Fields) =>
  Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
async function form(path: string, fields: Fields) {
  const response = await fetch(`${server.address}/oauth/${path}`, {
    method: "POST",
    body: new URLSearchParams(without(fields)),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
async function register(
  body: unknown,
  headers: Record<string, string> = { "Content-Type": "application/json" },
) {
  const response = await fetch(`${server.address}/oauth/register`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}
const redeem = async (change: Fields = {}, code?: string) =>
  form("token", {
    grant_type: "authorization_code",
    client_id: it.clientId,
    code: code ?? (await it.approve()),
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  });

describe("metadata", () => {
  test("is served with the address that the client used, or the public one", async () => {
    await start();
    const get = async (path: string) => (await fetch(`${server.address}/.well-known/${path}`)).json();
    expect(await get("oauth-authorization-server")).toMatchObject({ issuer: server.address });
    for (const suffix of ["", "/mcp", "/api/v1"])
      expect(await get(`oauth-protected-resource${suffix}`)).toMatchObject({
        resource: `${server.address}${suffix}`,
        authorization_servers: [server.address],
      });
    await server.close();
    await start(it.oauth, { publicOrigin: "https://research.example.org" });
    expect(await get("oauth-authorization-server")).toMatchObject({ issuer: "https://research.example.org" });
  });

  test("without a public URL, a foreign Host is refused: it would become part of it", async () => {
    await start();
    const status = async (method: string, path: string) => {
      const head = `${method} ${path} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      return (await exchange(server.port, [head])).slice(9, 12);
    };
    for (const path of ["protected-resource", "protected-resource/mcp", "authorization-server"])
      expect(await status("GET", `/.well-known/oauth-${path}`)).toBe("403");
    for (const path of ["register", "token", "revoke"])
      expect(await status("POST", `/oauth/${path}`)).toBe("403");
    await server.close();
    await start(it.oauth, { publicOrigin: "https://research.example.org" });
    expect(await status("GET", "/.well-known/oauth-authorization-server")).toBe("200");
  });
});

describe("registration", () => {
  test("answers what was registered, which has no secret", async () => {
    await start();
    const asked = { redirect_uris: [redirectUri], token_endpoint_auth_method: "client_secret_post" };
    const { status, body } = await register({ ...asked, client_name: "A", grant_types: null });
    const registered = {
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: Math.floor(it.clock.now / 1_000),
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    expect([status, body]).toEqual([201, { ...registered, client_name: "A" }]);
    expect(await it.oauth.findClient(body.client_id)).toMatchObject({
      name: "A",
      redirectUris: [redirectUri],
    });
    const both = { grant_types: ["authorization_code", "implicit"], response_types: ["code", "token"] };
    expect((await register({ ...asked, ...both })).body).toEqual(registered);
  });

  test.each([
    [{}, "invalid_client_metadata", "redirect_uris"],
    [{ redirect_uris: "x" }, "invalid_client_metadata", "redirect_uris"],
    [{ redirect_uris: [] }, "invalid_redirect_uri", "redirect_uris: give 1 to 10"],
    [{ redirect_uris: [redirectUri], client_name: 7 }, "invalid_client_metadata", "client_name"],
    [
      { redirect_uris: [redirectUri], client_name: "x".repeat(1_001) },
      "invalid_client_metadata",
      "client_name",
    ],
    [
      { redirect_uris: [redirectUri], grant_types: ["x"] },
      "invalid_client_metadata",
      "grant_types: must include authorization_code",
    ],
    [
      { redirect_uris: [redirectUri], response_types: ["token"] },
      "invalid_client_metadata",
      "response_types: must include code",
    ],
  ])("refuses %j", async (metadata, error, message) => {
    await start();
    expect(await register(metadata)).toMatchObject({
      status: 400,
      body: { error, error_description: expect.stringContaining(message) },
    });
  });

  test("refuses other media types and large bodies in the form of the protocol", async () => {
    await start();
    expect(await register({}, { "Content-Type": "text/plain" })).toMatchObject({
      status: 415,
      body: { error: "invalid_client_metadata" },
    });
    const large = await register({ redirect_uris: [redirectUri], client_name: "x".repeat(17_000) });
    expect([large.status, large.headers.get("connection")]).toEqual([413, "close"]);
  });

  test("counts the client's address, and says when to come back", async () => {
    const asked: string[] = [];
    await start({
      ...it.oauth,
      register: async (_, address) => {
        asked.push(address);
        throw new OAuthError("temporarily_unavailable", "wait", 9);
      },
    });
    const { status, headers, body } = await register({ redirect_uris: [redirectUri] });
    expect([status, headers.get("retry-after"), body, asked]).toEqual([
      429,
      "9",
      { error: "temporarily_unavailable", error_description: "wait" },
      ["127.0.0.1"],
    ]);
  });
});

describe("too many requests from an address", () => {
  test.each(["register", "token", "revoke"])(
    "/oauth/%s answers 429 before it reads the body",
    async (path) => {
      await start();
      for (let sent = 0; sent < OAUTH_REQUESTS; sent++) await it.oauth.countRequest("127.0.0.1");
      // The body never comes.
      const answer = await exchange(Number(new URL(server.address).port), [
        `POST /oauth/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
          "Content-Length: 100\r\nConnection: close\r\n\r\n",
      ]);
      expect(answer).toMatch(/^HTTP\/1\.1 429 /);
      expect(answer).toMatch(/\r\nretry-after: [1-9]\d?\r\n/i);
      expect(answer).toContain('"error":"temporarily_unavailable"');
    },
  );
});

describe("tokens", () => {
  test("are given for a code, and for a refresh token", async () => {
    await start();
    const { status, body } = await redeem({ resource: `${server.address}/mcp` });
    const issued = {
      access_token: expect.stringMatching(/^pg_/),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^pr_/),
      scope: "acme:read",
    };
    expect([status, body]).toEqual([200, issued]);
    const refreshed = {
      grant_type: "refresh_token",
      client_id: it.clientId,
      refresh_token: body.refresh_token,
    };
    expect((await form("token", refreshed)).body).toEqual(issued);
    const { body: both } = await redeem({}, await it.approve({ scopes: ["read", "me"] }));
    expect(both.scope).toBe("acme:read acme:me");
    const fewer = { ...refreshed, refresh_token: both.refresh_token };
    expect((await form("token", { ...fewer, scope: "acme:me acme:read" })).status).toBe(200);
    expect((await form("token", { ...fewer, scope: "acme:me other" })).body.error).toBe("invalid_scope");
  });

  test.each<[Fields, string, string]>([
    [{ grant_type: null }, "invalid_request", "grant_type: missing"],
    [{ grant_type: "password" }, "unsupported_grant_type", "grant_type: send authorization_code"],
    [{ client_id: null }, "invalid_request", "client_id: missing"],
    [{ client_id: "unknown" }, "invalid_client", "client_id: not registered"],
    [{ code: null }, "invalid_request", "code: missing"],
    [{ code_verifier: null }, "invalid_request", "code_verifier: missing"],
    [{ redirect_uri: null }, "invalid_request", "redirect_uri: missing"],
    [{ resource: "https://evil.example/" }, "invalid_target", "resource: not of this service"],
    [{ grant_type: "refresh_token" }, "invalid_request", "refresh_token: missing"],
    [{ code: "pc_1" }, "invalid_grant", "code: unknown"],
  ])("are refused: %j", async (change, error, message) => {
    await start();
    const refused = await redeem(change);
    expect(refused).toMatchObject({
      status: error === "invalid_client" ? 401 : 400,
      body: { error, error_description: expect.stringContaining(message) },
    });
    expect(refused.headers.get("retry-after")).toBeNull();
  });

  test("are for the resource that the code was for", async () => {
    await start();
    expect((await redeem({ resource: `${server.address}/api/v1` })).body.error).toBe("invalid_target");
    const { body } = await redeem();
    const refresh = {
      grant_type: "refresh_token",
      client_id: it.clientId,
      refresh_token: body.refresh_token,
    };
    const other = await form("token", { ...refresh, resource: `${server.address}/api/v1` });
    expect(other.body.error).toBe("invalid_target");
  });

  test("need a form of at most 16 KB, in UTF-8, with nothing repeated", async () => {
    await start();
    const send = (body: string | Uint8Array<ArrayBuffer>, type = "application/x-www-form-urlencoded") =>
      fetch(`${server.address}/oauth/token`, { method: "POST", body, headers: { "Content-Type": type } });
    const outcome = async (response: Response) => [
      response.status,
      JSON.parse(await response.text()).error_description,
    ];
    expect(await outcome(await send("{}", "application/json"))).toEqual([
      415,
      expect.stringContaining("application/x-www-form-urlencoded"),
    ]);
    expect((await send("x".repeat(16_385))).status).toBe(413);
    expect(
      await outcome(await send("x".repeat(16_384), "Application/X-WWW-Form-URLencoded; charset=utf-8")),
    ).toEqual([400, "grant_type: missing"]);
    expect(await outcome(await send(new Uint8Array([0xff])))).toEqual([
      400,
      "The body is not valid UTF-8; send a form in UTF-8",
    ]);
    expect(await outcome(await send("code=1&code=2"))).toEqual([400, "code: repeated; send it once"]);
  });

  test("a fault is answered as everywhere, not as a refusal of the protocol", async () => {
    const broken = async () => {
      throw new StorageError("/srv/accounts.db is locked", { cause: new Error("busy") });
    };
    await start({ ...it.oauth, findClient: broken });
    const { status, body } = await redeem();
    expect([status, body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  });
});

describe("revocation", () => {
  test("ends the grant of the client's own token, and answers an unknown token alike", async () => {
    await start();
    const { accessToken, refreshToken } = await it.connect();
    for (const fields of [
      { token: refreshToken, client_id: "other" },
      { token: "unknown", client_id: it.clientId },
    ])
      expect(await form("revoke", fields)).toMatchObject({ status: 200, body: null });
    expect(await it.accounts.authenticate(accessToken)).not.toBeNull();
    expect((await form("revoke", { token: refreshToken, client_id: it.clientId })).status).toBe(200);
    expect(await it.accounts.authenticate(accessToken)).toBeNull();
  });

  test.each(["token", "client_id"])("needs %s", async (name) => {
    await start();
    const fields = { token: "t", client_id: "c", [name]: null };
    expect(await form("revoke", fields)).toMatchObject({
      status: 400,
      body: { error: "invalid_request", error_description: `${name}: missing` },
    });
  });
});
