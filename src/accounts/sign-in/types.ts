/** What the server may ask of sign-in. Nothing of the library behind it shows through here. */
import type { Role } from "../types.ts";

export interface OidcSettings {
  /** As the provider's discovery document names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button is called. */
  name: string;
}

/** The member behind a session. */
export interface SignedIn {
  memberId: string;
  email: string;
  role: Role;
  emailVerified: boolean;
}

/** Path of the redirect URI that is registered with the provider. */
export const oidcRedirectPath = "/console/auth/oauth2/callback/oidc";

/** Values of `Set-Cookie` to send along. */
export type Cookies = string[];

/** Why a sign-in through the identity provider came to nothing. */
export type OidcProblem =
  | "cancelled"
  | "expired"
  | "provider_unavailable"
  | "provider_refused"
  | "email_not_verified"
  | "not_invited"
  /** An account has the address: its holder has to sign in to it and confirm the link. */
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

/** What came with the request. */
export interface Visitor {
  /** Its `cookie` field is read. */
  headers: Headers;
  /** For counting attempts; never stored readable. */
  address: string;
}

export interface SignIn {
  methods(): SignInMethods;
  /** Who is signed in; null for no session, a foreign one, or one that has ended. */
  session(headers: Headers): Promise<{ member: SignedIn | null; cookies: Cookies }>;
  /**
   * Counts one attempt from a client address: the caller does so before anything that a visitor sends is read.
   * Throws SignInError when there were too many.
   */
  countAttempt(address: string): Promise<void>;
  /** Throws SignInError. */
  signIn(credentials: Credentials, visitor: Visitor): Promise<{ cookies: Cookies }>;
  /** Makes a member where there was none; never tells whether it did. Throws SignInError. */
  signUp(credentials: Credentials, visitor: Visitor): Promise<void>;
  signOut(headers: Headers): Promise<{ cookies: Cookies }>;
  /** Ends every other session. Throws SignInError. */
  changePassword(
    change: { member: SignedIn; currentPassword: string; newPassword: string },
    visitor: Visitor,
  ): Promise<{ cookies: Cookies }>;
  /** Throws AccountError for a link that cannot be used. */
  invitation(secret: string): Promise<{ email: string; role: Role; expiresAt: string }>;
  /** Sets the password, ends what was open before, and signs in. Throws as `invitation`. */
  acceptInvitation(
    acceptance: { secret: string; password: string },
    visitor: Visitor,
  ): Promise<{ cookies: Cookies }>;
  /** The provider's page to go to. Throws SignInError. */
  startOidc(headers: Headers): Promise<{ url: string; cookies: Cookies }>;
  /** The provider has sent the browser back to the redirect URI. */
  finishOidc(
    query: Record<string, string>,
    headers: Headers,
  ): Promise<{ problem: OidcProblem | null; cookies: Cookies }>;
  /** Whether an identity of the provider waits in this browser for the member to link it. */
  awaitsLink(member: SignedIn, headers: Headers): Promise<boolean>;
  /** Links it to the member's account, or discards it. Throws SignInError when none waits. */
  settleLink(link: { member: SignedIn; confirm: boolean }, headers: Headers): Promise<{ cookies: Cookies }>;
}

export type SignInErrorKind =
  | "credentials"
  | "too many"
  | "closed"
  | "no password"
  | "no link"
  | "unavailable";

/** A sign-in that is refused. The message is for the visitor and tells nothing about whether an account exists. */
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
