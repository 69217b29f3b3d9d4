/** Codes and tokens of applications: what they are accepted for, and what ends them. */
import { beforeAll, describe, expect, it } from "vitest";
import { changeGrants, dumpAccounts } from "./harness/account-rows.ts";
import type { ConsoleServer, Visitor } from "./harness/console.ts";
import {
  answer,
  askFor,
  type Client,
  callback,
  connect,
  listTools,
  mcpHeaders,
  postForm,
  redeem,
  refresh,
  register,
  useOAuth,
} from "./harness/oauth.ts";
import { priorart } from "./harness/prepare-demo.ts";

const service = useOAuth();
let server: ConsoleServer;
let ada: Visitor;
let bob: Visitor;
let client: Client;
beforeAll(() => {
  ({ server, ada, bob, client } = service());
});

/** The status that a token is answered with. */
const atMcp = async (token: string) =>
  (
    await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...mcpHeaders, Authorization: `Bearer ${token}` },
      body: listTools,
    })
  ).status;
const atApi = async (token: string, path = "/status") =>
  (await fetch(`${server.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;

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
