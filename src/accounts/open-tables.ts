import { migrateForward } from "../database/migrate.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { accountMigrations } from "./migrations.ts";
import type { AccountsDb, AccountTables } from "./tables.ts";

/** Transactions of the server and of the command line take milliseconds: a longer wait means a fault. */
const LOCK_WAIT_MS = 2000;

/**
 * Opens accounts.db; creates it when missing, migrates it when older. Throws NewerSchemaError on a file of a later
 * release.
 */
export async function openAccountTables(path: string): Promise<AccountsDb> {
  const db = await openSqlite<AccountTables>(path, { lockWaitMs: LOCK_WAIT_MS });
  try {
    await migrateForward(db, path, accountMigrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
