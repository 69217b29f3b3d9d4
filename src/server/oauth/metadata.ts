/** The two documents with which a client that knows only a URL finds everything else. */
import type { Audience } from "../../accounts/types.ts";
import { authorizationPath, resourcePaths } from "./resources.ts";

export const registrationPath = "/oauth/register";
export const tokenPath = "/oauth/token";
export const revocationPath = "/oauth/revoke";

interface MetadataOptions {
  origin: string;
  /** First part of the scopes' names. */
  service: string;
}

/** RFC 9728. */
export function resourceMetadata(audience: Audience, { origin, service }: MetadataOptions): object {
  return {
    resource: `${origin}${resourcePaths[audience]}`,
    authorization_servers: [origin],
    // Clients ask for all that is listed; the tools need no more than this.
    scopes_supported: audience === "mcp" ? [`${service}:read`] : [`${service}:read`, `${service}:me`],
    bearer_methods_supported: ["header"],
    resource_name: "Prior Art",
    resource_documentation: `${origin}/docs`,
  };
}

/** RFC 8414. */
export function serverMetadata({ origin, service }: MetadataOptions): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}${authorizationPath}`,
    token_endpoint: `${origin}${tokenPath}`,
    registration_endpoint: `${origin}${registrationPath}`,
    revocation_endpoint: `${origin}${revocationPath}`,
    scopes_supported: [`${service}:read`, `${service}:me`],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${origin}/docs`,
  };
}
