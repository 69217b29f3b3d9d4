/** Sign-in through the identity provider: redirect, callback, and linking to an existing account. */
import type { HttpClient } from "../../../net/http-client.ts";
import { normalEmail } from "../../email.ts";
import type { AccountsDb } from "../../tables.ts";
import { AccountError } from "../../types.ts";
import { readCookie, type ShortCookie, setCookie } from "../cookies.ts";
import { keepState, STATE_MS, type StateKind, takeState } from "../one-time-state.ts";
import {
  type Cookies,
  type OidcProblem,
  type OidcSettings,
  oidcRedirectPath,
  SignInError,
} from "../types.ts";
import { admitIdentity } from "./admit-identity.ts";
import { createOidcLinks } from "./pending-link.ts";
import { createOidcProvider, type FlowSecrets, type ProviderIdentity } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

export interface OidcOptions {
  settings: OidcSettings;
  http: HttpClient;
  origin(): string;
  signUpDomains: readonly string[];
  /** Opens a session; the cookies of `headers` are those of the browser. */
  openSession(memberId: string, headers: Headers): Promise<{ cookies: Cookies }>;
  onProblem(error: Error): void;
  now(): number;
}

export type OidcSignIn = ReturnType<typeof createOidcSignIn>;

export function createOidcSignIn(db: AccountsDb, options: OidcOptions) {
  const { settings, http, origin, signUpDomains, openSession, onProblem, now } = options;
  const provider = createOidcProvider(settings, http);
  const links = createOidcLinks(db, now);
  const redirectUri = () => `${origin()}${oidcRedirectPath}`;
  const cookie = (name: StateKind, value: string | null) =>
    setCookie(origin(), { ...cookies[name], name, ...(value === null ? removed : { value, maxAgeSeconds }) });

  /**
   * The identity that the provider returned; null when this browser did not start the sign-in, or started it too long
   * ago.
   */
  const identify = async (
    query: Record<string, string>,
    headers: Headers,
  ): Promise<ProviderIdentity | null> => {
    const value = readCookie(origin(), "oidc", headers);
    if (value === null || value !== query.state) return null;
    const secrets = await takeState<FlowSecrets>(db, "oidc", { value, now: now() });
    if (secrets === null) return null;
    return provider.identify(new URL(`${redirectUri()}?${new URLSearchParams(query)}`), secrets);
  };

  const admit = async (
    identity: ProviderIdentity | null,
    headers: Headers,
  ): Promise<{ problem: OidcProblem | null; cookies: Cookies }> => {
    if (identity === null) return { problem: "expired", cookies: [] };
    const email = verifiedEmail(identity);
    if (email === null) return { problem: "email_not_verified", cookies: [] };
    const { subject } = identity;
    const admission = await admitIdentity(db, { subject, email }, { signUpDomains, now: now() });
    switch (admission.kind) {
      case "refused":
        return { problem: "not_invited", cookies: [] };
      case "member":
        return { problem: null, ...(await openSession(admission.memberId, headers)) };
      case "link": {
        const value = await links.keep({ subject, memberId: admission.memberId });
        return { problem: "link_required", cookies: [cookie("oidc-link", value)] };
      }
    }
  };

  return {
    /** URL of the provider's page. Throws SignInError. */
    async start(headers: Headers): Promise<{ url: string; cookies: Cookies }> {
      try {
        // A visitor who has to sign in with another identity first must be able to choose it.
        const newSignIn = readCookie(origin(), "oidc-link", headers) !== null;
        const { url, secrets } = await provider.authorizationUrl(redirectUri(), { newSignIn });
        const value = await keepState(db, "oidc", { content: secrets, now: now(), value: secrets.state });
        return { url, cookies: [cookie("oidc", value)] };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        onProblem(error);
        throw new SignInError(
          "unavailable",
          "The identity provider does not respond; try again in a moment, or use a password",
          { cause: error },
        );
      }
    },

    /** `query`: the parameters of the provider's redirect. */
    async finish(
      query: Record<string, string>,
      headers: Headers,
    ): Promise<{ problem: OidcProblem | null; cookies: Cookies }> {
      try {
        const admitted = await admit(await identify(query, headers), headers);
        return { ...admitted, cookies: [cookie("oidc", null), ...admitted.cookies] };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (error.problem !== "cancelled") onProblem(error);
        return { problem: problems[error.problem], cookies: [cookie("oidc", null)] };
      }
    },

    /** Whether an identity is pending in this browser, to be linked by the member. */
    async awaitsLink(memberId: string, headers: Headers): Promise<boolean> {
      const value = readCookie(origin(), "oidc-link", headers);
      return value !== null && (await links.find(value, memberId)) !== null;
    },

    /** Links the pending identity to the member, or discards it. Throws SignInError when none is pending. */
    async settleLink(
      { memberId, confirm }: { memberId: string; confirm: boolean },
      headers: Headers,
    ): Promise<{ cookies: Cookies }> {
      const value = readCookie(origin(), "oidc-link", headers);
      if (value === null || !(await links.settle(value, { memberId, confirm })))
        throw new SignInError(
          "no link",
          "No identity is waiting to be linked to this account; sign in through the identity provider again",
        );
      return { cookies: [cookie("oidc-link", null)] };
    },
  };
}

const maxAgeSeconds = STATE_MS / 1000;
const removed = { value: "", maxAgeSeconds: 0 };

const cookies: Record<StateKind, Pick<ShortCookie, "sameSite">> = {
  // The provider's redirect is a cross-site request.
  oidc: { sameSite: "Lax" },
  "oidc-link": { sameSite: "Strict" },
};

const problems = {
  unavailable: "provider_unavailable",
  refused: "provider_refused",
  cancelled: "cancelled",
} as const satisfies Record<ProviderError["problem"], OidcProblem>;

function verifiedEmail({ email, emailVerified }: ProviderIdentity): string | null {
  if (email === null || !emailVerified) return null;
  try {
    return normalEmail(email);
  } catch (error) {
    if (error instanceof AccountError) return null;
    throw error;
  }
}
