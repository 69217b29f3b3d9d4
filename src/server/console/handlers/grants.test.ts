/** The page of consent: what it shows, what is granted, and what the application is answered. */
import { expect, test } from "vitest";
import { OAuthError } from "../../../accounts/oauth/types.ts";
import { ada } from "../console.case.ts";
import { recordedPorts } from "./handlers.case.ts";

const origin = "https://research.example.org";
const callback = "https://a.example:8443/callback";
const challenge = "c".repeat(43);
const client = {
  id: "c1",
  name: "A",
  redirectUris: [callback, "http://127.0.0.1/x", "org.example.app:/x"],
  createdAt: 0,
};

const ask = (change: Record<string, string> = {}) => ({
  request: new URLSearchParams({
    client_id: "c1",
    redirect_uri: callback,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "s-1",
    scope: "acme:read acme:me",
    ...change,
  }).toString(),
});
const ports = (answers: Record<string, unknown> = {}) =>
  recordedPorts({
    "oauth.findClient": (id: string) => Promise.resolve(id === "c1" ? client : null),
    "oauth.approve": async () => "pc_1",
    ...answers,
  });
const unverified = { member: { ...ada, emailVerified: false } };
const answerOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test.each([
  [callback, { kind: "web", name: "a.example:8443" }],
  ["http://127.0.0.1:49152/x", { kind: "local", name: "127.0.0.1:49152" }],
  ["org.example.app:/x", { kind: "app", name: "org.example.app" }],
])("shows who asks, for what, and that the answer goes to %s", async (redirect_uri, redirect) => {
  const { answer } = ports();
  expect(await answer("checkAuthorization", ask({ redirect_uri }))).toEqual({
    body: {
      asked: { clientName: "A", redirect, audience: "mcp", scopes: ["acme:read", "acme:me"] },
      problem: null,
    },
  });
});

test("a member with an unverified address is not asked for `me`", async () => {
  const { answer, calls } = ports();
  const { body } = await answer("checkAuthorization", ask(), unverified);
  expect(body.asked?.scopes).toEqual(["acme:read"]);
  await answer("answerAuthorization", { ...ask(), approve: true }, unverified);
  expect(calls.at(-1)).toMatchObject(["oauth.approve", { scopes: ["read"] }]);
  await expect(
    answer("answerAuthorization", { ...ask({ scope: "acme:me" }), approve: true }, unverified),
  ).rejects.toMatchObject({ code: "INVALID_QUERY" });
});

test("shows why a request cannot be granted, and the redirect that reports it to the application", async () => {
  const { answer } = ports();
  const { body } = await answer("checkAuthorization", ask({ scope: "x" }));
  expect(body).toMatchObject({
    asked: null,
    problem: { message: expect.stringContaining("scope: send acme:read") },
  });
  expect(answerOf(body.problem!.redirectTo!)).toMatchObject({ error: "invalid_scope", state: "s-1" });
  expect((await answer("checkAuthorization", ask({ client_id: "x" }))).body).toMatchObject({
    asked: null,
    problem: { redirectTo: null },
  });
});

test("an approval is the member's, for the request's client, address and challenge", async () => {
  const { answer, calls } = ports();
  const { body } = await answer("answerAuthorization", { ...ask({ resource: `${origin}/` }), approve: true });
  expect(answerOf(body.redirectTo)).toEqual({ code: "pc_1", state: "s-1", iss: origin });
  expect(calls.at(-1)).toEqual([
    "oauth.approve",
    {
      memberId: "m1",
      clientId: "c1",
      scopes: ["read", "me"],
      audience: "any",
      redirectUri: callback,
      challenge,
    },
  ]);
});

test("grants only the scopes that the member left ticked, and at least one", async () => {
  const { answer, calls } = ports();
  await answer("answerAuthorization", { ...ask(), approve: true, scopes: ["acme:me"] });
  expect(calls.at(-1)).toMatchObject(["oauth.approve", { scopes: ["me"] }]);
  for (const scopes of [[], ["me"]])
    await expect(answer("answerAuthorization", { ...ask(), approve: true, scopes })).rejects.toMatchObject({
      code: "INVALID_QUERY",
      message: "scopes: grant at least one of acme:read, acme:me",
    });
});

test("a denial is answered to the application, and nothing is approved", async () => {
  const { answer, calls } = ports();
  const { body } = await answer("answerAuthorization", { ...ask(), approve: false });
  expect(answerOf(body.redirectTo)).toEqual({
    error: "access_denied",
    error_description: "The member denied the request",
    state: "s-1",
    iss: origin,
  });
  expect(calls.map(([name]) => name)).toEqual(["oauth.findClient"]);
});

test("a request that cannot be granted is refused, and so is a client removed meanwhile; faults stay faults", async () => {
  const approve = (change: Record<string, string>, fault?: Error) =>
    ports({ "oauth.approve": () => Promise.reject(fault) }).answer("answerAuthorization", {
      ...ask(change),
      approve: true,
    });
  await expect(approve({ scope: "x" })).rejects.toMatchObject({ code: "INVALID_QUERY" });
  const removed = new OAuthError("invalid_client", "client_id: no longer registered");
  await expect(approve({}, removed)).rejects.toMatchObject({
    code: "INVALID_QUERY",
    message: "client_id: no longer registered",
  });
  const fault = new Error("disk");
  await expect(approve({}, fault)).rejects.toBe(fault);
  const broken = ports({ "oauth.findClient": () => Promise.reject(fault) });
  await expect(broken.answer("checkAuthorization", ask())).rejects.toBe(fault);
});

test("lists the member's grants with the kind of their address, and ends one of them", async () => {
  const grant = { id: "g1", clientName: "A", redirectUri: "http://[::1]:7/x", audience: "mcp" };
  const { answer, calls } = ports({ "oauth.listGrants": async () => [grant], "oauth.revokeGrant": true });
  const grants = [
    { id: "g1", clientName: "A", audience: "mcp", redirect: { kind: "local", name: "[::1]:7" } },
  ];
  expect(await answer("listGrants")).toEqual({ body: { grants } });
  expect(await answer("revokeGrant", { id: "g1" })).toEqual({ body: { grants, revoked: true } });
  expect(calls).toEqual([
    ["oauth.listGrants", "m1"],
    ["oauth.revokeGrant", "m1", "g1"],
    ["oauth.listGrants", "m1"],
  ]);
});
