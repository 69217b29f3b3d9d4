import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpClient } from "../../../net/http-client.ts";
import { startServer } from "../../../net/server.case.ts";
import {
  badIdTokens,
  type Claims,
  type FaultyProvider,
  faultyClient,
  signed,
  startFaultyProvider,
} from "./faulty-provider.case.ts";
import { createOidcProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

let provider: FaultyProvider;
/** An origin where no server listens. */
let closed: string;
beforeAll(async () => {
  provider = await startFaultyProvider();
  const gone = await startServer(() => {});
  closed = gone.url;
  await gone.close();
});
beforeEach(() => provider.reset());
afterAll(() => provider.close());

const redirectUri = "http://127.0.0.1:8787/console/auth/oauth2/callback/oidc";

const open = (issuer = provider.issuer) =>
  createOidcProvider(
    { issuer, clientId: faultyClient.id, clientSecret: faultyClient.secret, name: "x" },
    createHttpClient(),
  );

/** A whole sign-in; `change` replaces parameters of the callback. */
async function signIn(change: Record<string, string> = {}, client = open()) {
  const { url, secrets } = await client.authorizationUrl(redirectUri, { newSignIn: false });
  const response = await fetch(url, { redirect: "manual" });
  const callback = new URL(response.headers.get("location")!);
  for (const [name, value] of Object.entries(change)) callback.searchParams.set(name, value);
  return client.identify(callback, secrets);
}
const failure = (change?: Record<string, string>, client = open()) =>
  signIn(change, client).then(
    () => "none",
    (error: ProviderError) => {
      expect(error).toBeInstanceOf(ProviderError);
      return `${error.problem}: ${error.message}`;
    },
  );
const change = (changed: Claims) => {
  provider.makeIdToken = (claims) => signed({ ...claims, ...changed });
};

describe("the request", () => {
  test("has PKCE, state and nonce, and requests a new sign-in only on demand", async () => {
    const client = open();
    const { url, secrets } = await client.authorizationUrl(redirectUri, { newSignIn: false });
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: faultyClient.id,
      redirect_uri: redirectUri,
      scope: "openid email",
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge_method: "S256",
    });
    expect(asked).not.toHaveProperty("prompt");
    const again = await client.authorizationUrl(redirectUri, { newSignIn: true });
    expect(new URL(again.url).searchParams.get("prompt")).toBe("login");
    for (const name of ["state", "nonce", "codeVerifier"] as const) {
      expect(secrets[name].length).toBeGreaterThan(40);
      expect(secrets[name]).not.toBe(again.secrets[name]);
    }
  });

  test("the code is exchanged with the verifier, and with the secret as the provider requires it", async () => {
    await signIn();
    const exchange = () => provider.server.requests.find(({ path }) => path === "/token")!;
    const body = () => Object.fromEntries(new URLSearchParams(exchange().body));
    expect(body()).toMatchObject({
      grant_type: "authorization_code",
      code: "code",
      redirect_uri: redirectUri,
      code_verifier: expect.stringMatching(/^.{43,}$/),
    });
    expect(body()).not.toHaveProperty("client_secret");
    expect(exchange().headers.authorization).toBe(`Basic ${Buffer.from("us:a%3Ab%25c").toString("base64")}`);
    provider.reset();
    provider.document.token_endpoint_auth_methods_supported = ["client_secret_post"];
    await signIn();
    expect(body()).toMatchObject({ client_id: "us", client_secret: "a:b%c" });
    expect(exchange().headers.authorization).toBeUndefined();
  });
});

