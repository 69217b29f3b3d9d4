/** better-auth, set up for this service. Only this folder knows it; only the endpoints called here are reachable. */
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { longestPassword, shortestPassword } from "../../contract/api/console/password.ts";
import { DAY_MS } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { accountsDatabase, tableNames } from "./database.ts";
import type { OidcClient } from "./oidc/client.ts";

export const oidcProviderId = "oidc";
/** Where everything of sign-in answers. */
export const authPath = "/console/auth";

const IDLE_DAYS = 7;
/** However busy a session is, it ends after this time. */
export const SESSION_MS = 30 * DAY_MS;
const DAY_SECONDS = DAY_MS / 1000;

export interface AuthOptions {
  db: AccountsDb;
  /** Signs cookies. */
  secret: string;
  /** Such as `https://research.example.org`; https makes cookies secure and bound to this host. */
  origin: string;
  oidc: OidcClient | null;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth({ db, secret, origin, oidc }: AuthOptions) {
  const secure = origin.startsWith("https:");
  // The prefix makes browsers refuse the cookie from any other host, sub-domains included.
  const cookieName = (name: string) => `${secure ? "__Host-" : ""}priorart.${name}`;
  return betterAuth({
    appName: "Prior Art",
    baseURL: origin,
    basePath: authPath,
    // Both are given, so that no variable of the environment stands in for either.
    secret,
    secrets: [{ version: 1, value: secret }],
    database: accountsDatabase(db),
    user: {
      ...tableNames.user,
      additionalFields: { role: { type: "string", input: false, defaultValue: "member" } },
    },
    session: {
      ...tableNames.session,
      expiresIn: IDLE_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      cookieCache: { enabled: false },
    },
    account: {
      ...tableNames.account,
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, requireLocalEmailVerified: true, allowDifferentEmails: false },
    },
    verification: tableNames.verification,
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: shortestPassword,
      // Counted in UTF-16 units here, in characters by the contract.
      maxPasswordLength: 2 * longestPassword,
    },
    plugins: [genericOAuth({ config: oidc === null ? [] : [oidc.plugin] })],
    // Attempts are counted in attempts.ts, per account too, and over restarts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would log addresses.
    logger: { disabled: true },
    advanced: {
      // Its own prefix is the weaker `__Secure-`; the attribute is set below.
      useSecureCookies: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
      defaultCookieAttributes: { httpOnly: true, path: "/", secure },
      cookies: {
        session_token: { name: cookieName("session"), attributes: { sameSite: "strict" } },
        // The way back from the provider comes from another site.
        state: { name: cookieName("oidc-state"), attributes: { sameSite: "lax" } },
        session_data: { name: cookieName("session-copy") },
        account_data: { name: cookieName("account-copy") },
        dont_remember: { name: cookieName("session-only") },
      },
    },
  });
}
