/** Which scopes a token grants, and that its use never waits for a locked file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../database/database-at.case.ts";
import { createAccounts } from "./accounts.ts";
import { openAccountTables } from "./open-tables.ts";
import type { AccountsDb } from "./tables.ts";
import type { Accounts } from "./types.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ada = { email: "ada@example.org" };
let folder: string;
let path: string;
let now: number;
let db: AccountsDb;
let accounts: Accounts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tokens-"));
  path = join(folder, "accounts.db");
  now = Date.parse("2026-03-01T22:30:00Z");
  db = await openAccountTables(databaseAt(path));
  accounts = createAccounts(db, { service: "acme", now: () => now });
  await accounts.addMember(ada.email);
});

afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

const setVerified = (verified: 0 | 1) => db.updateTable("member").set({ email_verified: verified }).execute();

test("a token grants `me` only while the member's address is verified", async () => {
  const { token } = await accounts.issueToken(ada);
  const scopes = async () => (await accounts.authenticate(token))?.scopes;
  expect(await scopes()).toEqual(["acme:read", "acme:me"]);
  await setVerified(0);
  expect(await scopes()).toEqual(["acme:read"]);
  await setVerified(1);
  expect(await scopes()).toEqual(["acme:read", "acme:me"]);
});

test("a member whose address is not verified gets no token with `me`", async () => {
  await setVerified(0);
  await expect(accounts.issueToken(ada, ["acme:read", "acme:me"])).rejects.toThrow("acme:me needs an e-mail");
  expect(await accounts.tokenState(ada)).toBeNull();
  const { token } = await accounts.issueToken(ada);
  await setVerified(1);
  expect((await accounts.authenticate(token))?.scopes).toEqual(["acme:read"]);
});

test("a token has exactly the scopes asked for, where the member may have them", async () => {
  const scopesOf = async (scopes: string[]) =>
    (await accounts.authenticate((await accounts.issueToken(ada, scopes)).token))?.scopes;
  expect(await scopesOf(["acme:me"])).toEqual(["acme:me"]);
  expect(await scopesOf(["acme:me", "acme:read"])).toEqual(["acme:read", "acme:me"]);
  await expect(accounts.issueToken(ada, ["acme:read", "read"])).rejects.toMatchObject({ kind: "invalid" });
  await setVerified(0);
  expect(await scopesOf(["acme:read"])).toEqual(["acme:read"]);
  await expect(accounts.issueToken(ada, ["acme:me"])).rejects.toMatchObject({ kind: "refused" });
});

test("a token that was revoked before its expiry stays revoked; one that expired stays expired", async () => {
  const status = async () => (await accounts.tokenState(ada))?.status;
  await accounts.issueToken(ada);
  now += 90 * DAY_MS - 1;
  expect([await status(), await accounts.revokeToken(ada)]).toEqual(["active", true]);
  now += DAY_MS;
  expect(await status()).toBe("revoked");
  await accounts.issueToken(ada);
  now += 90 * DAY_MS;
  expect([await status(), await accounts.revokeToken(ada)]).toEqual(["expired", false]);
  now -= DAY_MS;
  expect(await status()).toBe("expired");
});

test("of tokens that were replaced nothing is kept, however many there were", async () => {
  await accounts.addMember("bob@example.org");
  const other = await accounts.issueToken({ email: "bob@example.org" });
  const issued = [];
  for (let i = 0; i < 5; i++) issued.push((await accounts.issueToken(ada)).token);
  expect(await db.selectFrom("token").select("digest").execute()).toHaveLength(2);
  const valid = [];
  for (const token of [...issued, other.token]) if (await accounts.authenticate(token)) valid.push(token);
  expect(valid).toEqual([issued[4], other.token]);
});

test("a use is recorded once a day, in UTC", async () => {
  const { token } = await accounts.issueToken(ada);
  const lastUsed = async () => (await accounts.tokenState(ada))?.lastUsedOn;
  expect(await lastUsed()).toBeNull();
  await accounts.authenticate(token);
  await expect.poll(lastUsed).toBe("2026-03-01");
  now += 2 * HOUR_MS;
  await accounts.authenticate(token);
  await expect.poll(lastUsed).toBe("2026-03-02");
});

test("a token is accepted or refused while the file is locked, and its use is written afterwards", async () => {
  const { token: expired } = await accounts.issueToken(ada);
  now += 80 * DAY_MS;
  await accounts.addMember("bob@example.org");
  const { token: valid } = await accounts.issueToken({ email: "bob@example.org" });
  now += 10 * DAY_MS;
  const other = await openAccountTables(databaseAt(path));
  await other.transaction().execute(async () => {
    for (let use = 0; use < 3; use++) {
      expect(await accounts.authenticate(valid)).not.toBeNull();
      expect(await accounts.authenticate(expired)).toBeNull();
    }
  });
  await other.destroy();
  await expect
    .poll(async () => (await accounts.tokenState({ email: "bob@example.org" }))?.lastUsedOn)
    .not.toBeNull();
  // Its expiry was observed: a clock set back does not revive it.
  now -= 10 * DAY_MS;
  await expect.poll(async () => (await accounts.tokenState(ada))?.status).toBe("expired");
  expect(await accounts.authenticate(expired)).toBeNull();
});

test("expired tokens are searched for once an hour, and again when the clock was set back", async () => {
  const { token } = await accounts.issueToken(ada);
  await accounts.addMember("bob@example.org");
  const probe = async () => {
    await accounts.authenticate("pa_0000000000000000000000000000000000000000000000");
    const other = (await accounts.issueToken({ email: "bob@example.org" })).token;
    await accounts.authenticate(other);
  };
  const ended = async () => {
    const row = await db.selectFrom("token").select("ended_at").orderBy("issued_at").executeTakeFirst();
    return row?.ended_at;
  };
  now += 90 * DAY_MS - HOUR_MS;
  await probe();
  now += HOUR_MS - 1;
  await probe();
  expect(await ended()).toBeNull();
  now += 1;
  await probe();
  await expect.poll(ended).toBe(now);
  expect(await accounts.authenticate(token)).toBeNull();
});
