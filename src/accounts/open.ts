import { type AccountsOptions, createAccounts } from "./accounts.ts";
import { createLimits, type LimitSettings, type OpenLimits } from "./limits.ts";
import { openAccountTables } from "./tables.ts";
import type { Accounts } from "./types.ts";

export interface OpenOptions extends AccountsOptions {
  /** The file, made when missing. */
  path: string;
}

/** Members and tokens, for the command line. Throws NewerSchemaError when a later release wrote the file. */
export async function openAccounts(options: OpenOptions): Promise<Accounts> {
  return createAccounts(await openAccountTables(options.path), options);
}

export interface AccountsAndLimits {
  accounts: Accounts;
  limits: OpenLimits;
  /** Keeps the counts for the next start, then closes the file. Without it, this run counts as crashed. */
  close(): Promise<void>;
}

/** The same, with the limits, for the one server of a file. Both share its connection. */
export async function openAccountsAndLimits(
  options: OpenOptions & { limits: LimitSettings },
): Promise<AccountsAndLimits> {
  const db = await openAccountTables(options.path);
  const accounts = createAccounts(db, options);
  try {
    const limits = await createLimits(db, options.limits);
    return {
      accounts,
      limits,
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
