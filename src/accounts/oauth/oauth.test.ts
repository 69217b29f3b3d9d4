/** Lifetimes of grants, bounds of what is stored, and what ends with what. Flows: test/acceptance/oauth.test.ts. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { proveAddress } from "../sign-in/admission.ts";
import { type OpenedOAuth, openOAuth, redirectUri } from "./oauth.case.ts";

const DAY_MS = 86_400_000;
let it: OpenedOAuth;
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(() => it.close());

const register = (address: string) => it.oauth.register({ name: "A", redirectUris: [redirectUri] }, address);

test("a code is valid for a minute", async () => {
  const [early, late] = [await it.approve(), await it.approve()];
  it.clock.now += 59_999;
  await it.redeem(early);
  it.clock.now += 1;
  await expect(it.redeem(late)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("an access token acts as the member for an hour, with the scopes of the grant", async () => {
  const { accessToken, expiresInSeconds } = await it.connect();
  expect([expiresInSeconds, await it.accounts.authenticate(accessToken)]).toEqual([
    3_600,
    {
      accountId: it.memberId,
      email: "ada@example.org",
      scopes: ["acme:read"],
      expiresAt: "2026-03-01T23:30:00.000Z",
      audience: "mcp",
    },
  ]);
  it.clock.now += 3_599_999;
  expect(await it.accounts.authenticate(accessToken)).not.toBeNull();
  it.clock.now += 1;
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
});

test("a token seen to have expired stays so when the clock is set back", async () => {
  const { accessToken } = await it.connect();
  it.clock.now += 3_600_000;
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
  await expect.poll(() => tokensOf("access")).toBe(0);
  it.clock.now -= 3_600_000;
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
});

const tokensOf = async (kind: "access" | "refresh") =>
  (await it.db.selectFrom("oauth_token").select("digest").where("kind", "=", kind).execute()).length;

test("a grant ends after 30 days without a refresh, and after 90 days in any case", async () => {
  const idle = await it.connect();
  it.clock.now += 30 * DAY_MS;
  await expect(it.refresh(idle.refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await it.oauth.listGrants(it.memberId)).toEqual([]);

  let { refreshToken } = await it.connect();
  for (let day = 0; day < 89; day += 29) {
    it.clock.now += Math.min(29, 89 - day) * DAY_MS;
    ({ refreshToken } = await it.refresh(refreshToken));
  }
  it.clock.now += DAY_MS - 1_800_000;
  const last = await it.refresh(refreshToken);
  expect(last.expiresInSeconds).toBe(1_800);
  it.clock.now += 1_800_000;
  expect(await it.accounts.authenticate(last.accessToken)).toBeNull();
  await expect(it.refresh(last.refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("a replaced refresh token works for ten more seconds; later it ends the grant", async () => {
  const { refreshToken } = await it.connect();
  const { accessToken } = await it.refresh(refreshToken);
  it.clock.now += 10_000;
  await it.refresh(refreshToken);
  it.clock.now += 1;
  await expect(it.refresh(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
});

test("`me` is granted only while the address is verified; its proof ends the grants of its claimant", async () => {
  await it.db.updateTable("member").set({ email_verified: 0 }).execute();
  const { accessToken } = await it.connect({ scopes: ["read", "me"] });
  expect((await it.accounts.authenticate(accessToken))?.scopes).toEqual(["acme:read"]);
  await proveAddress(it.db, { memberId: it.memberId, role: "member", now: it.clock.now });
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
});

test("a grant whose code was never redeemed is not listed, and is removed", async () => {
  await it.approve();
  expect(await it.oauth.listGrants(it.memberId)).toEqual([]);
  it.clock.now += 60_000;
  await it.oauth.listGrants(it.memberId);
  expect(await it.db.selectFrom("oauth_grant").selectAll().execute()).toEqual([]);
});

test("clients that nobody approved are removed after a day, others 90 days after their last grant", async () => {
  const unused = await register("192.0.2.2");
  await it.connect();
  it.clock.now += DAY_MS - 1;
  await register("192.0.2.3");
  expect(await it.oauth.findClient(unused.id)).not.toBeNull();
  it.clock.now += 1;
  await register("192.0.2.4");
  expect(await it.oauth.findClient(unused.id)).toBeNull();
  expect(await it.oauth.findClient(it.clientId)).not.toBeNull();
  it.clock.now += 89 * DAY_MS;
  await it.oauth.listGrants(it.memberId);
  await register("192.0.2.5");
  expect(await it.oauth.findClient(it.clientId)).toBeNull();
});
