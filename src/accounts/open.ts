import { type AccountsOptions, createAccounts } from "./accounts.ts";
import { createLimits, type LimitSettings, type OpenLimits } from "./limits.ts";
import type { SignInOptions } from "./sign-in/sign-in.ts";
import type { SignIn } from "./sign-in/types.ts";
import { type AccountsDb, openAccountTables } from "./tables.ts";
import type { Accounts } from "./types.ts";

export interface OpenOptions extends AccountsOptions {
  /** The file, made when missing. */
  path: string;
}

/** Members and tokens, for the command line. Throws NewerSchemaError when a later release wrote the file. */
export async function openAccounts(options: OpenOptions): Promise<Accounts> {
  return createAccounts(await openAccountTables(options.path), options);
}

export interface ServerAccounts {
  /** The file's one connection, for what else is kept in it. */
  db: AccountsDb;
  accounts: Accounts;
  limits: OpenLimits;
  signIn: SignIn;
  /** Keeps the counts for the next start, then closes the file. Without it, this run counts as crashed. */
  close(): Promise<void>;
}

/** The same, with the limits and sign-in, for the one server of a file. All share its connection. */
export async function openServerAccounts(
  options: OpenOptions & { limits: LimitSettings; signIn: SignInOptions },
): Promise<ServerAccounts> {
  const db = await openAccountTables(options.path);
  const accounts = createAccounts(db, options);
  try {
    // The library behind it takes a moment to load, which small commands need not wait for.
    const { createSignIn } = await import("./sign-in/sign-in.ts");
    const limits = await createLimits(db, options.limits);
    return {
      db,
      accounts,
      limits,
      signIn: await createSignIn(db, options.signIn),
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
