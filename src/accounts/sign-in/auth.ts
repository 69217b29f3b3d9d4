/**
 * better-auth, configured for this service. Only this folder imports it; only the endpoints called here are
 * reachable.
 */

import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { betterAuth } from "better-auth/minimal";
import { z } from "zod";
import { longestPassword, shortestPassword } from "../../contract/api/console/password.ts";
import { DAY_MS } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { isSecure, cookieName as nameOf } from "./cookies.ts";
import { accountsDatabase, tableNames } from "./database.ts";

/** Base path of all sign-in endpoints. */
const authPath = "/console/auth";

const IDLE_DAYS = 7;
/** A session ends after this time even when it is in use. */
export const SESSION_MS = 30 * DAY_MS;
const DAY_SECONDS = DAY_MS / 1000;

export interface AuthOptions {
  db: AccountsDb;
  /** Signs cookies. */
  secret: string;
  /** Such as `https://research.example.org`; https makes cookies secure and bound to this host. */
  origin: string;
}

/** Opens a session for a member authenticated without the library. Called only here: no route reaches it. */
const memberSessions = {
  id: "member-sessions",
  endpoints: {
    openMemberSession: createAuthEndpoint(
      "/member-session",
      { method: "POST", body: z.object({ memberId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.memberId);
        if (user === null) throw new Error("the member was removed during the sign-in");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({});
      },
    ),
  },
} satisfies BetterAuthPlugin;

export type Auth = ReturnType<typeof createAuth>;

export function createAuth({ db, secret, origin }: AuthOptions) {
  const secure = isSecure(origin);
  const cookieName = (name: string) => nameOf(origin, name);
  return betterAuth({
    appName: "Prior Art",
    baseURL: origin,
    basePath: authPath,
    // Both are set, so that no environment variable replaces either.
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
      accountLinking: { enabled: false },
    },
    verification: tableNames.verification,
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: shortestPassword,
      // UTF-16 units here, characters in the contract.
      maxPasswordLength: 2 * longestPassword,
    },
    plugins: [memberSessions],
    // attempts.ts counts attempts, per account too, and across restarts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would log addresses.
    logger: { disabled: true },
    advanced: {
      // The library's own prefix is the weaker `__Secure-`; the attribute is set below.
      useSecureCookies: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
      defaultCookieAttributes: { httpOnly: true, path: "/", secure },
      cookies: {
        session_token: { name: cookieName("session"), attributes: { sameSite: "strict" } },
        session_data: { name: cookieName("session-copy") },
        account_data: { name: cookieName("account-copy") },
        dont_remember: { name: cookieName("session-only") },
      },
    },
  });
}
