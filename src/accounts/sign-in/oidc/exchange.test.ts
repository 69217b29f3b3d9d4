/** What a provider may send, right and wrong, by one that is made by hand: real ones do not lie on demand. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { discovery, isSafeEndpoint, ProviderError } from "./discovery.ts";
import { exchangeCode, identify } from "./exchange.ts";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const client = { issuer: "", clientId: "us", clientSecret: "a:b%c", name: "x" };
let issuer: string;
let server: Server;
/** What each path answers; text as it is, anything else as JSON. */
let answers: Record<string, unknown>;
let received: { url: string; authorization?: string; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      received.push({ url: request.url!, authorization: request.headers.authorization, body });
      const answer = answers[request.url!];
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  received = [];
  answers = {
    "/.well-known/openid-configuration": document(),
    "/jwks": { keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }] },
  };
});

const document = () => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;
const claims = () => ({
  iss: issuer,
  aud: "us",
  sub: "u1",
  nonce: "n",
  exp: inAMinute(),
  email: "ada@example.org",
  email_verified: true,
});

function idToken(change: object = {}, header: object = {}, key: KeyObject = keys.privateKey): string {
  const text = `${encode({ alg: "RS256", kid: "k", ...header })}.${encode({ ...claims(), ...change })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

const check = async (token: string) =>
  identify(
    await discovery(issuer)(),
    { accessToken: "access", idToken: token },
    { clientId: "us", nonce: "n" },
  );

test("a good ID token tells who it is", async () => {
  expect(await check(idToken())).toEqual({ subject: "u1", email: "ada@example.org", emailVerified: true });
  expect(await check(idToken({ email_verified: "true", aud: ["us", "them"], azp: "us" }))).toMatchObject({
    emailVerified: true,
  });
});

test.each<[string, () => string]>([
  ["signed by another key", () => idToken({}, {}, otherKeys.privateKey)],
  ["not signed", () => `${encode({ alg: "none" })}.${encode(claims())}.`],
  [
    "signed with the public key as if it were a shared one",
    () => {
      const text = `${encode({ alg: "HS256", kid: "k" })}.${encode(claims())}`;
      const pem = keys.publicKey.export({ format: "pem", type: "spki" });
      return `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`;
    },
  ],
  ["of another issuer", () => idToken({ iss: "https://elsewhere.example" })],
  ["for another client", () => idToken({ aud: "them" })],
  ["for us among others, but made for another", () => idToken({ aud: ["us", "them"], azp: "them" })],
  ["of another sign-in", () => idToken({ nonce: "other" })],
  ["of no sign-in", () => idToken({ nonce: undefined })],
  ["expired", () => idToken({ exp: inAMinute() - 120 })],
  ["without subject", () => idToken({ sub: undefined })],
  ["no token", () => "nonsense"],
])("an ID token %s is refused", async (_, make) => {
  await expect(check(make())).rejects.toThrow(ProviderError);
});

test("an address that the provider does not vouch for is told as such", async () => {
  for (const change of [
    { email_verified: false },
    { email_verified: "false" },
    { email_verified: undefined },
  ])
    expect(await check(idToken(change))).toMatchObject({ emailVerified: false });
});

test("an address that the ID token lacks is asked for, of the same person only", async () => {
  const without = idToken({ email: undefined, email_verified: undefined });
  answers["/userinfo"] = { sub: "u1", email: "ada@example.org", email_verified: true };
  expect(await check(without)).toEqual({ subject: "u1", email: "ada@example.org", emailVerified: true });
  expect(received.at(-1)!.authorization).toBe("Bearer access");
  answers["/userinfo"] = { sub: "u2", email: "eve@example.org", email_verified: true };
  await expect(check(without)).rejects.toThrow(/another person/);
});

const grant = { code: "c", codeVerifier: "v", redirectUri: "http://us/back" };

test("the code is exchanged with the secret as the provider wants it, form-encoded", async () => {
  answers["/token"] = { access_token: "a", id_token: "i", token_type: "Bearer" };
  const provider = await discovery(issuer)();
  expect(await exchangeCode(provider, client, grant)).toEqual({ accessToken: "a", idToken: "i" });
  expect(received.at(-1)!.authorization).toBe(`Basic ${Buffer.from("us:a%3Ab%25c").toString("base64")}`);
  expect(Object.fromEntries(new URLSearchParams(received.at(-1)!.body))).toEqual({
    grant_type: "authorization_code",
    code: "c",
    code_verifier: "v",
    redirect_uri: "http://us/back",
  });
  const posting = { ...provider, token_endpoint_auth_methods_supported: ["client_secret_post"] };
  await exchangeCode(posting, client, grant);
  expect(received.at(-1)!.authorization).toBeUndefined();
  expect(new URLSearchParams(received.at(-1)!.body).get("client_secret")).toBe("a:b%c");
});

test("faults of the provider are told without what was sent", async () => {
  const provider = await discovery(issuer)();
  for (const answer of [undefined, "no JSON", {}, { access_token: "a" }]) {
    answers["/token"] = answer;
    const fault = await exchangeCode(provider, client, grant).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ProviderError);
    expect((fault as Error).message).not.toMatch(/a:b|"c"|"v"/);
  }
});

test.each<[string, () => unknown, RegExp]>([
  ["none", () => undefined, /answered 404/],
  ["no JSON", () => "<html>", /could not be used/],
  [
    "another issuer's",
    () => ({ ...document(), issuer: "https://elsewhere.example" }),
    /names another issuer/,
  ],
  ["without keys", () => ({ ...document(), jwks_uri: undefined }), /jwks_uri missing/],
  [
    "with an endpoint in the clear",
    () => ({ ...document(), token_endpoint: "http://elsewhere.example/token" }),
    /token_endpoint missing, or not https/,
  ],
])("a discovery document that is %s is refused, and asked for again the next time", async (_, make, told) => {
  answers["/.well-known/openid-configuration"] = make();
  const provider = discovery(issuer);
  await expect(provider()).rejects.toThrow(told);
  answers["/.well-known/openid-configuration"] = document();
  expect((await provider()).issuer).toBe(issuer);
  await provider();
  expect(received).toHaveLength(2);
});

test("endpoints are https, or on this machine", () => {
  for (const safe of ["https://a.example/x", "http://127.0.0.1:1/x", "http://[::1]/x", "http://localhost/x"])
    expect([safe, isSafeEndpoint(safe)]).toEqual([safe, true]);
  for (const unsafe of ["http://a.example", "ftp://localhost", "http://127.0.0.1.a.example", "x"])
    expect([unsafe, isSafeEndpoint(unsafe)]).toEqual([unsafe, false]);
});
