import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOrIssueDemoToken } from "./demo-token.ts";
import { openAccounts } from "./open.ts";
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
  const options = { path, service: "acme", now: () => now };
  accounts = await openAccounts(options);
  otherProcess = await openAccounts(options);
});

afterEach(async () => {
  await accounts.close();
  await otherProcess.close();
  rmSync(folder, { recursive: true });
});

test("a token tells its member, both scopes and its end after 90 days", async () => {
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

test("adding a member twice finds the first, whatever the capitals", async () => {
  const first = await accounts.addMember("ada@example.org");
  expect(await otherProcess.addMember("ADA@example.org")).toEqual({ ...first, created: false });
});

test.each(["", "ada", "ada@", "a b@example.org", `${"a".repeat(250)}@example.org`])(
  "%j is no e-mail address",
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

test("a token can carry one scope alone, and follows the service's name", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" }, ["acme:read", "acme:read"]);
  expect((await accounts.authenticate(token))?.scopes).toEqual(["acme:read"]);
  const renamed = await openAccounts({ path, service: "zenith", now: () => now });
  expect((await renamed.authenticate(token))?.scopes).toEqual(["zenith:read"]);
  await renamed.close();
});

test("another process's regeneration and revocation hold at once", async () => {
  await accounts.addMember("ada@example.org");
  const old = (await accounts.issueToken({ email: "ada@example.org" })).token;
  const fresh = (await otherProcess.issueToken({ email: "ada@example.org" })).token;
  expect(await accounts.authenticate(old)).toBeNull();
  expect(await accounts.authenticate(fresh)).not.toBeNull();
  expect(await otherProcess.revokeToken({ email: "Ada@example.org" })).toBe(true);
  expect(await accounts.authenticate(fresh)).toBeNull();
  expect(await accounts.revokeToken({ email: "ada@example.org" })).toBe(false);
});

test("revoking an expired token says that there was none", async () => {
  await accounts.addMember("ada@example.org");
  await accounts.issueToken({ email: "ada@example.org" });
  now += 90 * DAY_MS;
  expect(await accounts.revokeToken({ email: "ada@example.org" })).toBe(false);
});

test("of simultaneous regenerations, in this process and another, exactly one stays valid", async () => {
  await accounts.addMember("ada@example.org");
  const issue = (count: number) =>
    Array.from({ length: count }, () => accounts.issueToken({ email: "ada@example.org" }));
  const elsewhere = issueElsewhere(20);
  const here: { token: string }[] = [];
  while (!elsewhere.done) {
    here.push(...(await Promise.all(issue(5))));
    await new Promise(setImmediate);
  }
  const tokens = [...here.map(({ token }) => token), ...(await elsewhere.tokens)];
  expect(tokens.length).toBeGreaterThan(24);
  const callers = await Promise.all(tokens.map((token) => accounts.authenticate(token)));
  expect(callers.filter((caller) => caller !== null)).toHaveLength(1);
});

/** Issues tokens for the same member in a process of its own. */
function issueElsewhere(count: number): { tokens: Promise<string[]>; done: boolean } {
  const script = `
    import { openAccounts } from ${JSON.stringify(new URL("open.ts", import.meta.url).href)};
    const accounts = await openAccounts({ path: ${JSON.stringify(path)}, service: "acme", now: () => ${now} });
    for (let i = 0; i < ${count}; i++) console.log((await accounts.issueToken({ email: "ada@example.org" })).token);
    await accounts.close();`;
  const run = { done: false, tokens: Promise.resolve<string[]>([]) };
  const finished = promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    script,
  ]);
  run.tokens = finished.then(({ stdout }) => stdout.trim().split("\n")).finally(() => (run.done = true));
  return run;
}

test("an unissued, changed or misshapen token is nobody", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" });
  const changed = token.slice(0, 10) + (token[10] === "x" ? "y" : "x") + token.slice(11);
  for (const bad of ["", "pa_", changed, token.slice(0, -1), `${token} `, token.toUpperCase(), `x${token}`])
    expect(await accounts.authenticate(bad)).toBeNull();
});

test("no file holds a token, and all are their owner's alone", async () => {
  await accounts.addMember("ada@example.org");
  const { token } = await accounts.issueToken({ email: "ada@example.org" });
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(token.slice(3))).toBe(false);
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test("the demo's token is the same while valid, another afterwards, in a private file", async () => {
  const first = await readOrIssueDemoToken(accounts, folder);
  expect(await readOrIssueDemoToken(otherProcess, folder)).toBe(first);
  expect(statSync(join(folder, "demo-token")).mode & 0o777).toBe(0o600);
  now += 91 * DAY_MS;
  const second = await readOrIssueDemoToken(accounts, folder);
  expect(second).not.toBe(first);
  expect(await accounts.authenticate(second)).not.toBeNull();
  await accounts.revokeToken({ email: "demo@priorart.example" });
  expect(await readOrIssueDemoToken(accounts, folder)).not.toBe(second);
});
