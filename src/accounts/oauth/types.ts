/** Sign-in of applications by OAuth 2.1: registration, consent, tokens. Clients are public: none has a secret. */
import type { Audience } from "../types.ts";

/** What an application registers (RFC 7591). */
export interface ClientRegistration {
  name: string;
  redirectUris: readonly string[];
}

export interface OAuthClient {
  id: string;
  /** As the application calls itself, cleaned; "" when it gave no name. */
  name: string;
  redirectUris: string[];
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** What a member approves. */
export interface Consent {
  memberId: string;
  clientId: string;
  /** Without the service's name: `read`, `me`. */
  scopes: readonly string[];
  audience: Audience;
  redirectUri: string;
  /** PKCE, method S256. */
  challenge: string;
}

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** Whole seconds until the access token expires. */
  expiresInSeconds: number;
  /** With the service's name. */
  scopes: string[];
}

export interface CodeExchange {
  clientId: string;
  code: string;
  redirectUri: string;
  verifier: string;
  /** As requested with the code; null: not said. */
  audience: Audience | null;
}

export interface Refresh {
  clientId: string;
  refreshToken: string;
  audience: Audience | null;
  /** With the service's name; null: as granted. */
  scopes: readonly string[] | null;
}

/** A grant as shown to its member. */
export interface GrantEntry {
  id: string;
  clientName: string;
  redirectUri: string;
  audience: Audience;
  /** With the service's name. */
  scopes: string[];
  /** ISO 8601 instants. */
  createdAt: string;
  expiresAt: string;
  /** Such as `2026-03-01` (UTC); null when it was never used. */
  lastUsedOn: string | null;
}

export interface OAuth {
  /** Counts a request from this address, before anything of it is read. Throws OAuthError when there are too many. */
  countRequest(address: string): Promise<void>;
  /** Throws OAuthError: invalid metadata, too many registrations from the address, or too many clients. */
  register(registration: ClientRegistration, address: string): Promise<OAuthClient>;
  findClient(id: string): Promise<OAuthClient | null>;
  /** Resolves to the authorization code. Throws OAuthError for a client that is unknown. */
  approve(consent: Consent): Promise<string>;
  /** Throws OAuthError. A code is accepted once; a second use ends what the first one was given. */
  exchangeCode(exchange: CodeExchange): Promise<IssuedTokens>;
  /** Replaces the refresh token. Throws OAuthError; the use of one replaced earlier ends the grant. */
  refresh(refresh: Refresh): Promise<IssuedTokens>;
  /** Ends the grant of an access or refresh token of this client, if there is one. */
  revokeToken(token: string, clientId: string): Promise<void>;
  listGrants(memberId: string): Promise<GrantEntry[]>;
  /** Ends a grant of this member; false when there is none with this id. */
  revokeGrant(memberId: string, id: string): Promise<boolean>;
}

export type OAuthErrorCode =
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "temporarily_unavailable"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** A refusal with the code of the standard. The message is for the developer of the client, and says what to send. */
export class OAuthError extends Error {
  override name = "OAuthError";
  readonly code: OAuthErrorCode;
  /** Whole seconds to wait; null: not a matter of time. */
  readonly retryAfterSeconds: number | null;

  constructor(code: OAuthErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
