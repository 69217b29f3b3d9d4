/** What a code or a refresh token is accepted for, and what a wrong use of it ends. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { newToken } from "../token.ts";
import { type OpenedOAuth, openOAuth, redirectUri } from "./oauth.case.ts";
import type { CodeExchange, Refresh } from "./types.ts";

let it: OpenedOAuth;
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(() => it.close());

const grants = async () => (await it.db.selectFrom("oauth_grant").selectAll().execute()).length;
const rowsOf = (table: "oauth_token" | "oauth_code") => it.db.selectFrom(table).selectAll().execute();

const wrongCodes: [string, Partial<CodeExchange>, string][] = [
  ["client", { clientId: "other" }, "invalid_grant"],
  ["redirect URI", { redirectUri: `${redirectUri}/` }, "invalid_grant"],
  ["verifier", { verifier: "x".repeat(43) }, "invalid_grant"],
  ["resource", { audience: "api" }, "invalid_target"],
];

test.each(wrongCodes)("a code used with another %s ends its grant", async (_, change, code) => {
  const issued = await it.approve();
  await expect(it.redeem(issued, change)).rejects.toMatchObject({ code });
  expect(await grants()).toBe(0);
  await expect(it.redeem(issued)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("where more than the resource is wrong, the code is the problem", async () => {
  await expect(it.redeem(await it.approve(), { audience: "api", clientId: "other" })).rejects.toMatchObject({
    code: "invalid_grant",
  });
});

test("a code is exchanged for two tokens with the granted scopes, also where its resource is named", async () => {
  const code = await it.approve({ scopes: ["read", "me"] });
  const issued = await it.redeem(code, { audience: "mcp" });
  expect(issued).toEqual({
    accessToken: expect.stringMatching(/^pg_/),
    refreshToken: expect.stringMatching(/^pr_/),
    expiresInSeconds: 3_600,
    scopes: ["acme:read", "acme:me"],
  });
  const kinds = (await rowsOf("oauth_token")).map(({ kind, used_at }) => [kind, used_at]);
  expect(kinds.sort()).toEqual([
    ["access", null],
    ["refresh", null],
  ]);
});

test("a code that was used revokes what it was exchanged for; other grants stay valid", async () => {
  const other = await it.connect();
  const code = await it.approve();
  const { accessToken, refreshToken } = await it.redeem(code);
  await expect(it.redeem(code)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
  await expect(it.refresh(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await it.accounts.authenticate(other.accessToken)).not.toBeNull();
});

test("a token of another kind is neither a code nor a refresh token", async () => {
  const { accessToken, refreshToken } = await it.connect();
  for (const token of ["", "pc_", newToken("pc"), accessToken, refreshToken])
    await expect(it.redeem(token)).rejects.toMatchObject({ code: "invalid_grant" });
  for (const token of ["", newToken("pr"), accessToken])
    await expect(it.refresh(token)).rejects.toMatchObject({ code: "invalid_grant" });
  // None of these was a use of the grant.
  expect((await it.refresh(refreshToken)).scopes).toEqual(["acme:read"]);
});

test("a code issued further in the future than the clock tolerance allows is not accepted", async () => {
  const [early, late] = [await it.approve(), await it.approve()];
  it.clock.now -= 300_000;
  await it.redeem(early);
  it.clock.now -= 1;
  await expect(it.redeem(late)).rejects.toMatchObject({ code: "invalid_grant" });
});

const wrongRefreshes: [string, Partial<Refresh>, string][] = [
  ["client", { clientId: "other" }, "invalid_grant"],
  ["resource", { audience: "any" }, "invalid_target"],
  ["scope", { scopes: ["acme:read", "acme:me"] }, "invalid_scope"],
];

test.each(wrongRefreshes)(
  "a refresh for another %s is refused, and the token stays valid",
  async (_, change, code) => {
    const { refreshToken, accessToken } = await it.connect();
    await expect(it.refresh(refreshToken, change)).rejects.toMatchObject({ code });
    expect(await it.accounts.authenticate(accessToken)).not.toBeNull();
    const stored = await rowsOf("oauth_token");
    expect(stored.map(({ used_at }) => used_at)).toEqual([null, null]);
    const renewed = await it.refresh(refreshToken, { audience: "mcp", scopes: ["acme:read"] });
    expect(renewed).toMatchObject({ scopes: ["acme:read"], expiresInSeconds: 3_600 });
  },
);

test("a refresh token that a refresh repeated counts its ten seconds from the first use", async () => {
  const { refreshToken } = await it.connect();
  await it.refresh(refreshToken);
  it.clock.now += 6_000;
  await it.refresh(refreshToken);
  it.clock.now += 4_001;
  await expect(it.refresh(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await grants()).toBe(0);
});

test("a replaced refresh token is refused too where the clock was set back by more than ten seconds", async () => {
  const { refreshToken } = await it.connect();
  await it.refresh(refreshToken);
  it.clock.now -= 10_001;
  await expect(it.refresh(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("tokens that have expired are deleted by the next refresh of their grant only", async () => {
  const first = await it.connect();
  const other = await it.connect();
  it.clock.now += 3_600_000;
  await it.refresh(first.refreshToken);
  const expired = (await rowsOf("oauth_token")).filter(({ expires_at }) => expires_at <= it.clock.now);
  expect(expired.map(({ kind }) => kind)).toEqual(["access"]);
  expect(await it.refresh(other.refreshToken)).toMatchObject({ expiresInSeconds: 3_600 });
});

test("an application gives back its own tokens, of either kind; a code, or another's token, ends nothing", async () => {
  const [first, second] = [await it.connect(), await it.connect()];
  await it.oauth.revokeToken(first.accessToken, "other");
  await it.oauth.revokeToken(await it.approve(), it.clientId);
  await it.oauth.revokeToken(newToken("pr"), it.clientId);
  await it.oauth.revokeToken("", it.clientId);
  expect(await grants()).toBe(3);
  await it.oauth.revokeToken(first.accessToken, it.clientId);
  expect(await it.accounts.authenticate(first.accessToken)).toBeNull();
  expect(await it.accounts.authenticate(second.accessToken)).not.toBeNull();
  await it.oauth.revokeToken(second.refreshToken, it.clientId);
  expect(await it.accounts.authenticate(second.accessToken)).toBeNull();
});

test("only digests of tokens and codes are stored", async () => {
  const code = await it.approve();
  const { accessToken, refreshToken } = await it.redeem(code);
  const stored = JSON.stringify([await rowsOf("oauth_token"), await rowsOf("oauth_code")]);
  for (const secret of [code, accessToken, refreshToken]) expect(stored).not.toContain(secret.slice(3));
});
