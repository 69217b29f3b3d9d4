/** Sign-in of applications, over accounts.db. Its own, not a library's: see docs/decisions/0017-authorization-server.md. */
import type { AccountsDb } from "../tables.ts";
import { createClients } from "./clients.ts";
import { countRequests } from "./count-requests.ts";
import { createExchange } from "./exchange.ts";
import { createGrants } from "./grants.ts";
import type { OAuth } from "./types.ts";

export interface OAuthOptions {
  /** First part of the scopes' names. */
  service: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Over `db`, which stays open. */
export function createOAuth(db: AccountsDb, { service, now = Date.now }: OAuthOptions): OAuth {
  const context = { service, now };
  return {
    countRequest: countRequests(db),
    ...createClients(db, now),
    ...createGrants(db, context),
    ...createExchange(db, context),
  };
}
