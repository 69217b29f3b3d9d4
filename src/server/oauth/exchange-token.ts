/** The token endpoint (RFC 6749, OAuth 2.1): a code or a refresh token for new tokens. */
import { type IssuedTokens, type OAuth, OAuthError } from "../../accounts/oauth/types.ts";
import type { Audience } from "../../accounts/types.ts";
import { onlyOnce, required } from "./parameters.ts";
import { audienceOf } from "./resources.ts";

/** Throws OAuthError. */
export async function exchangeToken(
  form: URLSearchParams,
  { oauth, origin }: { oauth: OAuth; origin: string },
): Promise<object> {
  const sent = onlyOnce(form);
  const type = required(sent, "grant_type");
  const clientId = required(sent, "client_id");
  if ((await oauth.findClient(clientId)) === null)
    throw new OAuthError("invalid_client", "client_id: not registered, or no longer; register again");
  const audience = targetOf(sent.resource, origin);
  if (type === "authorization_code")
    return response(
      await oauth.exchangeCode({
        clientId,
        audience,
        code: required(sent, "code"),
        redirectUri: required(sent, "redirect_uri"),
        verifier: required(sent, "code_verifier"),
      }),
    );
  if (type === "refresh_token")
    return response(
      await oauth.refresh({
        clientId,
        audience,
        refreshToken: required(sent, "refresh_token"),
        scopes: sent.scope?.split(" ") ?? null,
      }),
    );
  throw new OAuthError("unsupported_grant_type", "grant_type: send authorization_code or refresh_token");
}

function targetOf(resource: string | undefined, origin: string): Audience | null {
  if (resource === undefined) return null;
  const audience = audienceOf(resource, origin);
  if (audience === null)
    throw new OAuthError("invalid_target", `resource: not of this service; send ${origin}/mcp`);
  return audience;
}

const response = ({ accessToken, refreshToken, expiresInSeconds, scopes }: IssuedTokens): object => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: expiresInSeconds,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
});
