/** A member's own token, as its page shows it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ada } from "../console.case.ts";
import { recordedPorts } from "./handlers.case.ts";

const dayMs = 86_400_000;
const now = Date.parse("2026-03-01T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const state = (left: number, status = "active") => ({
  status,
  expiresAt: new Date(now + left).toISOString(),
});
const shown = async (found: object | null) => {
  const { answer, calls } = recordedPorts({ "accounts.tokenState": found });
  const { body } = await answer("getToken");
  expect(calls).toEqual([["accounts.tokenState", { id: "m1" }]]);
  return body.token;
};

test.each([
  [90 * dayMs, 90, false],
  [15 * dayMs - 1, 14, false],
  [14 * dayMs + 1, 14, false],
  [14 * dayMs, 14, true],
  [dayMs - 1, 0, true],
  [-1, 0, true],
])("with %i ms left it has %i full days, and is to be renewed: %s", async (left, daysLeft, renewSoon) => {
  expect(await shown(state(left))).toEqual({ ...state(left), daysLeft, renewSoon });
});

test("one that ended has no days left and is not renewed; without one there is none", async () => {
  expect(await shown(state(5 * dayMs, "revoked"))).toMatchObject({ daysLeft: 0, renewSoon: false });
  expect(await shown(null)).toBeNull();
});

test("the scopes are those that the member may have", async () => {
  const { answer } = recordedPorts({ "accounts.tokenState": null });
  expect((await answer("getToken")).body.scopes).toEqual(["acme:read", "acme:me"]);
  const unverified = { ...ada, emailVerified: false };
  expect((await answer("getToken", {}, { member: unverified })).body.scopes).toEqual(["acme:read"]);
});

test("a new one is shown once, and a revocation says whether there was one", async () => {
  const { answer, calls } = recordedPorts({
    "accounts.tokenState": null,
    "accounts.issueToken": { token: "pa_secret" },
    "accounts.revokeToken": true,
  });
  const scopes = ["acme:read", "acme:me"];
  expect(await answer("generateToken", { scopes: ["acme:me"] })).toEqual({
    body: { token: null, scopes, secret: "pa_secret" },
  });
  expect(await answer("revokeToken")).toEqual({ body: { token: null, scopes, revoked: true } });
  const asked = calls.filter(([name]) => name !== "accounts.tokenState");
  expect(asked).toEqual([
    ["accounts.issueToken", { id: "m1" }, ["acme:me"]],
    ["accounts.revokeToken", { id: "m1" }],
  ]);
});
