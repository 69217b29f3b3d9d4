/**
 * Sign-in through an OpenID Connect provider: better-auth does state, PKCE, linking and sessions; the exchange with
 * the provider and the checks of its tokens are ours, because the library would neither check the ID token's
 * signature and nonce nor give up on a provider that does not answer.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { getOAuthState } from "better-auth/api";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { normalEmail } from "../../email.ts";
import { AccountError } from "../../types.ts";
import type { OidcProblem, OidcSettings } from "../types.ts";
import { discovery, ProviderError } from "./discovery.ts";
import { exchangeCode, identify, type ProviderIdentity } from "./exchange.ts";

export interface OidcClient {
  /** For the library; its endpoints are filled in by `prepare`. */
  plugin: GenericOAuthConfig;
  /** Asks the provider where its endpoints are. Throws ProviderError. */
  prepare(): Promise<void>;
  /** Runs the end of a sign-in; what went wrong is told in `problem`. */
  settle<T>(work: () => Promise<T>): Promise<{ result: T; problem: OidcProblem | null }>;
}

export interface OidcClientOptions {
  settings: OidcSettings;
  /**
   * Decides about somebody whose address the provider vouches for, before anything is changed by the library:
   * null lets them in.
   */
  admit(person: { subject: string; email: string }): Promise<OidcProblem | null>;
  /** Told what the operator should know; never who it was about. */
  onProblem(error: Error): void;
}

interface Flow {
  problem: OidcProblem | null;
}

export function createOidcClient({ settings, admit, onProblem }: OidcClientOptions): OidcClient {
  const provider = discovery(settings.issuer);
  const flows = new AsyncLocalStorage<Flow>();
  const refuse = (problem: OidcProblem): null => {
    const flow = flows.getStore();
    if (flow) flow.problem = problem;
    return null;
  };
  /** The library turns faults into redirects of its own: they are noted before it sees them. */
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      refuse(error instanceof ProviderError ? "provider_refused" : "failed");
      onProblem(error as Error);
      throw error;
    }
  };
  const plugin: GenericOAuthConfig = {
    providerId: "oidc",
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    scopes: ["openid", "email"],
    pkce: true,
    authorizationUrlParams: ({ body }) => ({ nonce: body.additionalData.nonce }),
    getToken: ({ code, codeVerifier, redirectURI }) =>
      noting(async () =>
        exchangeCode(await provider(), settings, {
          code,
          codeVerifier: codeVerifier!,
          redirectUri: redirectURI,
        }),
      ),
    getUserInfo: ({ accessToken, idToken }) =>
      noting(async () => {
        const document = await provider();
        const nonce = String((await getOAuthState())?.nonce);
        const tokens = { accessToken: accessToken!, idToken: idToken! };
        const identity = await identify(document, tokens, { clientId: settings.clientId, nonce });
        const person = vouchedFor(identity, document.issuer);
        const problem = person === null ? "email_not_verified" : await admit(person);
        if (person === null || problem !== null) return refuse(problem ?? "failed");
        return { id: person.subject, email: person.email, emailVerified: true, name: person.email };
      }),
  };
  return {
    plugin,
    prepare: async () => {
      const { issuer, authorization_endpoint, token_endpoint } = await provider();
      plugin.issuer = issuer;
      plugin.authorizationUrl = authorization_endpoint;
      plugin.tokenUrl = token_endpoint;
    },
    settle: async (work) => {
      const flow: Flow = { problem: null };
      const result = await flows.run(flow, work);
      return { result, problem: flow.problem };
    },
  };
}

/** Subjects are unique only together with their issuer. */
function vouchedFor({ subject, email, emailVerified }: ProviderIdentity, issuer: string) {
  if (email === null || !emailVerified) return null;
  try {
    return { subject: `${issuer} ${subject}`, email: normalEmail(email) };
  } catch (error) {
    if (error instanceof AccountError) return null;
    throw error;
  }
}
