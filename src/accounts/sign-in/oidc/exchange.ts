/** From the code that the browser brings back to who the provider says it is (OpenID Connect Core 1.0, section 3.1). */
import { validateToken } from "better-auth/oauth2";
import { z } from "zod";
import type { OidcSettings } from "../types.ts";
import { fetchJson, type ProviderDocument, ProviderError } from "./discovery.ts";

const tokensSchema = z.object({ access_token: z.string(), id_token: z.string() });
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.literal("true"), z.literal("false")]).optional(),
});

export interface ProviderTokens {
  accessToken: string;
  idToken: string;
}

/** Who the provider vouches for. */
export interface ProviderIdentity {
  /** Unique and lasting, for this issuer. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
}

export interface CodeGrant {
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

/** Throws ProviderError. */
export async function exchangeCode(
  provider: ProviderDocument,
  client: OidcSettings,
  grant: CodeGrant,
): Promise<ProviderTokens> {
  const { clientId, clientSecret } = client;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: grant.code,
    redirect_uri: grant.redirectUri,
    code_verifier: grant.codeVerifier,
  });
  const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
  const methods = provider.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (methods.includes("client_secret_basic")) {
    // RFC 6749, section 2.3.1: both are form-encoded first.
    const pair = [clientId, clientSecret].map((part) =>
      new URLSearchParams({ "": part }).toString().slice(1),
    );
    headers.Authorization = `Basic ${Buffer.from(pair.join(":")).toString("base64")}`;
  } else {
    body.set("client_id", clientId);
    body.set("client_secret", clientSecret);
  }
  const answer = await fetchJson(provider.token_endpoint, { method: "POST", body, headers });
  const tokens = tokensSchema.safeParse(answer);
  if (!tokens.success) throw new ProviderError("the identity provider sent no access token and ID token");
  return { accessToken: tokens.data.access_token, idToken: tokens.data.id_token };
}

/**
 * Checks the ID token: the provider's signature, for us, from that issuer, not expired, and made for this very
 * sign-in (`nonce`). Claims about the address come from it or, failing that, from the user-info endpoint.
 * Throws ProviderError.
 */
export async function identify(
  provider: ProviderDocument,
  tokens: ProviderTokens,
  expected: { clientId: string; nonce: string },
): Promise<ProviderIdentity> {
  const { payload } = await validateToken(tokens.idToken, provider.jwks_uri, {
    audience: expected.clientId,
    issuer: provider.issuer,
  }).catch((cause: unknown) => {
    throw new ProviderError(`the ID token is not acceptable: ${(cause as Error).message}`, { cause });
  });
  if (payload.nonce !== expected.nonce)
    throw new ProviderError("the ID token was made for another sign-in (nonce)");
  if (payload.azp !== undefined && payload.azp !== expected.clientId)
    throw new ProviderError("the ID token was made for another client (azp)");
  let claims = readClaims(payload);
  if (claims.email === undefined && provider.userinfo_endpoint !== undefined) {
    const more = readClaims(
      await fetchJson(provider.userinfo_endpoint, {
        headers: { Authorization: `Bearer ${tokens.accessToken}` },
      }),
    );
    if (more.sub !== claims.sub) throw new ProviderError("the user-info endpoint speaks of another person");
    claims = more;
  }
  return {
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified === true || claims.email_verified === "true",
  };
}

function readClaims(value: unknown): z.output<typeof claimsSchema> {
  const claims = claimsSchema.safeParse(value);
  if (claims.success) return claims.data;
  throw new ProviderError("the identity provider's claims lack a subject, or are malformed");
}
