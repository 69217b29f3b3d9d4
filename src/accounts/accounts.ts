import { createMembers } from "./members.ts";
import type { AccountsDb } from "./tables.ts";
import { createTokens } from "./tokens.ts";
import type { Accounts } from "./types.ts";

export interface AccountsOptions {
  /** First half of the scopes' names: `<service>:read`, `<service>:me`. */
  service: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Members and their tokens. Every call reads the file, so that what another process issues or revokes holds at
 * once. `close` closes `db`.
 */
export function createAccounts(db: AccountsDb, options: AccountsOptions): Accounts {
  const { service, now = Date.now } = options;
  return {
    ...createTokens(db, { service, now }),
    ...createMembers(db, now),
    close: () => db.destroy(),
  };
}
