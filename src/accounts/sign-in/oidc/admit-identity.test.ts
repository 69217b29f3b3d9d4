/** Which account an identity of the provider signs in to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../../../database/database-at.case.ts";
import { createAccounts } from "../../accounts.ts";
import { findInvitation } from "../../invitations.ts";
import { openAccountTables } from "../../open-tables.ts";
import type { AccountsDb } from "../../tables.ts";
import type { Accounts } from "../../types.ts";
import { admitIdentity, linkIdentity } from "./admit-identity.ts";

const now = Date.parse("2026-03-01T00:00:00Z");
const email = "ada@example.org";
let folder: string;
let db: AccountsDb;
let accounts: Accounts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "admit-"));
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  accounts = createAccounts(db, { service: "acme", now: () => now });
});
afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

const admit = (subject: string, signUpDomains: string[] = [], address = email) =>
  admitIdentity(db, { subject, email: address }, { signUpDomains, now });
const member = async () => (await accounts.listMembers({ offset: 0, limit: 10 })).members[0];
const setVerified = (verified: 0 | 1) => db.updateTable("member").set({ email_verified: verified }).execute();

test("an unknown address is refused, unless its domain may sign up", async () => {
  expect(await admit("s1", ["example.com", "sub.example.org"])).toEqual({ kind: "refused" });
  expect(await member()).toBeUndefined();
  const admitted = await admit("s1", ["example.com", "example.org"]);
  const { id, ...added } = (await member())!;
  expect(admitted).toEqual({ kind: "member", memberId: id });
  expect(added).toMatchObject({ email, role: "member", emailVerified: true, signInMethods: ["oidc"] });
});

test("a linked subject signs in to its account, whatever address it has now", async () => {
  const admitted = await admit("s1", ["example.org"]);
  await accounts.addMember("bob@example.org");
  expect(await admit("s1", [], "bob@example.org")).toEqual(admitted);
});

test("an invited member gets the role of the invitation, which is used up", async () => {
  const { secret } = await accounts.invite(email, "admin");
  expect(await admit("s1")).toMatchObject({ kind: "member" });
  expect(await member()).toMatchObject({ role: "admin", invitation: null });
  await expect(findInvitation(db, secret, now)).rejects.toThrow("already been used");
});

test("an invitation that has ended or expired gives no role", async () => {
  const { accountId } = await accounts.addMember(email);
  const values = { member_id: accountId, role: "admin", created_at: now, accepted_at: null } as const;
  await db
    .insertInto("invitation")
    .values([
      { ...values, digest: "1", expires_at: now + 1, ended_at: now },
      { ...values, digest: "2", expires_at: now, ended_at: null },
    ])
    .execute();
  await admit("s1");
  expect(await member()).toMatchObject({ role: "member" });
});

test("a second identity of an account that can sign in has to be confirmed by its holder", async () => {
  const first = (await admit("s1", ["example.org"])) as { memberId: string };
  expect(await admit("s2")).toEqual({ kind: "link", memberId: first.memberId });
  expect(await linkIdentity(db, { subject: "s2", memberId: first.memberId }, now)).toBe(true);
  expect(await linkIdentity(db, { subject: "s2", memberId: first.memberId }, now)).toBe(true);
  expect(await admit("s2")).toEqual({ kind: "member", memberId: first.memberId });
  const { accountId } = await accounts.addMember("bob@example.org");
  expect(await linkIdentity(db, { subject: "s2", memberId: accountId }, now)).toBe(false);
});

test("the verified owner takes over an account whose address was only claimed", async () => {
  await admit("claimant", ["example.org"]);
  const { token } = await accounts.issueToken({ email });
  await setVerified(0);
  const owner = (await admit("owner")) as { kind: string; memberId: string };
  expect(owner.kind).toBe("member");
  expect(await accounts.authenticate(token)).toBeNull();
  expect((await member())?.emailVerified).toBe(true);
  const methods = await db.selectFrom("sign_in_method").select(["subject", "member_id"]).execute();
  expect(methods).toEqual([{ subject: "owner", member_id: owner.memberId }]);
});
