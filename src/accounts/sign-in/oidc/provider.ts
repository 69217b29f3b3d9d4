/** An OpenID Connect provider, through openid-client: authorization code flow with PKCE, state and nonce. */
import * as oidc from "openid-client";
import type { HttpClient } from "../../../net/http-client.ts";
import type { OidcSettings } from "../types.ts";
import { asProviderError, ProviderError } from "./provider-error.ts";
import { providerFetch, requireSafeEndpoint } from "./provider-fetch.ts";

/** How long a discovery document is cached. */
const FRESH_MS = 600_000;

/** Binds the provider's response to the browser that started the sign-in. Stored by this service until then. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface ProviderIdentity {
  /** Unique and permanent, for this issuer. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
}

export interface OidcProvider {
  /** URL of the provider's page. Throws ProviderError. */
  authorizationUrl(
    redirectUri: string,
    options: { newSignIn: boolean },
  ): Promise<{ url: string; secrets: FlowSecrets }>;
  /** `callback`: the redirect URI with the parameters of the response. Throws ProviderError. */
  identify(callback: URL, secrets: FlowSecrets): Promise<ProviderIdentity>;
}

export function createOidcProvider(settings: OidcSettings, http: HttpClient): OidcProvider {
  const configuration = cachedConfiguration(() => discover(settings, http));
  return {
    async authorizationUrl(redirectUri, { newSignIn }) {
      const config = await configuration();
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: "S256",
        ...(newSignIn && { prompt: "login" }),
      });
      requireSafeEndpoint(url);
      return { url: url.href, secrets };
    },
    async identify(callback, { state, nonce, codeVerifier }) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return await identityOf(config, tokens);
      } catch (error) {
        throw asProviderError(error);
      }
    },
  };
}

async function identityOf(
  config: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<ProviderIdentity> {
  const idToken = tokens.claims()!;
  const { issuer, userinfo_endpoint } = config.serverMetadata();
  const complete = idToken.email !== undefined || userinfo_endpoint === undefined;
  // openid-client checks that both subjects are equal.
  const claims = complete ? idToken : await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub);
  const { email, email_verified: verified } = claims as { email?: unknown; email_verified?: unknown };
  return {
    // Subjects are unique only per issuer.
    subject: `${issuer} ${idToken.sub}`,
    email: typeof email === "string" ? email : null,
    // Some providers send it as a string.
    emailVerified: verified === true || verified === "true",
  };
}

async function discover(settings: OidcSettings, http: HttpClient): Promise<oidc.Configuration> {
  const { clientId, clientSecret } = settings;
  const issuer = new URL(settings.issuer);
  const fetch = providerFetch(http, issuer);
  // An http issuer is on a loopback address; `providerFetch` applies the same rule to the endpoints.
  const insecure = issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
  const found = await oidc
    .discovery(issuer, clientId, undefined, oidc.None(), { execute: insecure, [oidc.customFetch]: fetch })
    .catch((error: unknown) => {
      throw new ProviderError(
        "unavailable",
        `the discovery document of ${settings.issuer} could not be used (${asProviderError(error).message}); ` +
          "PRIORART_OIDC_ISSUER must be the issuer exactly as the provider states it",
        error,
      );
    });
  const server = found.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic")
    ? oidc.ClientSecretBasic
    : oidc.ClientSecretPost;
  const config = new oidc.Configuration(server, clientId, clientSecret, authentication(clientSecret));
  config[oidc.customFetch] = fetch;
  for (const allow of insecure) allow(config);
  // Always verifies the signature of the ID token, even when it came directly from the token endpoint.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** A failure is not cached: the next request tries again. */
function cachedConfiguration(load: () => Promise<oidc.Configuration>): () => Promise<oidc.Configuration> {
  let kept: { config: Promise<oidc.Configuration>; since: number } | null = null;
  return () => {
    if (kept === null || performance.now() - kept.since > FRESH_MS) {
      const config = load();
      kept = { config, since: performance.now() };
      config.catch(() => {
        if (kept?.config === config) kept = null;
      });
    }
    return kept.config;
  };
}