describe("an ID token", () => {
  test("that is valid returns the subject, with its issuer, and the address", async () => {
    const subject = `${provider.issuer} u1`;
    expect(await signIn()).toEqual({ subject, email: "ada@example.org", emailVerified: true });
    change({ email_verified: "true", aud: ["us", "them"], azp: "us" });
    expect(await signIn()).toMatchObject({ subject, emailVerified: true });
  });

  test.each(badIdTokens)("%s is refused", async (_, make) => {
    provider.makeIdToken = make;
    expect(await failure()).toMatch(/^refused: /);
  });

  test.each(badIdTokens)(
    "%s is refused even when the provider announces every algorithm",
    async (_, make) => {
      provider.document.id_token_signing_alg_values_supported = ["RS256", "HS256", "none"];
      provider.makeIdToken = make;
      expect(await failure()).toMatch(/^refused: /);
    },
  );

  test("whose key cannot be fetched is refused", async () => {
    provider.document.jwks_uri = `${provider.issuer}/nothing`;
    expect(await failure()).toMatch(/^refused: /);
  });

  test.each([false, "false", undefined, 1, "yes"])(
    "with email_verified %j verifies no address",
    async (verified) => {
      change({ email_verified: verified });
      expect(await signIn()).toMatchObject({ email: "ada@example.org", emailVerified: false });
    },
  );

  test("without address: userinfo is requested, for the same subject only", async () => {
    change({ email: undefined, email_verified: undefined });
    provider.userInfo = { sub: "u1", email: "ada@example.org", email_verified: true };
    expect(await signIn()).toMatchObject({ email: "ada@example.org", emailVerified: true });
    const asked = provider.server.requests.find(({ path }) => path === "/userinfo")!;
    expect(asked.headers.authorization).toBe("Bearer opaque-1");
    provider.userInfo = { sub: "u2", email: "eve@example.org", email_verified: true };
    expect(await failure()).toMatch(/^refused: /);
    provider.userInfo = { sub: "u1", email: 5 };
    expect(await signIn()).toMatchObject({ email: null, emailVerified: false });
    provider.userInfo = null;
    expect(await failure()).toMatch(/^refused: /);
  });

  test("without address, from a provider without userinfo, has none", async () => {
    change({ email: undefined });
    delete provider.document.userinfo_endpoint;
    expect(await signIn()).toMatchObject({ email: null });
  });

  test("with address: userinfo is not requested", async () => {
    await signIn();
    expect(provider.server.requests.map(({ path }) => path.split("?")[0])).not.toContain("/userinfo");
  });
});

describe("the callback", () => {
  test("without consent is a cancellation; another error is a refusal that includes its code", async () => {
    expect(await failure({ error: "access_denied" })).toMatch(/^cancelled: /);
    expect(await failure({ error: "server_error", error_description: "secret" })).toMatch(
      /^refused: .*server_error$/,
    );
  });

  test("with another state, or another issuer, is refused", async () => {
    expect(await failure({ state: "another" })).toMatch(/^refused: /);
    expect(await failure({ iss: "https://elsewhere.example" })).toMatch(/^refused: /);
  });
});

describe("the token endpoint", () => {
  test.each<[string, number, (good: object) => unknown]>([
    ["no JSON", 200, () => "<html>"],
    ["no tokens", 200, () => ({})],
    ["no ID token", 200, (good) => ({ ...good, id_token: undefined })],
    ["an error", 400, () => ({ error: "invalid_grant", error_description: "hush a:b%c" })],
    ["a failure", 500, () => "hush"],
    ["a redirect", 302, () => ""],
  ])("with %s is refused, with a message without secrets", async (_, status, body) => {
    provider.tokenResponse = (good) => ({ status, body: body(good) });
    const told = await failure();
    expect(told).toMatch(/^refused: /);
    expect(told).not.toMatch(/hush|a:b|opaque|eyJ/);
  });

  test("reports the provider's error code", async () => {
    provider.tokenResponse = () => ({ status: 401, body: { error: "invalid_client" } });
    expect(await failure()).toMatch(/: invalid_client$/);
  });

  test("that breaks the connection is unavailable", async () => {
    provider.document.token_endpoint = `${closed}/token`;
    expect(await failure()).toBe("unavailable: no connection (ECONNREFUSED)");
  });

  test("on a private host other than the issuer's is not connected to", async () => {
    provider.document.token_endpoint = `https://localhost:${provider.server.port}/token`;
    expect(await failure()).toMatch(/^unavailable: its address is private/);
  });
});

describe("the discovery document", () => {
  const told = (issuer?: string) =>
    open(issuer)
      .authorizationUrl(redirectUri, { newSignIn: false })
      .then(
        () => "none",
        (error: ProviderError) => `${error.problem}: ${error.message}`,
      );

  test("of another issuer is refused, naming the setting to correct", async () => {
    provider.document.issuer = "https://elsewhere.example";
    expect(await told()).toMatch(
      /^unavailable: the discovery document of http.*PRIORART_OIDC_ISSUER must be/,
    );
  });

  test("that is missing, or not JSON, is unavailable", async () => {
    expect(await told(`${provider.issuer}/nothing`)).toMatch(/^unavailable: /);
    expect(await told(closed)).toMatch(/^unavailable: .*no connection \(ECONNREFUSED\)/);
  });

  test.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "with an %s that is not https is refused",
    async (name) => {
      provider.document[name] = "http://elsewhere.example/x";
      expect(await failure()).toBe("refused: the discovery document names an endpoint that is not https");
    },
  );

  test("is cached for ten minutes, and read again after a failure", async () => {
    const client = open();
    const good = provider.document;
    provider.document = { issuer: "https://elsewhere.example" };
    const start = () => client.authorizationUrl(redirectUri, { newSignIn: false });
    await expect(start()).rejects.toThrow(ProviderError);
    provider.document = good;
    await start();
    await start();
    await Promise.all([start(), start()]);
    expect(provider.server.requests).toHaveLength(2);
  });
});
