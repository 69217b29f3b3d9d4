import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeTokens } from "./harness/account-rows.ts";
import { type ConsoleServer, newConsole, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

const DAY_MS = 86_400_000;
const email = "ada@example.org";
let server: ConsoleServer;
let ada: Visitor;
beforeAll(async () => {
  server = await newConsole();
  await server.start();
  ada = await server.member(email);
});
afterAll(() => server?.dispose());

interface Status {
  status: number;
  scope?: string;
  expiresAt?: string;
}

/** The public API's response to a token. */
async function statusOf(token: string): Promise<Status> {
  const response = await fetch(`${server.url}/api/v1/status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { ...((await response.json()) as object), status: response.status };
}

describe("a token from the console", () => {
  it("is none at first; then is shown once, is valid for 90 days and for all scopes", async () => {
    expect(await ada.get("getToken")).toEqual({ token: null, scopes: ["priorart:read", "priorart:me"] });
    const { secret, token } = await ada.get("generateToken", {});
    expect(token).toMatchObject({ status: "active", daysLeft: 89, renewSoon: false, lastUsedOn: null });
    expect(Date.parse(token!.expiresAt) - Date.parse(token!.createdAt)).toBe(90 * DAY_MS);
    expect(await statusOf(secret)).toMatchObject({
      status: 200,
      scope: "priorart:read priorart:me",
      expiresAt: token!.expiresAt,
    });
    expect(JSON.stringify(await ada.get("getToken"))).not.toContain(secret.slice(3));
  });

  it("shows the day of its last use, and nothing more", async () => {
    const { secret } = await ada.get("generateToken", {});
    expect((await ada.get("getToken")).token!.lastUsedOn).toBeNull();
    await statusOf(secret);
    expect((await ada.get("getToken")).token!.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
  });

  it("replaces the previous one immediately, whether created here or on the command line", async () => {
    const { stdout } = await priorart(server.data, "token", "issue", email);
    const byCommand = /pa_\w+/.exec(stdout)![0];
    const first = (await ada.get("generateToken", {})).secret;
    const second = (await ada.get("generateToken", {})).secret;
    expect(await Promise.all([byCommand, first, second].map(statusOf))).toMatchObject([
      { status: 401 },
      { status: 401 },
      { status: 200 },
    ]);
  });

  it("of many concurrent regenerations, exactly one survives: the one that the console shows", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => ada.get("generateToken", {})));
    const statuses = await Promise.all(made.map(({ secret }) => statusOf(secret)));
    const survivors = statuses.filter(({ status }) => status === 200);
    expect(survivors).toHaveLength(1);
    const { token } = await ada.get("getToken");
    expect([token!.status, token!.expiresAt]).toEqual(["active", survivors[0]!.expiresAt]);
  });

  it("has the chosen scopes; unknown and empty choices are refused", async () => {
    const { secret } = await ada.get("generateToken", { scopes: ["priorart:read"] });
    expect(await statusOf(secret)).toMatchObject({ status: 200, scope: "priorart:read" });
    for (const scopes of [[], ["priorart:write"], ["read"], ["priorart:read", "x".repeat(101)]])
      expect(await ada.outcome("generateToken", { scopes })).toEqual([400, "INVALID_QUERY"]);
    expect(await statusOf(secret)).toMatchObject({ status: 200 });
  });

  it("ends immediately when revoked; a second revocation finds none", async () => {
    const { secret } = await ada.get("generateToken", {});
    expect(await ada.get("revokeToken")).toMatchObject({ revoked: true, token: { status: "revoked" } });
    expect(await statusOf(secret)).toMatchObject({ status: 401 });
    expect(await ada.get("revokeToken")).toMatchObject({ revoked: false });
  });

  it("is marked for renewal from 14 days before its expiry", async () => {
    await ada.get("generateToken", {});
    const left = async (milliseconds: number) => {
      changeTokens(server.data, email, { expires_at: Date.now() + milliseconds });
      return (await ada.get("getToken")).token;
    };
    expect(await left(14 * DAY_MS + 60_000)).toMatchObject({ renewSoon: false, daysLeft: 14 });
    expect(await left(14 * DAY_MS)).toMatchObject({ renewSoon: true, daysLeft: 13 });
    expect(await left(-1)).toMatchObject({ status: "expired", renewSoon: false, daysLeft: 0 });
  });

  it("once seen as expired, stays expired, whatever happens to the clock", async () => {
    const { secret } = await ada.get("generateToken", {});
    changeTokens(server.data, email, { expires_at: Date.now() - 1 });
    expect(await statusOf(secret)).toMatchObject({ status: 401 });
    changeTokens(server.data, email, { expires_at: Date.now() + DAY_MS });
    expect(await statusOf(secret)).toMatchObject({ status: 401 });
  });
});
