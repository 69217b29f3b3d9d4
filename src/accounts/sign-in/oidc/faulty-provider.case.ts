/** An OpenID Connect provider for tests, whose documents and tokens a test can falsify. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { startServer, type TestServer } from "../../../net/server.case.ts";

export const faultyClient = { id: "us", secret: "a:b%c" };

export interface Claims {
  iss?: string;
  aud?: unknown;
  azp?: string;
  sub?: string;
  nonce?: string;
  iat?: number;
  exp?: number;
  email?: string;
  email_verified?: unknown;
}

export interface FaultyProvider {
  issuer: string;
  server: TestServer;
  /** The discovery document; reset by `reset`. */
  document: Record<string, unknown>;
  /** Makes the ID token from valid claims. */
  makeIdToken(claims: Claims): string;
  /** Replaces the token endpoint's response. */
  tokenResponse: ((good: object) => { status: number; body: unknown }) | null;
  userInfo: Record<string, unknown> | null;
  reset(): void;
  close(): Promise<void>;
}

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);

export function signed(claims: Claims, header: object = {}, key: KeyObject = keys.privateKey): string {
  const text = `${encode({ alg: "RS256", kid: "k", ...header })}.${encode(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

/** ID tokens that must be refused. */
export const badIdTokens: [string, (claims: Claims) => string][] = [
  ["with another key's signature", (claims) => signed(claims, {}, otherKeys.privateKey)],
  ["with a changed payload", (claims) => withPayload(signed(claims), { ...claims, sub: "another" })],
  ["with alg none", (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`],
  ["with alg none and a signature", (claims) => signed(claims, { alg: "none" })],
  ["signed with the public key as a shared secret", signedWithPublicKey],
  ["of another issuer", (claims) => signed({ ...claims, iss: "https://elsewhere.example" })],
  ["for another client", (claims) => signed({ ...claims, aud: "them" })],
  ["issued to another client", (claims) => signed({ ...claims, aud: ["us", "them"], azp: "them" })],
  ["with another nonce", (claims) => signed({ ...claims, nonce: "other" })],
  ["without nonce", (claims) => signed({ ...claims, nonce: undefined })],
  ["that has expired", (claims) => signed({ ...claims, iat: seconds() - 600, exp: seconds() - 120 })],
  ["without expiry", (claims) => signed({ ...claims, exp: undefined })],
  ["without subject", (claims) => signed({ ...claims, sub: undefined })],
  ["that is not a token", () => "nonsense"],
];

function withPayload(token: string, claims: Claims): string {
  const [header, , signature] = token.split(".");
  return `${header}.${encode(claims)}.${signature}`;
}

function signedWithPublicKey(claims: Claims): string {
  const text = `${encode({ alg: "HS256", kid: "k" })}.${encode(claims)}`;
  const pem = keys.publicKey.export({ format: "pem", type: "spki" });
  return `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`;
}

/** Redirects every visitor back immediately, as `u1`, `ada@example.org`. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const nonces = new Map<string, string>();
  const server = await startServer((response, request) => {
    const url = new URL(request.url!, provider.issuer);
    const send = (body: unknown, status = 200) =>
      void response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return send(provider.document);
      case "/jwks":
        return send({
          keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
        });
      case "/auth": {
        const asked = url.searchParams;
        nonces.set("code", asked.get("nonce")!);
        const back = new URL(asked.get("redirect_uri")!);
        back.search = String(new URLSearchParams({ code: "code", state: asked.get("state")! }));
        return void response.writeHead(302, { Location: back.href }).end();
      }
      case "/token": {
        const good = {
          access_token: "opaque-1",
          token_type: "Bearer",
          id_token: provider.makeIdToken(goodClaims(provider.issuer, nonces.get("code"))),
        };
        const { body, status } = provider.tokenResponse?.(good) ?? { body: good, status: 200 };
        return send(body, status);
      }
      case "/userinfo":
        return provider.userInfo === null ? send({}, 500) : send(provider.userInfo);
      default:
        return send({}, 404);
    }
  });
  const provider: FaultyProvider = {
    issuer: server.url,
    server,
    document: {},
    makeIdToken: signed,
    tokenResponse: null,
    userInfo: null,
    reset() {
      provider.document = {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/auth`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        userinfo_endpoint: `${provider.issuer}/userinfo`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      };
      provider.makeIdToken = signed;
      provider.tokenResponse = null;
      provider.userInfo = null;
      server.requests.length = 0;
    },
    close: () => server.close(),
  };
  provider.reset();
  return provider;
}

const goodClaims = (issuer: string, nonce: string | undefined): Claims => ({
  iss: issuer,
  aud: faultyClient.id,
  sub: "u1",
  nonce,
  iat: seconds(),
  exp: seconds() + 60,
  email: "ada@example.org",
  email_verified: true,
});
