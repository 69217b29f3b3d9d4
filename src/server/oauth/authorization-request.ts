/** Reads an authorization request: who asks, for what, and where the answer goes. */
import { matchesRedirect } from "../../accounts/oauth/redirect-uri.ts";
import { type OAuth, type OAuthClient, OAuthError, type OAuthErrorCode } from "../../accounts/oauth/types.ts";
import type { Audience } from "../../accounts/types.ts";
import { onlyOnce } from "./parameters.ts";
import { audienceOf } from "./resources.ts";

export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | null;
  /** Without the service's name. */
  scopes: string[];
  audience: Audience;
  challenge: string;
}

/** A request that cannot be granted. Without `redirectTo`, nothing may be sent to the address that it names. */
export class AuthorizationRefusal extends Error {
  override name = "AuthorizationRefusal";
  readonly redirectTo: string | null;

  constructor(message: string, redirectTo: string | null) {
    super(message);
    this.redirectTo = redirectTo;
  }
}

export interface AuthorizationContext {
  oauth: Pick<OAuth, "findClient">;
  origin: string;
  /** First part of the scopes' names. */
  service: string;
}

/**
 * The redirect URI with an answer after its own query, which stays as it was written (RFC 6749, section 3.1.2). `iss`
 * identifies the server that answered (RFC 9207).
 */
export function redirectWith(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  origin: string,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  const added = { ...answer, ...(state !== null && { state }), iss: origin };
  const own = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !Object.hasOwn(added, pair.split("=")[0]!));
  url.search = [...own, new URLSearchParams(added)].join("&");
  return url.href;
}

/** Throws AuthorizationRefusal. */
export async function readAuthorizationRequest(
  query: string,
  context: AuthorizationContext,
): Promise<AuthorizationRequest> {
  const parameters = read(query);
  const client = await context.oauth.findClient(parameters.client_id ?? "");
  if (client === null)
    throw new AuthorizationRefusal(
      "The application is not registered here, or no longer; remove its connection to this service and add it again",
      null,
    );
  const redirectUri =
    parameters.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : "");
  if (!matchesRedirect(redirectUri, client.redirectUris))
    throw new AuthorizationRefusal(
      "The request names an address that the application did not register (redirect_uri); do not continue, and start " +
        "again in the application",
      null,
    );
  const state = parameters.state ?? null;
  try {
    return { client, redirectUri, state, ...readTerms(parameters, context) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.code, error_description: error.message };
    throw new AuthorizationRefusal(
      `The application sent a request that cannot be granted: ${error.message}`,
      redirectWith({ redirectUri, state }, context.origin, answer),
    );
  }
}

function read(query: string): Record<string, string> {
  try {
    return onlyOnce(new URLSearchParams(query));
  } catch (error) {
    throw new AuthorizationRefusal((error as Error).message, null);
  }
}

const refuse = (code: OAuthErrorCode, message: string): never => {
  throw new OAuthError(code, message);
};

/** Everything but the client and its address. Throws OAuthError. */
function readTerms(
  parameters: Record<string, string>,
  { origin, service }: AuthorizationContext,
): Pick<AuthorizationRequest, "scopes" | "audience" | "challenge"> {
  const { response_type, code_challenge = "", code_challenge_method, scope, resource } = parameters;
  if (response_type !== "code") refuse("unsupported_response_type", "response_type: send code");
  if (code_challenge_method !== "S256")
    refuse("invalid_request", "code_challenge_method: send S256, and a code_challenge (PKCE)");
  if (!/^[A-Za-z0-9_-]{43}$/.test(code_challenge))
    refuse("invalid_request", "code_challenge: send the SHA-256 of the verifier in base64url, 43 characters");
  const audience = resource === undefined ? "mcp" : audienceOf(resource, origin);
  return {
    scopes: scopesOf(scope, service),
    audience: audience ?? refuse("invalid_target", `resource: not of this service; send ${origin}/mcp`),
    challenge: code_challenge,
  };
}

/** Unknown scopes are left out: clients add some of their own, such as `offline_access`. */
function scopesOf(scope: string | undefined, service: string): string[] {
  const asked = (scope ?? `${service}:read`).split(" ");
  const known = ["read", "me"].filter((kind) => asked.includes(`${service}:${kind}`));
  return known.length > 0 ? known : refuse("invalid_scope", `scope: send ${service}:read`);
}
