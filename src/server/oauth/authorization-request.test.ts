/** What an authorization request asks for, and where the answer to a wrong one goes. */
import { expect, test } from "vitest";
import { type OAuthClient, OAuthError } from "../../accounts/oauth/types.ts";
import {
  type AuthorizationRefusal,
  readAuthorizationRequest,
  redirectWith,
} from "./authorization-request.ts";

const origin = "https://research.example.org";
const callback = "https://a.example/callback";
const challenge = "c".repeat(43);
const client: OAuthClient = { id: "c1", name: "A", redirectUris: [callback], createdAt: 0 };
const two = { ...client, id: "c2", redirectUris: [callback, "https://a.example/other"] };

const context = {
  origin,
  service: "acme",
  oauth: { findClient: async (id: string) => [client, two].find((one) => one.id === id) ?? null },
};

const usual = {
  client_id: "c1",
  redirect_uri: callback,
  response_type: "code",
  code_challenge: challenge,
  code_challenge_method: "S256",
  state: "s-1",
};
/** null: left out. */
const queryOf = (change: Record<string, string | null>): string => {
  const kept = Object.entries({ ...usual, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return new URLSearchParams(kept).toString();
};
const read = (change: Record<string, string | null> = {}) =>
  readAuthorizationRequest(queryOf(change), context);
const refusalOf = (work: Promise<unknown>): Promise<AuthorizationRefusal> =>
  work.then(
    () => Promise.reject(new Error("not refused")),
    (error) => error,
  );

test("is read: who asks, for what, and where the answer goes", async () => {
  expect(await read()).toEqual({
    client,
    redirectUri: callback,
    state: "s-1",
    scopes: ["read"],
    audience: "mcp",
    challenge,
  });
  expect(
    await read({
      state: null,
      scope: "offline_access acme:me acme:read",
      resource: `${origin}/api/v1`,
      redirect_uri: null,
    }),
  ).toMatchObject({ state: null, scopes: ["read", "me"], audience: "api", redirectUri: callback });
  expect((await read({ scope: "acme:me", resource: `${origin}/` })).audience).toBe("any");
  expect((await read({ scope: "acme:me" })).scopes).toEqual(["me"]);
});

test.each([
  ["an unknown client", { client_id: "unknown" }, "not registered here"],
  ["no client", { client_id: null }, "not registered here"],
  ["another address", { redirect_uri: "https://evil.example/" }, "did not register"],
  ["no address where several are registered", { client_id: "c2", redirect_uri: null }, "did not register"],
])("with %s, nothing is sent anywhere", async (_, change, message) => {
  expect(await refusalOf(read(change))).toMatchObject({
    name: "AuthorizationRefusal",
    message: expect.stringContaining(message),
    redirectTo: null,
  });
});

test("with a repeated parameter, nothing is sent anywhere", async () => {
  const work = readAuthorizationRequest(`${queryOf({})}&state=s-2`, context);
  expect(await refusalOf(work)).toMatchObject({
    message: "state: repeated; send it once",
    redirectTo: null,
  });
});

test.each([
  [{ response_type: null }, "unsupported_response_type", "response_type: send code"],
  [{ response_type: "token" }, "unsupported_response_type", "response_type: send code"],
  [{ code_challenge_method: null }, "invalid_request", "code_challenge_method: send S256"],
  [{ code_challenge_method: "plain" }, "invalid_request", "code_challenge_method: send S256"],
  [{ code_challenge: null }, "invalid_request", "code_challenge: send the SHA-256"],
  [{ code_challenge: "c".repeat(42) }, "invalid_request", "code_challenge: send the SHA-256"],
  [{ code_challenge: "c".repeat(44) }, "invalid_request", "code_challenge: send the SHA-256"],
  [{ code_challenge: `${"c".repeat(42)}=` }, "invalid_request", "code_challenge: send the SHA-256"],
  [{ scope: "openid" }, "invalid_scope", "scope: send acme:read"],
  [{ scope: "read" }, "invalid_scope", "scope: send acme:read"],
  [
    { resource: "https://evil.example/mcp" },
    "invalid_target",
    `resource: not of this service; send ${origin}/mcp`,
  ],
])("%j is answered to the application with %s", async (change, error, message) => {
  const { message: shown, redirectTo } = await refusalOf(read(change));
  expect(shown).toContain(`cannot be granted: ${message}`);
  expect(redirectTo).toMatch(/^https:\/\/a\.example\/callback\?/);
  expect(Object.fromEntries(new URL(redirectTo!).searchParams)).toEqual({
    error,
    error_description: expect.stringContaining(message),
    state: "s-1",
    iss: origin,
  });
});

test("an answer keeps the address's own query; without a state it has none", () => {
  const answer = (redirectUri: string, state: string | null) =>
    redirectWith({ redirectUri, state }, origin, { code: "pc_1" });
  const iss = encodeURIComponent(origin);
  expect(answer(`${callback}?x=1`, "a b")).toBe(`${callback}?x=1&code=pc_1&state=a+b&iss=${iss}`);
  expect(answer(`${callback}?a=b%20c~&d&code=x`, null)).toBe(`${callback}?a=b%20c~&d&code=pc_1&iss=${iss}`);
  expect(answer(callback, null)).toBe(`${callback}?code=pc_1&iss=${iss}`);
  expect(answer("org.example.app:/callback", null)).toBe(`org.example.app:/callback?code=pc_1&iss=${iss}`);
});

test("a fault while the client is read is not a refusal", async () => {
  const broken = async () => Promise.reject(new OAuthError("invalid_request", "disk"));
  await expect(
    readAuthorizationRequest(queryOf({}), { ...context, oauth: { findClient: broken } }),
  ).rejects.toThrow("disk");
});
