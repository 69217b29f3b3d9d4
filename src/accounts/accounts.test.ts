import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt, onPostgres } from "../database/database-at.case.ts";
import { openAccounts } from "./accounts.ts";
import { linkDemoMember, readOrIssueDemoToken } from "./demo-token.ts";
import { AccountError, type Accounts } from "./types.ts";

const DAY_MS = 86_400_000;
let folder: string;
let path: string;
let now: number;
let accounts: Accounts;
let otherProcess: Accounts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "accounts-"));
  path = join(folder, "accounts.db");
  now = Date.parse("2026-03-01T00:00:00Z");
  const options = { database: databaseAt(path), service: "acme", now: () => now };
  accounts = await openAccounts(options);
  otherProcess = await openAccounts(options);
});

afterEach(async () => {
  await accounts.close();
  await otherProcess.close();
  rmSync(folder, { recursive: true });
});

test("a token carries its member, both scopes and its expiry after 90 days", async () => {
  const { accountId, created } = await accounts.addMember(" Ada@Example.ORG ");
  expect(created).toBe(true);
  const { token, expiresAt } = await accounts.issueToken({ email: "ada@example.org" });
  expect(token).toMatch(/^pa_[0-9A-Za-z]{46}$/);
  expect(expiresAt).toBe("2026-05-30T00:00:00.000Z");
  expect(await accounts.authenticate(token)).toEqual({
    accountId,
    email: "ada@example.org",
    scopes: ["acme:read", "acme:me"],
    expiresAt,
  });
  now += 90 * DAY_MS - 1;
  expect(await accounts.authenticate(token)).not.toBeNull();
  now += 1;
  expect(await accounts.authenticate(token)).toBeNull();
});

test("adding a member twice finds the first, ignoring case", async () => {
  const first = await accounts.addMember("ada@example.org");
  expect(await otherProcess.addMember("ADA@example.org")).toEqual({ ...first, created: false });
});

test.each(["", "ada", "ada@", "a b@example.org", `${"a".repeat(250)}@example.org`])(
  "%j is not an e-mail address",
  async (email) => {
    await expect(accounts.addMember(email)).rejects.toThrow(AccountError);
    await expect(accounts.addMember(email)).rejects.toThrow(/^email: .* give one such as/);
  },
);

test("no token for an unknown member or scope, and the message says what to do", async () => {
  await expect(accounts.issueToken({ email: "eve@example.org" })).rejects.toThrow(
    "priorart member add eve@example.org",
  );
  await expect(accounts.revokeToken({ email: "eve@example.org" })).rejects.toThrow(AccountError);
  await accounts.addMember("ada@example.org");
  await expect(accounts.issueToken({ email: "ada@example.org" }, ["acme:write"])).rejects.toThrow(
    'scopes: "acme:write" is not known; give one or both of acme:read, acme:me',
  );
  await expect(accounts.issueToken({ email: "ada@example.org" }, [])).rejects.toThrow("none given");
});

test("a token can carry a single scope, prefixed with the service's name", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" }, ["acme:read", "acme:read"]);
  expect((await accounts.authenticate(token))?.scopes).toEqual(["acme:read"]);
  const renamed = await openAccounts({ database: databaseAt(path), service: "zenith", now: () => now });
  expect((await renamed.authenticate(token))?.scopes).toEqual(["zenith:read"]);
  await renamed.close();
});

test("a regeneration or revocation by another process takes effect immediately", async () => {
  await accounts.addMember("ada@example.org");
  const old = (await accounts.issueToken({ email: "ada@example.org" })).token;
  const fresh = (await otherProcess.issueToken({ email: "ada@example.org" })).token;
  expect(await accounts.authenticate(old)).toBeNull();
  expect(await accounts.authenticate(fresh)).not.toBeNull();
  expect(await otherProcess.revokeToken({ email: "Ada@example.org" })).toBe(true);
  expect(await accounts.authenticate(fresh)).toBeNull();
  expect(await accounts.revokeToken({ email: "ada@example.org" })).toBe(false);
});

test("revoking an expired token reports that there was none", async () => {
  await accounts.addMember("ada@example.org");
  await accounts.issueToken({ email: "ada@example.org" });
  now += 90 * DAY_MS;
  expect(await accounts.revokeToken({ email: "ada@example.org" })).toBe(false);
});

test("an unissued, changed or malformed token authenticates no member", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" });
  const changed = token.slice(0, 10) + (token[10] === "x" ? "y" : "x") + token.slice(11);
  for (const bad of ["", "pa_", changed, token.slice(0, -1), `${token} `, token.toUpperCase(), `x${token}`])
    expect(await accounts.authenticate(bad)).toBeNull();
});

test("no file contains a token, and every file is readable by its owner only", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" });
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(token.slice(3))).toBe(false);
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test("the demo token stays the same while valid, is replaced afterwards, and its file is private", async () => {
  const first = await readOrIssueDemoToken(accounts, folder);
  expect(await readOrIssueDemoToken(otherProcess, folder)).toBe(first);
  expect(statSync(join(folder, "demo-token")).mode & 0o777).toBe(0o600);
  now += 91 * DAY_MS;
  const second = (await readOrIssueDemoToken(accounts, folder))!;
  expect(second).not.toBe(first);
  expect(await accounts.authenticate(second)).not.toBeNull();
  await accounts.revokeToken({ email: "demo@priorart.example" });
  expect(await readOrIssueDemoToken(accounts, folder)).not.toBe(second);
});

test("a demo token that cannot be read is reported, not replaced", async () => {
  mkdirSync(join(folder, "demo-token"));
  await expect(readOrIssueDemoToken(accounts, folder)).rejects.toThrow("EISDIR");
});

