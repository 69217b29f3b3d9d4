import type { DatabaseLocation } from "../database/location.ts";
import { openDatabase } from "../database/open-database.ts";
import { accountMigrations } from "./migrations.ts";
import type { AccountsDb, AccountTables } from "./tables.ts";

/** Transactions of the server and of the command line take milliseconds: a longer wait means a fault. */
const LOCK_WAIT_MS = 2000;

/** Opens the accounts as `openDatabase` does. */
export function openAccountTables(location: DatabaseLocation): Promise<AccountsDb> {
  return openDatabase<AccountTables>(location, { migrations: accountMigrations, lockWaitMs: LOCK_WAIT_MS });
}
