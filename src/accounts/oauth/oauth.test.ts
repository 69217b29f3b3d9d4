/** Lifetimes of grants, bounds of what is stored, and what ends with what. Flows: test/acceptance/oauth.test.ts. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../../database/database-at.case.ts";
import { createAccounts } from "../accounts.ts";
import { openAccountTables } from "../open-tables.ts";
import { proveAddress } from "../sign-in/admission.ts";
import type { AccountsDb } from "../tables.ts";
import type { Accounts } from "../types.ts";
import { createOAuth } from "./oauth.ts";
import type { IssuedTokens, OAuth } from "./types.ts";

const DAY_MS = 86_400_000;
const redirectUri = "https://a.example/callback";
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
let folder: string;
let now: number;
let db: AccountsDb;
let accounts: Accounts;
let oauth: OAuth;
let memberId: string;
let clientId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "oauth-"));
  now = Date.parse("2026-03-01T22:30:00Z");
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  const options = { service: "acme", now: () => now };
  accounts = createAccounts(db, options);
  oauth = createOAuth(db, options);
  memberId = (await accounts.addMember("ada@example.org")).accountId;
  clientId = (await register("192.0.2.1")).id;
});
afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

const register = (address: string) => oauth.register({ name: "A", redirectUris: [redirectUri] }, address);
const approve = (scopes = ["read"]) =>
  oauth.approve({ memberId, clientId, scopes, audience: "mcp", redirectUri, challenge });
const redeem = (code: string) =>
  oauth.exchangeCode({ clientId, code, redirectUri, verifier, audience: null });
const connect = async (scopes?: string[]): Promise<IssuedTokens> => redeem(await approve(scopes));
const refresh = (refreshToken: string) =>
  oauth.refresh({ clientId, refreshToken, audience: null, scopes: null });

test("a code is valid for a minute", async () => {
  const [early, late] = [await approve(), await approve()];
  now += 59_999;
  await redeem(early);
  now += 1;
  await expect(redeem(late)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("an access token acts as the member for an hour, with the scopes of the grant", async () => {
  const { accessToken, expiresInSeconds } = await connect();
  expect([expiresInSeconds, await accounts.authenticate(accessToken)]).toEqual([
    3_600,
    {
      accountId: memberId,
      email: "ada@example.org",
      scopes: ["acme:read"],
      expiresAt: "2026-03-01T23:30:00.000Z",
      audience: "mcp",
    },
  ]);
  now += 3_599_999;
  expect(await accounts.authenticate(accessToken)).not.toBeNull();
  now += 1;
  expect(await accounts.authenticate(accessToken)).toBeNull();
});

test("a token seen to have expired stays so when the clock is set back", async () => {
  const { accessToken } = await connect();
  now += 3_600_000;
  expect(await accounts.authenticate(accessToken)).toBeNull();
  await expect.poll(() => tokensOf("access")).toBe(0);
  now -= 3_600_000;
  expect(await accounts.authenticate(accessToken)).toBeNull();
});

const tokensOf = async (kind: "access" | "refresh") =>
  (await db.selectFrom("oauth_token").select("digest").where("kind", "=", kind).execute()).length;

test("a grant ends after 30 days without a refresh, and after 90 days in any case", async () => {
  const idle = await connect();
  now += 30 * DAY_MS;
  await expect(refresh(idle.refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await oauth.listGrants(memberId)).toEqual([]);

  let { refreshToken } = await connect();
  for (let day = 0; day < 89; day += 29) {
    now += Math.min(29, 89 - day) * DAY_MS;
    ({ refreshToken } = await refresh(refreshToken));
  }
  now += DAY_MS - 1_800_000;
  const last = await refresh(refreshToken);
  expect(last.expiresInSeconds).toBe(1_800);
  now += 1_800_000;
  expect(await accounts.authenticate(last.accessToken)).toBeNull();
  await expect(refresh(last.refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
});

test("a replaced refresh token works for ten more seconds; later it ends the grant", async () => {
  const { refreshToken } = await connect();
  const { accessToken } = await refresh(refreshToken);
  now += 10_000;
  await refresh(refreshToken);
  now += 1;
  await expect(refresh(refreshToken)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await accounts.authenticate(accessToken)).toBeNull();
});

test("`me` is granted only while the address is verified; its proof ends the grants of its claimant", async () => {
  await db.updateTable("member").set({ email_verified: 0 }).execute();
  const { accessToken } = await connect(["read", "me"]);
  expect((await accounts.authenticate(accessToken))?.scopes).toEqual(["acme:read"]);
  await proveAddress(db, { memberId, role: "member", now });
  expect(await accounts.authenticate(accessToken)).toBeNull();
});

test("a member has at most 50 grants: the oldest ends", async () => {
  const first = await connect();
  for (let more = 0; more < 50; more++) await connect();
  expect(await accounts.authenticate(first.accessToken)).toBeNull();
  expect(await oauth.listGrants(memberId)).toHaveLength(50);
});

test("a grant whose code was never redeemed is not listed, and is removed", async () => {
  await approve();
  expect(await oauth.listGrants(memberId)).toEqual([]);
  now += 60_000;
  await oauth.listGrants(memberId);
  expect(await db.selectFrom("oauth_grant").selectAll().execute()).toEqual([]);
});

test("clients that nobody approved are removed after a day, others 90 days after their last grant", async () => {
  const unused = await register("192.0.2.2");
  await connect();
  now += DAY_MS - 1;
  await register("192.0.2.3");
  expect(await oauth.findClient(unused.id)).not.toBeNull();
  now += 1;
  await register("192.0.2.4");
  expect(await oauth.findClient(unused.id)).toBeNull();
  expect(await oauth.findClient(clientId)).not.toBeNull();
  now += 89 * DAY_MS;
  await oauth.listGrants(memberId);
  await register("192.0.2.5");
  expect(await oauth.findClient(clientId)).toBeNull();
});

test("at most 2,000 clients are registered at a time", async () => {
  const row = { name: "", redirect_uris: "[]", created_at: now };
  const rows = Array.from({ length: 1_999 }, (_, i) => ({ ...row, id: `c${i}` }));
  await db.insertInto("oauth_client").values(rows).execute();
  await expect(register("192.0.2.6")).rejects.toMatchObject({
    code: "temporarily_unavailable",
    retryAfterSeconds: 3_600,
  });
});
