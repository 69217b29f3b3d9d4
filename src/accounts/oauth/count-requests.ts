/** Limits the requests that need no token, per client address: registration, tokens, revocation. */
import { isPostgres } from "../../database/dialect.ts";
import { clientNetwork } from "../rate-limits/client-network.ts";
import { MinuteCounter } from "../rate-limits/minute-counter.ts";
import { sharedMinuteCounter } from "../rate-limits/stored-counter.ts";
import type { AccountsDb } from "../tables.ts";
import { OAuthError } from "./types.ts";

/** Per address and minute; members behind one proxy share an address. */
export const OAUTH_REQUESTS = 120;

/** Throws OAuthError for each request beyond the limit. */
export function countRequests(db: AccountsDb): (address: string) => Promise<void> {
  const counter = isPostgres(db)
    ? sharedMinuteCounter(db, "oauth-address", { limit: OAUTH_REQUESTS })
    : new MinuteCounter({ limit: OAUTH_REQUESTS });
  return async (address) => {
    const { allowed, retryAfterSeconds } = await counter.consume(clientNetwork(address));
    if (allowed) return;
    throw new OAuthError(
      "temporarily_unavailable",
      `At most ${OAUTH_REQUESTS} requests per minute from one address; wait ${retryAfterSeconds} s`,
      Math.max(1, retryAfterSeconds),
    );
  };
}