test.skipIf(onPostgres)("the day of a token's last use is stored, with one write a day", async () => {
  const member = { email: "ada@example.org" };
  await accounts.addMember(member.email);
  const { token } = await accounts.issueToken(member);
  const lastUsed = async () => (await accounts.tokenState(member))!.lastUsedOn;
  expect(await lastUsed()).toBeNull();
  await accounts.authenticate(token);
  expect(await lastUsed()).toBe("2026-03-01");
  const watcher = new Database(path);
  const writes = () =>
    (watcher.prepare("pragma data_version").get() as { data_version: number }).data_version;
  const before = writes();
  for (let i = 0; i < 20; i++) await accounts.authenticate(token);
  expect(writes()).toBe(before);
  now += DAY_MS;
  await accounts.authenticate(token);
  expect([await lastUsed(), writes() === before]).toEqual(["2026-03-02", false]);
  watcher.close();
});

test("a token that expired unused is not revived by a clock set back, once any request came after its expiry", async () => {
  for (const name of ["ada", "bob"]) await accounts.addMember(`${name}@example.org`);
  const expired = (await accounts.issueToken({ email: "ada@example.org" })).token;
  now += 90 * DAY_MS;
  const bobs = (await accounts.issueToken({ email: "bob@example.org" })).token;
  await accounts.authenticate(bobs);
  now -= DAY_MS;
  // No response waits for the write.
  await expect.poll(() => accounts.authenticate(expired)).toBeNull();
  expect(await accounts.tokenState({ email: "ada@example.org" })).toMatchObject({ status: "expired" });
});

test("a token issued further in the future than the clock tolerance allows is not valid", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" });
  now -= 300_000;
  expect(await accounts.authenticate(token)).not.toBeNull();
  now -= 1;
  expect(await accounts.authenticate(token)).toBeNull();
  now += 300_001;
  expect(await accounts.authenticate(token)).not.toBeNull();
});

test("the token state is that of the newest token", async () => {
  const member = { email: "ada@example.org" };
  await accounts.addMember(member.email);
  expect(await accounts.tokenState(member)).toBeNull();
  await accounts.issueToken(member);
  await accounts.issueToken(member, ["acme:read"]);
  expect(await accounts.tokenState(member)).toEqual({
    status: "active",
    createdAt: "2026-03-01T00:00:00.000Z",
    expiresAt: "2026-05-30T00:00:00.000Z",
    lastUsedOn: null,
    scopes: ["acme:read"],
  });
  await accounts.revokeToken(member);
  expect(await accounts.tokenState(member)).toMatchObject({ status: "revoked", scopes: ["acme:read"] });
});

test("when two administrators remove each other concurrently, one remains", async () => {
  for (const name of ["ada", "bob"]) {
    await accounts.addMember(`${name}@example.org`);
    await accounts.changeRole({ email: `${name}@example.org` }, "admin");
  }
  const removals = await Promise.allSettled([
    accounts.removeMember({ email: "bob@example.org" }),
    accounts.removeMember({ email: "ada@example.org" }),
  ]);
  expect(removals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await accounts.listMembers({ offset: 0, limit: 10 })).total).toBe(1);
});

test.skipIf(onPostgres)(
  "a file of the first release keeps its members and tokens; their addresses count as verified",
  async () => {
    const old = join(folder, "old.db");
    const { token } = await (async () => {
      await accounts.addMember("ada@example.org");
      return accounts.issueToken({ email: "ada@example.org" });
    })();
    const from = new Database(path);
    const to = new Database(old);
    to.exec(`create table member (id text primary key, email text not null unique, created_at integer not null) strict;
    create table token (digest text primary key, member_id text not null references member (id) on delete cascade,
      scopes text not null, issued_at integer not null, expires_at integer not null, ended_at integer) strict;
    create unique index one_active_token on token (member_id) where ended_at is null;
    create table limit_counter (key text primary key, points integer not null default 0, expire integer) strict;
    create table limit_window (key text primary key, ends_at integer not null, used integer) strict;
    pragma user_version = 1;`);
    const member = from.prepare("select id, email, created_at from member").get() as Record<string, unknown>;
    to.prepare("insert into member values (?, ?, ?)").run(member.id, member.email, member.created_at);
    const row = from.prepare("select * from token").get() as Record<string, unknown>;
    const { digest, member_id, scopes, issued_at, expires_at } = row;
    to.prepare("insert into token values (?, ?, ?, ?, ?, null)").run(
      digest,
      member_id,
      scopes,
      issued_at,
      expires_at,
    );
    from.close();
    to.close();
    const upgraded = await openAccounts({ database: old, service: "acme", now: () => now });
    expect((await upgraded.authenticate(token))?.scopes).toEqual(["acme:read", "acme:me"]);
    const { members } = await upgraded.listMembers({ offset: 0, limit: 10 });
    expect(members).toMatchObject([{ email: "ada@example.org", role: "member", emailVerified: true }]);
    await upgraded.close();
  },
);

test("the demo member gets a link at each start, as an administrator", async () => {
  await readOrIssueDemoToken(accounts, folder);
  const links = [await linkDemoMember(accounts), await linkDemoMember(otherProcess)];
  expect(links).toMatchObject(Array(2).fill({ email: "demo@priorart.example", role: "admin" }));
  expect(links[0]!.secret).not.toBe(links[1]!.secret);
});

test("a token that the demo member generated in the console is not replaced by the next start", async () => {
  await readOrIssueDemoToken(accounts, folder);
  const { token } = await accounts.issueToken({ email: "demo@priorart.example" });
  expect(await readOrIssueDemoToken(otherProcess, folder)).toBeNull();
  expect(await accounts.authenticate(token)).not.toBeNull();
});
