/** Opens the accounts of a data directory: members, tokens, and for a server also rate limits and sign-in. */
import type { DatabaseLocation } from "../database/location.ts";
import { createAuditLog } from "./audit.ts";
import { createMembers } from "./members.ts";
import { createGrantTokens } from "./oauth/grant-tokens.ts";
import { createOAuth } from "./oauth/oauth.ts";
import type { OAuth } from "./oauth/types.ts";
import { openAccountTables } from "./open-tables.ts";
import { type OpenRateLimits, openRateLimits, type RateLimitOptions } from "./rate-limits/rate-limits.ts";
import type { SignInOptions } from "./sign-in/sign-in.ts";
import type { SignIn } from "./sign-in/types.ts";
import type { AccountsDb } from "./tables.ts";
import { createTokens } from "./tokens.ts";
import type { Accounts } from "./types.ts";

export interface AccountsOptions {
  /** Prefix of the scopes' names: `<service>:read`, `<service>:me`. */
  service: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Members and their tokens. Every call reads the file, so that tokens and revocations of other processes take effect
 * immediately. `close` closes `db`.
 */
export function createAccounts(db: AccountsDb, options: AccountsOptions): Accounts {
  const { service, now = Date.now } = options;
  const tokens = createTokens(db, { service, now });
  const grants = createGrantTokens(db, { service, now });
  return {
    ...tokens,
    ...createMembers(db, now),
    audit: createAuditLog(db, now),
    authenticate: async (token) => (await tokens.authenticate(token)) ?? grants.authenticate(token),
    close: async () => {
      await tokens.close();
      await grants.close();
      await db.destroy();
    },
  };
}

export interface OpenOptions extends AccountsOptions {
  /** As `openDatabase` takes it. */
  database: DatabaseLocation;
}

/** Members and tokens, for the CLI. Throws NewerSchemaError when a later release wrote the file. */
export async function openAccounts(options: OpenOptions): Promise<Accounts> {
  return createAccounts(await openAccountTables(options.database), options);
}

export interface ServerAccounts {
  /** The connection to the file, shared with its other tables. */
  db: AccountsDb;
  accounts: Accounts;
  limits: OpenRateLimits;
  signIn: SignIn;
  oauth: OAuth;
  /**
   * Saves the counts for the next start, then closes the file. Without it, the next start treats this run as crashed.
   */
  close(): Promise<void>;
}

/** For the one server of a file: also rate limits and sign-in. All share its connection. */
export async function openServerAccounts(
  options: OpenOptions & { limits: RateLimitOptions; signIn: SignInOptions },
): Promise<ServerAccounts> {
  const db = await openAccountTables(options.database);
  const accounts = createAccounts(db, options);
  try {
    // Loaded lazily: the auth library takes a moment to load, and small commands do not need it.
    const { createSignIn } = await import("./sign-in/sign-in.ts");
    const limits = await openRateLimits(db, options.limits);
    return {
      db,
      accounts,
      limits,
      signIn: await createSignIn(db, options.signIn),
      oauth: createOAuth(db, options),
      close: async () => {
        try {
          await limits.close();
        } finally {
          await accounts.close();
        }
      },
    };
  } catch (error) {
    await accounts.close();
    throw error;
  }
}
