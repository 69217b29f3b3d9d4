/** The sign-in operations that the server uses. Nothing of the library is exposed here. */
import type { Role } from "../types.ts";

export interface OidcSettings {
  /** As in the provider's discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Label of the button. */
  name: string;
}

/** The member behind a session. */
export interface SignedIn {
  memberId: string;
  email: string;
  role: Role;
  emailVerified: boolean;
}

/** Path of the redirect URI registered with the provider. */
export const oidcRedirectPath = "/console/auth/oauth2/callback/oidc";

/** Values of `Set-Cookie` to send with the response. */
export type Cookies = string[];

/** Why a sign-in through the identity provider failed. */
export type OidcProblem =
  | "cancelled"
  | "expired"
  | "provider_unavailable"
  | "provider_refused"
  | "email_not_verified"
  | "not_invited"
  /** An account with the address exists: its holder has to sign in and confirm the link. */
  | "link_required"
  | "failed";

export interface SignInMethods {
  password: true;
  /** The identity provider's name; null when none is configured. */
  oidc: { name: string } | null;
  /** Domains whose addresses may sign up without an invitation. */
  signUpDomains: string[];
}

export interface Credentials {
  email: string;
  password: string;
}

/** What sign-in reads of a request. */
export interface Visitor {
  /** Only `cookie` is read. */
  headers: Headers;
  /** For counting attempts; never stored in plain text. */
  address: string;
  /** Whether the request comes from the machine of the service, and through no proxy. */
  isLocal: boolean;
}

export interface SignIn {
  methods(): SignInMethods;
  /**
   * The signed-in member; null for a missing, foreign or ended session. Throws SignInError while the database cannot be
   * read.
   */
  session(headers: Headers): Promise<{ member: SignedIn | null; cookies: Cookies }>;
  /**
   * Counts one attempt from a client address; call it before reading any input. Throws SignInError when there were
   * too many.
   */
  countAttempt(address: string): Promise<void>;
  /** Throws SignInError. */
  signIn(credentials: Credentials, visitor: Visitor): Promise<{ cookies: Cookies }>;
  /** Creates a member unless the address has one; the response does not reveal which. Throws SignInError. */
  signUp(credentials: Credentials, visitor: Visitor): Promise<void>;
  signOut(headers: Headers): Promise<{ cookies: Cookies }>;
  /** Ends every other session. Throws SignInError. */
  changePassword(
    change: { member: SignedIn; currentPassword: string; newPassword: string },
    visitor: Visitor,
  ): Promise<{ cookies: Cookies }>;
  /** Throws AccountError for a link that cannot be used. */
  invitation(
    secret: string,
    visitor: Visitor,
  ): Promise<{ email: string; role: Role; expiresAt: string; needsPassword: boolean }>;
  /**
   * Sets the password, ends earlier sessions, and signs in; without a password, where none is needed, only signs in.
   * Throws like `invitation`, and AccountError where a password is missing.
   */
  acceptInvitation(
    acceptance: { secret: string; password?: string },
    visitor: Visitor,
  ): Promise<{ cookies: Cookies }>;
  /** URL of the provider's page. Throws SignInError. */
  startOidc(headers: Headers): Promise<{ url: string; cookies: Cookies }>;
  /** Handles the provider's redirect to the redirect URI. */
  finishOidc(
    query: Record<string, string>,
    headers: Headers,
  ): Promise<{ problem: OidcProblem | null; cookies: Cookies }>;
  /** Whether an identity is pending in this browser, to be linked by the member. */
  awaitsLink(member: SignedIn, headers: Headers): Promise<boolean>;
  /** Links it to the member's account, or discards it. Throws SignInError when there is none. */
  settleLink(link: { member: SignedIn; confirm: boolean }, headers: Headers): Promise<{ cookies: Cookies }>;
}

export type SignInErrorKind =
  | "credentials"
  | "too many"
  | "closed"
  | "no password"
  | "no link"
  | "unavailable";

/** A refused sign-in. The message is for the visitor and does not reveal whether an account exists. */
export class SignInError extends Error {
  override name = "SignInError";
  readonly kind: SignInErrorKind;
  /** Whole seconds to wait, for `too many`. */
  readonly retryAfterSeconds: number;

  constructor(
    kind: SignInErrorKind,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 0;
  }
}
