/** Sessions: read from the cookie, extended by use, ended by time, by the member, or by an administrator. */
import { APIError } from "better-auth/api";
import { lifetimeAt } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { type Auth, SESSION_MS } from "./auth.ts";
import { type Cookies, type SignedIn, SignInError } from "./types.ts";

/** The cookie that the library sets; it also clears some that were never set. */
const ours = /^(?:__Host-)?priorart\.session=/;

export function ownCookies(headers: Headers): Cookies {
  return headers.getSetCookie().filter((cookie) => ours.test(cookie));
}

/** Another request may end the session between reading and extending it: that is not an error. */
function nobodyWhenEnded(error: unknown) {
  if (error instanceof APIError && error.status === "UNAUTHORIZED")
    return { response: null, headers: new Headers() };
  throw error;
}

/** The library reports a failure of the database without its cause. */
const isStorageFailure = (error: unknown): boolean =>
  error instanceof APIError && error.status === "INTERNAL_SERVER_ERROR";

function unavailable(error: unknown): never {
  if (!isStorageFailure(error)) throw error;
  throw new SignInError("unavailable", "Sessions cannot be read right now; try again in a moment", {
    cause: error,
  });
}

interface Context {
  auth(): Auth;
  now(): number;
}

export function createSessions(db: AccountsDb, { auth, now }: Context) {
  /** The session of the cookie, without extending it. */
  const find = async (headers: Headers) =>
    (
      await auth()
        .api.getSession({ headers, query: { disableRefresh: true } })
        .catch(unavailable)
    )?.session ?? null;

  /** Extends the session when that is due; while nothing can be written, a later request does. */
  const readExtended = async (headers: Headers) => {
    const options = { headers, returnHeaders: true } as const;
    try {
      return await auth().api.getSession(options);
    } catch (error) {
      if (!isStorageFailure(error)) return nobodyWhenEnded(error);
      return auth()
        .api.getSession({ ...options, query: { disableRefresh: true } })
        .catch(unavailable);
    }
  };

  const clear = async (headers: Headers): Promise<{ cookies: Cookies }> => {
    const response = await auth().api.signOut({ headers, asResponse: true });
    return { cookies: ownCookies(response.headers) };
  };

  return {
    /** Ends the session of the cookie; the response clears the cookie. Throws when the end cannot be stored. */
    async end(headers: Headers): Promise<{ cookies: Cookies }> {
      // The library does not report a failed deletion.
      const session = await find(headers);
      if (session !== null) await db.deleteFrom("session").where("id", "=", session.id).execute();
      return clear(headers);
    },

    async read(headers: Headers): Promise<{ member: SignedIn | null; cookies: Cookies }> {
      if (!headers.has("cookie")) return { member: null, cookies: [] };
      const { response: found, headers: set } = await readExtended(headers);
      if (found === null) return { member: null, cookies: ownCookies(set) };
      const from = found.session.createdAt.getTime();
      if (lifetimeAt(now(), { from, until: from + SESSION_MS }) !== "valid")
        return { member: null, ...(await clear(headers)) };
      const { id, email, role, emailVerified } = found.user;
      return {
        member: { memberId: id, email, role: role === "admin" ? "admin" : "member", emailVerified },
        cookies: ownCookies(set),
      };
    },

    /** Ends the session of the cookie, which a new sign-in in the same browser replaces. */
    async endReplaced(headers: Headers): Promise<void> {
      const old = headers.has("cookie") ? await find(headers) : null;
      if (old !== null) await db.deleteFrom("session").where("id", "=", old.id).execute();
      await this.forgetEnded();
    },

    /** Deletes expired sessions, so that a clock set back revives none and the file does not grow. */
    async forgetEnded(): Promise<void> {
      const time = now();
      await db
        .deleteFrom("session")
        .where((eb) => eb.or([eb("expires_at", "<=", time), eb("created_at", "<=", time - SESSION_MS)]))
        .execute();
      await db.deleteFrom("sign_in_state").where("expires_at", "<=", time).execute();
    },
  };
}
