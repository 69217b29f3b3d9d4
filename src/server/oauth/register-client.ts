/** Dynamic client registration (RFC 7591). What is not listed here is not stored. */
import { z } from "zod";
import { type ClientRegistration, type OAuthClient, OAuthError } from "../../accounts/oauth/types.ts";
import { parseRequest } from "../../contract/api/validation.ts";

const registrationSchema = z.object({
  redirect_uris: z.array(z.string()),
  client_name: z.string().max(1_000).nullish(),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
});

/** Throws ApiError for other types, OAuthError for a client that could never be served. */
export function readRegistration(body: unknown): ClientRegistration {
  const { redirect_uris, client_name, grant_types, response_types } = parseRequest(
    registrationSchema,
    body,
  ) as z.infer<typeof registrationSchema>;
  if (grant_types && !grant_types.includes("authorization_code"))
    throw new OAuthError("invalid_client_metadata", "grant_types: must include authorization_code");
  if (response_types && !response_types.includes("code"))
    throw new OAuthError("invalid_client_metadata", "response_types: must include code");
  return { name: client_name ?? "", redirectUris: redirect_uris };
}

/** What was registered, which may be less than was asked for: clients are public, and have no secret. */
export function registered({ id, name, redirectUris, createdAt }: OAuthClient): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    ...(name !== "" && { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
