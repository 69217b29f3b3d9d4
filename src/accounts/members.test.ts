/** Members as administrators list and change them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../database/database-at.case.ts";
import { createAccounts } from "./accounts.ts";
import { takeInvitation } from "./invitations.ts";
import { DAY_MS } from "./lifetime.ts";
import { openAccountTables } from "./open-tables.ts";
import type { AccountsDb } from "./tables.ts";
import type { AccountError, Accounts } from "./types.ts";

const ada = { email: "ada@example.org" };
const bob = { email: "bob@example.org" };
let folder: string;
let now: number;
let db: AccountsDb;
let accounts: Accounts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "members-"));
  now = Date.parse("2026-03-01T00:00:00Z");
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  accounts = createAccounts(db, { service: "acme", now: () => now });
});
afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

const list = (search?: string, page = { offset: 0, limit: 10 }) => accounts.listMembers({ ...page, search });
const found = async (search: string) => (await list(search)).members.map(({ email }) => email);
const kindOf = (work: Promise<unknown>) => work.then(() => null).catch((error: AccountError) => error.kind);

async function addSignIn(member_id: string, provider: string) {
  const times = { created_at: now, updated_at: now };
  for (const subject of [`${provider} 1`, `${provider} 2`])
    await db
      .insertInto("sign_in_method")
      .values({
        id: subject + member_id,
        member_id,
        provider,
        subject: subject + member_id,
        password: null,
        ...times,
      })
      .execute();
}

async function addSession(member_id: string, id: string) {
  const times = { created_at: now, updated_at: now, expires_at: now + DAY_MS };
  await db
    .insertInto("session")
    .values({ id, member_id, token: id, ...times })
    .execute();
}

test("a member is listed with sign-in methods, the active token and the open invitation", async () => {
  const { accountId } = await accounts.addMember(ada.email);
  expect((await list()).members).toEqual([
    {
      id: accountId,
      email: ada.email,
      role: "member",
      emailVerified: true,
      createdAt: "2026-03-01T00:00:00.000Z",
      signInMethods: [],
      token: null,
      invitation: null,
    },
  ]);
  await addSignIn(accountId, "oidc");
  await addSignIn(accountId, "credential");
  await accounts.issueToken(ada);
  await db.updateTable("token").set({ last_used_day: "2026-03-01" }).execute();
  await accounts.invite(ada.email, "admin");
  await db.updateTable("member").set({ email_verified: 0 }).execute();
  // What another member has is not listed here.
  await accounts.addMember(bob.email);
  expect(await list()).toMatchObject({
    total: 2,
    members: [
      {
        emailVerified: false,
        signInMethods: ["password", "oidc"],
        token: { expiresAt: "2026-05-30T00:00:00.000Z", lastUsedOn: "2026-03-01" },
        invitation: { expiresAt: "2026-03-08T00:00:00.000Z" },
      },
      { email: bob.email, signInMethods: [], token: null, invitation: null },
    ],
  });
});

test("a token or an invitation that has expired, ended or was used is not listed", async () => {
  const listed = async () => {
    const member = (await list()).members[0]!;
    return [member.token !== null, member.invitation !== null];
  };
  await accounts.addMember(ada.email);
  await accounts.issueToken(ada);
  await accounts.invite(ada.email, "member");
  now += 7 * DAY_MS - 1;
  expect(await listed()).toEqual([true, true]);
  now += 1;
  expect(await listed()).toEqual([true, false]);
  now += 83 * DAY_MS - 1;
  expect(await listed()).toEqual([true, false]);
  now += 1;
  expect(await listed()).toEqual([false, false]);
  await accounts.issueToken(ada);
  const { secret } = await accounts.invite(ada.email, "member");
  expect(await listed()).toEqual([true, true]);
  await accounts.revokeToken(ada);
  await takeInvitation(db, secret, now);
  expect(await listed()).toEqual([false, false]);
});

test("members are listed by address, in pages; a search matches a part of it and knows no wildcards", async () => {
  for (const name of ["cy", "ada", "b_b"]) await accounts.addMember(`${name}@example.org`);
  expect(await found("")).toEqual(["ada@example.org", "b_b@example.org", "cy@example.org"]);
  expect(await found(" ADA@")).toEqual(["ada@example.org"]);
  expect(await found("_")).toEqual(["b_b@example.org"]);
  expect(await list("%")).toEqual({ members: [], total: 0 });
  const { members, total } = await list(undefined, { offset: 1, limit: 1 });
  expect([members.map(({ email }) => email), total]).toEqual([["b_b@example.org"], 3]);
});

test("an unknown member is missing, a malformed address invalid, and the last administrator stays", async () => {
  await accounts.addMember(ada.email);
  await accounts.changeRole(ada, "admin");
  for (const work of [
    () => accounts.removeMember({ id: "unknown" }),
    () => accounts.endSessions(bob),
    () => accounts.changeRole(bob, "admin"),
    () => accounts.tokenState(bob),
  ])
    expect(await kindOf(work())).toBe("missing");
  await expect(accounts.removeMember({ id: "unknown" })).rejects.toThrow("There is no such member");
  expect(await kindOf(accounts.removeMember({ email: "x" }))).toBe("invalid");
  expect(await kindOf(accounts.changeRole(ada, "member"))).toBe("refused");
  expect(await kindOf(accounts.removeMember(ada))).toBe("refused");
  // The same role again is no change.
  expect(await accounts.changeRole(ada, "admin")).toEqual(ada);
  await accounts.addMember(bob.email);
  expect(await kindOf(accounts.removeMember(ada))).toBe("refused");
  expect(await accounts.changeRole(bob, "admin")).toEqual(bob);
  expect(await accounts.changeRole(ada, "member")).toEqual(ada);
  expect((await list()).members).toMatchObject([{ role: "member" }, { role: "admin" }]);
  expect(await accounts.removeMember(ada)).toEqual(ada);
  expect(await found("")).toEqual([bob.email]);
});

test("a change of role is dated", async () => {
  await accounts.addMember(ada.email);
  now += DAY_MS;
  await accounts.changeRole(ada, "admin");
  const { created_at, updated_at } = await db.selectFrom("member").selectAll().executeTakeFirstOrThrow();
  expect([created_at, updated_at]).toEqual([now - DAY_MS, now]);
});

test("sessions end for one member, and are counted", async () => {
  const ids = [
    (await accounts.addMember(ada.email)).accountId,
    (await accounts.addMember(bob.email)).accountId,
  ];
  await addSession(ids[0]!, "1");
  await addSession(ids[0]!, "2");
  await addSession(ids[1]!, "3");
  expect(await accounts.endSessions({ id: ids[0]! })).toEqual({ ...ada, ended: 2 });
  expect(await accounts.endSessions(ada)).toEqual({ ...ada, ended: 0 });
  expect(await db.selectFrom("session").select("id").execute()).toEqual([{ id: "3" }]);
});

test("a removed member leaves no token, session, invitation or grant behind", async () => {
  const { accountId } = await accounts.addMember(ada.email);
  await addSession(accountId, "1");
  await addSignIn(accountId, "oidc");
  await accounts.issueToken(ada);
  await accounts.invite(ada.email, "member");
  await accounts.removeMember(ada);
  for (const table of ["token", "session", "sign_in_method", "invitation"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test("an invitation says whom it is for, and ends the one before, for this member only", async () => {
  const { secret: bobs } = await accounts.invite(bob.email, "member");
  const first = await accounts.invite(" ADA@example.org", "admin");
  expect(first).toEqual({
    secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    email: ada.email,
    role: "admin",
    expiresAt: "2026-03-08T00:00:00.000Z",
  });
  await accounts.invite(ada.email, "member");
  await expect(takeInvitation(db, first.secret, now)).rejects.toThrow("replaced by a newer one");
  expect(await takeInvitation(db, bobs, now)).toMatchObject({ email: bob.email, role: "member" });
  const digests = JSON.stringify(await db.selectFrom("invitation").selectAll().execute());
  expect(digests).not.toContain(first.secret);
});

test("a sign-in link lasts a day, and gives the first role until one was used", async () => {
  const open = () => accounts.openSignInLink(ada.email, "admin");
  expect(await open()).toMatchObject({
    email: ada.email,
    role: "admin",
    expiresAt: "2026-03-02T00:00:00.000Z",
  });
  const { secret, role } = await open();
  expect(role).toBe("admin");
  await takeInvitation(db, secret, now);
  expect(await open()).toMatchObject({ role: "member" });
});

test("an invitation issued further in the future than the clock tolerance allows is refused", async () => {
  const { secret } = await accounts.invite(ada.email, "member");
  now -= 300_001;
  expect(await kindOf(takeInvitation(db, secret, now))).toBe("refused");
  now += 1;
  expect(await takeInvitation(db, secret, now)).toMatchObject({ passwordless: false });
  expect(await kindOf(takeInvitation(db, secret, now))).toBe("refused");
  expect(await kindOf(takeInvitation(db, "unknown", now))).toBe("missing");
});

test("the audit log belongs to the accounts", async () => {
  await accounts.audit.record({ actor: "ada", via: "command", action: "publish" });
  expect((await accounts.audit.list({ offset: 0, limit: 1 })).total).toBe(1);
});

test("an unknown e-mail: `token issue` suggests member add, other commands member list", async () => {
  const unknown = { email: "Nobody@example.org" };
  const lookUp = "No member has the e-mail nobody@example.org; priorart member list shows the members";
  for (const work of [
    () => accounts.changeRole(unknown, "admin"),
    () => accounts.removeMember(unknown),
    () => accounts.revokeToken(unknown),
  ])
    await expect(work()).rejects.toThrow(lookUp);
  await expect(accounts.issueToken(unknown)).rejects.toThrow(
    "add it first: priorart member add nobody@example.org",
  );
});
