/** Grants as their member sees and ends them. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenedOAuth, openOAuth, redirectUri } from "./oauth.case.ts";

let it: OpenedOAuth;
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(() => it.close());

test("are listed newest first, with what was approved and when it was last used", async () => {
  await it.connect();
  // Of two that began at the same instant, the one created later is the newer.
  const { accessToken } = await it.connect({ scopes: ["read", "me"], audience: "api" });
  it.clock.now += 3_000_000;
  await it.accounts.authenticate(accessToken);
  const common = {
    clientName: "A",
    redirectUri,
    createdAt: "2026-03-01T22:30:00.000Z",
    expiresAt: "2026-05-30T22:30:00.000Z",
  };
  await expect
    .poll(() => it.oauth.listGrants(it.memberId))
    .toEqual([
      {
        ...common,
        id: expect.any(String),
        audience: "api",
        scopes: ["acme:read", "acme:me"],
        lastUsedOn: "2026-03-01",
      },
      { ...common, id: expect.any(String), audience: "mcp", scopes: ["acme:read"], lastUsedOn: null },
    ]);
  // The day is UTC's; a later day replaces it.
  it.clock.now += 590_000;
  await it.accounts.authenticate(accessToken);
  it.clock.now += 5_000;
  const day = async () => (await it.oauth.listGrants(it.memberId))[0]!.lastUsedOn;
  expect(await day()).toBe("2026-03-01");
});

test("one ends by its id, for its member only", async () => {
  const { accessToken } = await it.connect();
  const { accessToken: kept } = await it.connect();
  const [, { id }] = (await it.oauth.listGrants(it.memberId)) as [unknown, { id: string }];
  const { accountId: other } = await it.accounts.addMember("bob@example.org");
  expect(await it.oauth.listGrants(other)).toEqual([]);
  expect(await it.oauth.revokeGrant(other, id)).toBe(false);
  expect(await it.oauth.revokeGrant(it.memberId, "unknown")).toBe(false);
  expect(await it.accounts.authenticate(accessToken)).not.toBeNull();
  expect(await it.oauth.revokeGrant(it.memberId, id)).toBe(true);
  expect(await it.oauth.revokeGrant(it.memberId, id)).toBe(false);
  expect(await it.accounts.authenticate(accessToken)).toBeNull();
  expect(await it.accounts.authenticate(kept)).not.toBeNull();
});

test("of 51 approvals the first ends; those of another member do not count", async () => {
  const { accountId: bob } = await it.accounts.addMember("bob@example.org");
  const bobs = await it.connect({ memberId: bob });
  const codes: string[] = [];
  for (let approved = 0; approved < 51; approved++) codes.push(await it.approve());
  await expect(it.redeem(codes[0]!)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await it.redeem(codes[1]!)).toMatchObject({ scopes: ["acme:read"] });
  expect(await it.accounts.authenticate(bobs.accessToken)).not.toBeNull();
});

test("an approval is refused once the application is no longer registered", async () => {
  await expect(it.approve({ clientId: "unknown" })).rejects.toMatchObject({ code: "invalid_client" });
});

test("one whose tokens have all expired is removed at the next approval", async () => {
  await it.connect();
  it.clock.now += 30 * 86_400_000;
  await it.approve();
  expect(await it.db.selectFrom("oauth_grant").selectAll().execute()).toHaveLength(1);
});

test("one that has expired is removed though a code of it is still open", async () => {
  await it.approve();
  await it.db.updateTable("oauth_grant").set({ expires_at: it.clock.now }).execute();
  await it.oauth.listGrants(it.memberId);
  expect(await it.db.selectFrom("oauth_grant").selectAll().execute()).toEqual([]);
});
