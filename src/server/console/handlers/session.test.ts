/** The session as pages read it, and the cookies that an operation sets. */
import { expect, test } from "vitest";
import { ada } from "../console.case.ts";
import { recordedPorts } from "./handlers.case.ts";

const methods = { password: true, oidc: null, signUpDomains: [] };
const headers = new Headers({ cookie: "before" });
const visitor = { headers, address: "192.0.2.1", isLocal: true };
const session = {
  member: { id: "m1", email: "ada@example.org", role: "member", emailVerified: true },
  signIn: methods,
  awaitsLink: false,
  service: "acme",
};
const ports = (answers: Record<string, unknown> = {}) =>
  recordedPorts({
    "signIn.methods": methods,
    "signIn.awaitsLink": false,
    "signIn.session": { member: ada, cookies: [] },
    ...answers,
  });

test("is that of the member, or of nobody; a pending link is only a member's", async () => {
  const { answer } = ports({ "signIn.awaitsLink": true });
  expect(await answer("getSession", {}, visitor)).toEqual({ body: { ...session, awaitsLink: true } });
  expect(await answer("getSession", {}, { ...visitor, member: null })).toEqual({
    body: { ...session, member: null, awaitsLink: false },
  });
});

test.each([
  ["signIn", "signIn.signIn"],
  ["acceptInvitation", "signIn.acceptInvitation"],
] as const)("%s answers with the session of the new cookies", async (id, method) => {
  const cookies = ["s=1; Path=/", "t=2; Max-Age=9"];
  const { answer, calls } = ports({ [method]: { cookies } });
  const input = { email: "ada@example.org", password: "p" };
  expect(await answer(id, input, { ...visitor, member: null })).toEqual({ body: session, cookies });
  expect(calls[0]).toMatchObject([method, input, visitor]);
  expect(Object.fromEntries(calls[1]![1] as Headers)).toEqual({ cookie: "s=1; t=2" });
});

test("signing up answers alike whether or not the address had an account", async () => {
  const { answer, calls } = ports();
  expect(await answer("signUp", { email: "e", password: "p" }, visitor)).toEqual({
    body: { message: "If this address had no account, one was created. Sign in." },
  });
  expect(calls).toMatchObject([["signIn.signUp", { email: "e", password: "p" }, visitor]]);
});

test("signing out clears the cookie of the request", async () => {
  const { answer, calls } = ports({ "signIn.signOut": { cookies: ["s=; Max-Age=0"] } });
  expect(await answer("signOut", {}, visitor)).toEqual({
    body: { message: "You are signed out." },
    cookies: ["s=; Max-Age=0"],
  });
  expect(calls).toEqual([["signIn.signOut", headers]]);
});

test("the identity provider's page is opened with the cookies of its state", async () => {
  const { answer } = ports({ "signIn.startOidc": { url: "https://idp.example/", cookies: ["o=1"] } });
  expect(await answer("startOidc", {}, visitor)).toEqual({
    body: { url: "https://idp.example/" },
    cookies: ["o=1"],
  });
});

test.each([true, false])(
  "a pending link is settled (confirmed: %s) for the member of the session",
  async (confirm) => {
    const { answer, calls } = ports({ "signIn.settleLink": { cookies: ["l=; Max-Age=0"] } });
    expect(await answer("settleLink", { confirm }, visitor)).toEqual({
      body: session,
      cookies: ["l=; Max-Age=0"],
    });
    expect(calls[0]).toEqual(["signIn.settleLink", { member: ada, confirm }, headers]);
  },
);

test("an invitation is found by its secret", async () => {
  const found = { email: "ada@example.org", role: "member", expiresAt: "2026-03-08", needsPassword: true };
  const { answer, calls } = ports({ "signIn.invitation": found });
  expect(await answer("findInvitation", { secret: "s" }, visitor)).toEqual({ body: found });
  expect(calls).toMatchObject([["signIn.invitation", "s", visitor]]);
});

test("a changed password is that of the member of the session, and sets a new cookie", async () => {
  const { answer, calls } = ports({ "signIn.changePassword": { cookies: ["s=2"] } });
  const input = { currentPassword: "a", newPassword: "b" };
  expect(await answer("changePassword", input, visitor)).toEqual({
    body: { message: "The password is changed; other browsers are signed out." },
    cookies: ["s=2"],
  });
  expect(calls).toMatchObject([["signIn.changePassword", { ...input, member: ada }, visitor]]);
});
