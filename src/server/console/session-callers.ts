/** Callers with a session: pages use the operations of the API without a token. */
import type { SignedIn } from "../../accounts/sign-in/types.ts";
import { ApiError } from "../../contract/api/errors.ts";
import type { CallerSource } from "../caller-source.ts";
import type { ServerContext } from "../context.ts";
import { requireSameOrigin } from "./csrf.ts";
import { setCookies } from "./operation.ts";
import type { ConsolePorts } from "./ports.ts";
import { unverified } from "./unverified.ts";

interface SessionOptions {
  console: ConsolePorts;
  publicOrigin: string | null;
  /** First part of the scopes' names. */
  service: string;
}

/** A session has every scope that the member's token may have. */
export function sessionCallers({ console, publicOrigin, service }: SessionOptions): CallerSource {
  return {
    authorize: async (context, operation) => {
      if (operation.method !== "GET") requireSameOrigin(context, publicOrigin);
      const { memberId, email, emailVerified } = await signedIn(context, console);
      if (operation.scope === "me" && !emailVerified) throw unverified();
      const scopes = emailVerified ? [`${service}:read`, `${service}:me`] : [`${service}:read`];
      return { accountId: memberId, email, scopes, expiresAt: null };
    },
    limits: console.pageLimits,
    concurrencyLimit: console.pageConcurrencyLimit,
  };
}

async function signedIn(context: ServerContext, { signIn }: ConsolePorts): Promise<SignedIn> {
  const { member, cookies } = await signIn.session(context.req.raw.headers);
  // Before any refusal: clears an ended session's cookie, or sets an extended one's.
  setCookies(context, cookies);
  if (member !== null) return member;
  throw new ApiError("UNAUTHORIZED", "You are not signed in; sign in first");
}
